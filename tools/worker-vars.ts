import { LOCAL_OIDC, type ServiceStarter } from "./local-services.ts";
import { findModelServer, type ModelServer, requireModel } from "./model-server.ts";
import { provideSessionSecret } from "./session-secret.ts";
import { type Settings, STORYTELLER_MODEL } from "./settings.ts";

/** What the Worker is told, and the rows of the table that says what runs where. */
export type Provision = { vars: Record<string, string>; rows: string[][] };

/**
 * Starts the local services that are not configured away, looks for a model server, and gives the Worker's settings.
 * Throws a `Refusal` when one cannot be had.
 */
export async function provision(settings: Settings, services: ServiceStarter): Promise<Provision> {
  const issuer = await provideIssuer(settings, services);
  const text = await provideTextModel(settings, services);
  const origin = appOrigin(settings);
  return {
    vars: defined({
      APP_ORIGIN: origin,
      ...issuer.vars,
      AI_PROVIDER: settings.AI_PROVIDER,
      AI_BASE_URL: text.baseUrl,
      AI_MODEL: text.model,
      AI_STRUCTURED_MODEL: settings.AI_STRUCTURED_MODEL,
      AI_CONTEXT_TOKENS: settings.AI_CONTEXT_TOKENS,
      AI_API_KEY: settings.AI_API_KEY,
      SESSION_SECRET: settings.SESSION_SECRET ?? provideSessionSecret(settings.STATE_DIR),
      SUPPORT_EMAIL: settings.SUPPORT_EMAIL,
    }),
    rows: [
      ["Talespark", origin],
      ["Sign-in", issuer.vars.OIDC_ISSUER, issuer.name],
      ["Stories", text.baseUrl, `${text.name}, model ${text.model}`],
      ["State", settings.STATE_DIR],
    ],
  };
}

/** The address of the app. `localhost`, while all local services are on 127.0.0.1: cookies tell hosts apart, not ports. */
export function appOrigin(settings: Settings): string {
  return `http://localhost:${settings.PORT}`;
}

async function provideIssuer(settings: Settings, services: ServiceStarter) {
  if (settings.OIDC_ISSUER !== undefined) {
    return {
      name: "an issuer of your own",
      vars: {
        OIDC_ISSUER: settings.OIDC_ISSUER,
        OIDC_CLIENT_ID: settings.OIDC_CLIENT_ID,
        OIDC_CLIENT_SECRET: settings.OIDC_CLIENT_SECRET,
        OIDC_AUDIENCE: settings.OIDC_AUDIENCE,
      },
    };
  }
  const url = await services.startIssuer(appOrigin(settings), settings.STATE_DIR);
  return {
    name: "the local issuer, any name and e-mail",
    vars: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: LOCAL_OIDC.clientId,
      OIDC_CLIENT_SECRET: LOCAL_OIDC.clientSecret,
      OIDC_AUDIENCE: LOCAL_OIDC.audience,
    },
  };
}

/** The engine that writes: the configured server, a model server of this machine, else the storyteller, started for it. */
export async function provideTextModel(settings: Settings, services: ServiceStarter): Promise<ModelServer> {
  if (settings.AI_BASE_URL !== undefined) {
    const model = settings.AI_MODEL ?? (await requireModel(settings.AI_BASE_URL, settings.AI_API_KEY));
    return { name: "a model server of your own", baseUrl: settings.AI_BASE_URL, model };
  }
  const found = settings.AI_MODEL === STORYTELLER_MODEL ? null : await findModelServer();
  return found ?? (await startStoryteller(services));
}

async function startStoryteller(services: ServiceStarter): Promise<ModelServer> {
  const url = await services.startStoryteller();
  return { name: "the storyteller, not an AI", baseUrl: `${url}/v1`, model: STORYTELLER_MODEL };
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
