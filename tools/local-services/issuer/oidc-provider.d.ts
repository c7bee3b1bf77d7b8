// oidc-provider has no types; these are the parts that the issuer uses, written from its source (version 9.13).
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type AdapterPayload = Record<string, unknown>;

  export type Adapter = {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  };

  export type Context = {
    status: number;
    type: string;
    body: unknown;
    path: string;
    readonly oidc: {
      readonly route: string;
      urlFor(name: string): string;
      readonly params: Record<string, string | undefined>;
      readonly client: { readonly clientId: string };
      readonly session: {
        readonly accountId?: string;
        grantIdFor(clientId: string): string | undefined;
        destroy(): Promise<void>;
      };
    };
    readonly cookies: { set(name: string, value: null, options: { httpOnly: boolean; path: string }): void };
    set(name: string, value: string): void;
    redirect(url: string): void;
  };

  export type Interaction = {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Record<string, unknown>;
  };

  export class Grant {
    constructor(subject: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  /** The library checks the settings itself in the constructor. */
  export type Configuration = Record<string, unknown>;

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    /** Whether addresses are made from the `X-Forwarded-…` headers. */
    proxy: boolean;
    readonly Grant: typeof Grant & { find(id: string): Promise<Grant | undefined> };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    cookieName(type: "session" | "interaction" | "resume"): string;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result:
        | { login: { accountId: string; remember: boolean } }
        | { error: string; error_description: string },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: "server_error", listener: (context: Context, error: Error) => void): this;
  }

  export namespace errors {
    class OIDCProviderError extends Error {}
    class SessionNotFound extends OIDCProviderError {}
    class InvalidTarget extends OIDCProviderError {
      constructor(description?: string);
    }
  }
}
