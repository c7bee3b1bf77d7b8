import { provideSecret } from "./local-secret.ts";
import { toIssuerIdentifier } from "./local-services/issuer/issuer-settings.ts";
import { isPortFree, nextFreePort } from "./ports.ts";
import type { Processes } from "./processes.ts";
import { Refusal } from "./refusal.ts";

export const LOCAL_OIDC = {
  clientId: "talespark",
  audience: "http://localhost/api",
};

/** The account of the payment emulator. It charges nobody, so its secrets protect nothing. */
export const LOCAL_STRIPE = {
  secretKey: "sk_test_talespark_local",
  webhookSecret: "whsec_talespark_local",
};

const PORT_TRIES = 5;

type IssuerStart = {
  /** Where the app is served. */
  appOrigin: string;
  /** Whether people reach the sign-in page through the app's address instead of the issuer's own. */
  isPublished: boolean;
  /** Whether only the people of `npm run people` can sign in, with their passphrases. */
  asksPassphrase: boolean;
  stateDir: string;
};
/** `identifier` is for the app and its tokens, `url` is where the issuer listens. */
export type StartedIssuer = { url: string; identifier: string; clientSecret: string };

/** Starts each local service that is needed and returns the URL at which it listens. */
export type ServiceStarter = {
  /** The OpenID issuer with its sign-in page. */
  startIssuer(options: IssuerStart): Promise<StartedIssuer>;
  /** The storyteller; its URL does not end in `/v1`. */
  startStoryteller(): Promise<string>;
  /** The payment emulator. It sends webhooks to the app at this origin, which this machine reaches. */
  startStripe(origin: string, stateDir: string): Promise<string>;
};

/** Starts the services one at a time, each on the next free port after the app's. */
export class LocalServices implements ServiceStarter {
  readonly #processes: Processes;
  #lastPort: number;

  constructor(processes: Processes, appPort: number) {
    this.#processes = processes;
    this.#lastPort = appPort;
  }

  async startIssuer({
    appOrigin,
    isPublished,
    asksPassphrase,
    stateDir,
  }: IssuerStart): Promise<StartedIssuer> {
    const publicOrigin = isPublished ? appOrigin : null;
    const clientSecret = provideSecret(stateDir, "client-secret");
    const url = await this.#start("issuer", {
      CLIENT_ID: LOCAL_OIDC.clientId,
      CLIENT_SECRET: clientSecret,
      AUDIENCE: LOCAL_OIDC.audience,
      REDIRECT_URI: `${appOrigin}/auth/callback`,
      POST_LOGOUT_REDIRECT_URI: `${appOrigin}/`,
      STATE_DIR: stateDir,
      PASSPHRASES: asksPassphrase ? "yes" : "no",
      ...(publicOrigin === null ? {} : { PUBLIC_ORIGIN: publicOrigin }),
    });
    return { url, identifier: toIssuerIdentifier(url, publicOrigin), clientSecret };
  }

  async startStoryteller(): Promise<string> {
    return this.#start("storyteller", {});
  }

  async startStripe(origin: string, stateDir: string): Promise<string> {
    return this.#start("stripe", {
      SECRET_KEY: LOCAL_STRIPE.secretKey,
      WEBHOOK_SECRET: LOCAL_STRIPE.webhookSecret,
      WEBHOOK_URL: `${origin}/api/stripe/webhook`,
      STATE_DIR: stateDir,
    });
  }

  async #start(name: string, env: Record<string, string>): Promise<string> {
    for (let tries = 0; tries < PORT_TRIES; tries++) {
      const port = await nextFreePort(this.#lastPort);
      this.#lastPort = port;
      const child = this.#processes.start({
        name,
        args: [`tools/local-services/${name}/main.ts`],
        env: { ...env, PORT: String(port) },
        stdout: "lines",
      });
      const url = await readyUrl(child.lines);
      if (url !== null) return url;
      if (await isPortFree(port)) break; // the port was still free, so the service failed for a reason that it has printed
    }
    throw new Refusal(`The ${name} did not start.`);
  }
}

/** The URL of the line `ready URL`, or null if the service ends without that line. */
async function readyUrl(lines: AsyncIterable<string> | null): Promise<string | null> {
  const iterator = lines?.[Symbol.asyncIterator]();
  if (iterator === undefined) return null;
  for (let line = await iterator.next(); !line.done; line = await iterator.next()) {
    const url = /^ready (http:\S+)$/.exec(line.value)?.[1];
    if (url !== undefined) {
      void passOn(iterator);
      return url;
    }
  }
  return null;
}

async function passOn(lines: AsyncIterator<string>): Promise<void> {
  for (let line = await lines.next(); !line.done; line = await lines.next())
    process.stdout.write(`${line.value}\n`);
}
