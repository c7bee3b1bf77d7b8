import { STORYTELLER_MODEL } from "#domain/message.ts";
import { findContextLength } from "./context-length.ts";
import type { GatewayOptions } from "./gateway.ts";
import { countDatabases } from "./local-databases.ts";
import { provideSecret } from "./local-secret.ts";
import { hasPeople } from "./local-services/issuer/people-file.ts";
import { PREMIUM_PRICE_ID } from "./local-services/stripe/catalogue.ts";
import { LOCAL_OIDC, LOCAL_STRIPE, type ServiceStarter } from "./local-services.ts";
import {
  chooseTimes,
  findModelServer,
  findServerKind,
  type ModelServer,
  requireModel,
} from "./model-server.ts";
import { appOrigin, isPublished, localOrigin } from "./origins-and-proxies.ts";
import { Refusal } from "./refusal.ts";
import { type LocalSettings, SHARED_NAMES } from "./settings.ts";

type StorytellerStarter = Pick<ServiceStarter, "startStoryteller">;

export type Provision = {
  /** The settings of the Worker. */
  vars: Record<string, string>;
  /** The settings of the gateway, for requests of other machines or through a proxy; null if there are none. */
  gateway: GatewayOptions | null;
  /** The table of addresses. */
  rows: string[][];
};

/**
 * Starts the local services that no setting replaces, looks for a model server, and returns the Worker's settings.
 * Throws a `Refusal` if a service is missing.
 */
export async function provision(settings: LocalSettings, services: ServiceStarter): Promise<Provision> {
  const issuer = await provideIssuer(settings, services);
  const text = await provideTextModel(settings, services);
  const contextTokens = settings.AI_CONTEXT_TOKENS ?? (await findContextTokens(settings, text));
  const images = findImageServer(settings);
  const payments = await provideStripe(settings, services);
  const origin = appOrigin(settings);
  const databases = countDatabases(settings.STATE_DIR);
  return {
    vars: defined({
      ...Object.fromEntries(SHARED_NAMES.map((name) => [name, settings[name]])),
      APP_ORIGIN: origin,
      ...issuer.vars,
      ...payments.vars,
      AI_PROVIDER: settings.AI_PROVIDER,
      AI_BASE_URL: text.baseUrl,
      AI_MODEL: text.model,
      AI_STRUCTURED_MODEL: settings.AI_STRUCTURED_MODEL,
      AI_CONTEXT_TOKENS: contextTokens,
      AI_API_KEY: settings.AI_API_KEY,
      ...chooseTimes(settings, text),
      AI_SERVER: settings.AI_SERVER ?? text.kind ?? undefined,
      AI_IMAGE_PROVIDER: images === null ? "none" : settings.AI_IMAGE_PROVIDER,
      AI_IMAGE_BASE_URL: images?.baseUrl,
      AI_IMAGE_MODEL: images?.model,
      AI_IMAGE_API_KEY: settings.AI_IMAGE_API_KEY,
      SESSION_SECRET: settings.SESSION_SECRET ?? provideSecret(settings.STATE_DIR, "session-secret"),
      BASE_TIER: settings.BASE_TIER ?? payments.baseTier,
      OPERATOR_NAME: settings.OPERATOR_NAME,
      OPERATOR_ADDRESS: settings.OPERATOR_ADDRESS,
      SUPPORT_EMAIL: settings.SUPPORT_EMAIL,
    }),
    // A proxy on this machine alone, such as one for HTTPS, needs it as well: it tells the Worker the address in the browser.
    gateway:
      isPublished(settings) || origin !== localOrigin(settings)
        ? {
            host: settings.HOST,
            port: settings.PORT,
            origin,
            issuer: isPublished(settings) ? issuer.localUrl : null,
            trustedProxies: settings.TRUSTED_PROXIES ?? [],
          }
        : null,
    rows: [
      ["Talespark", origin],
      ...(origin === localOrigin(settings)
        ? []
        : [["Listens on", `${settings.HOST}, port ${settings.PORT}`]]),
      ["Sign-in", issuer.vars.OIDC_ISSUER, issuer.name],
      ["Stories", text.baseUrl, `${text.name}, model ${text.model}`],
      images === null
        ? ["Portraits", "none: emblems, until an image server is set (AI_IMAGE_BASE_URL)"]
        : ["Portraits", images.baseUrl, `an image server of your own, model ${images.model}`],
      ["Payments", payments.place, payments.name],
      ["State", settings.STATE_DIR, ...(databases === 1 ? [] : [`${databases} databases`])],
    ],
  };
}

async function provideIssuer(settings: LocalSettings, services: ServiceStarter) {
  if (settings.OIDC_ISSUER !== undefined) {
    return {
      name: "an issuer of your own",
      localUrl: null,
      vars: {
        OIDC_ISSUER: settings.OIDC_ISSUER,
        OIDC_CLIENT_ID: settings.OIDC_CLIENT_ID,
        OIDC_CLIENT_SECRET: settings.OIDC_CLIENT_SECRET,
        OIDC_AUDIENCE: settings.OIDC_AUDIENCE,
      },
    };
  }
  const asksPassphrase = hasPeople(settings.STATE_DIR);
  if (isPublished(settings) && !asksPassphrase) throw new Refusal(describeOpenDoor(settings));
  const issuer = await services.startIssuer({
    appOrigin: appOrigin(settings),
    isPublished: isPublished(settings),
    asksPassphrase,
    stateDir: settings.STATE_DIR,
  });
  return {
    name: asksPassphrase ? "the local issuer, name and passphrase" : "the local issuer, any name and e-mail",
    localUrl: issuer.url,
    vars: {
      OIDC_ISSUER: issuer.identifier,
      OIDC_CLIENT_ID: LOCAL_OIDC.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
      OIDC_AUDIENCE: LOCAL_OIDC.audience,
    },
  };
}

function describeOpenDoor({ HOST, APP_ORIGIN }: LocalSettings): string {
  const reachable = isPublished({ HOST })
    ? `HOST ${HOST} lets other machines in`
    : `APP_ORIGIN ${APP_ORIGIN} is not this machine alone`;
  return `${reachable}, but the local sign-in asks for no passphrase: add people with npm run people -- add NAME, or set OIDC_ISSUER to an issuer of your own.`;
}

async function provideStripe(settings: LocalSettings, services: ServiceStarter) {
  if (settings.STRIPE_SECRET_KEY !== undefined) {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PREMIUM, STRIPE_API_BASE } = settings;
    return {
      name: "a Stripe account of your own",
      baseTier: "free",
      place: STRIPE_API_BASE ?? "https://api.stripe.com",
      vars: { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PREMIUM, STRIPE_API_BASE },
    };
  }
  // Everybody who reaches the emulator can control it, so it is off. Without it nothing is sold, so all people are on Premium.
  if (isPublished(settings))
    return {
      name: "nothing is sold, every account is Premium",
      place: "none",
      baseTier: "premium",
      vars: {},
    };
  const url = await services.startStripe(localOrigin(settings), settings.STATE_DIR);
  return {
    name: "an emulator, nobody is charged",
    baseTier: "free",
    place: url,
    vars: {
      STRIPE_SECRET_KEY: LOCAL_STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: LOCAL_STRIPE.webhookSecret,
      STRIPE_PRICE_PREMIUM: PREMIUM_PRICE_ID,
      STRIPE_API_BASE: url,
    },
  };
}

/**
 * The text engine: the configured server, else a model server of this machine, else the storyteller, which is started.
 */
export async function provideTextModel(
  settings: LocalSettings,
  services: StorytellerStarter,
): Promise<ModelServer> {
  if (settings.AI_BASE_URL !== undefined) {
    const model = settings.AI_MODEL ?? (await requireModel(settings.AI_BASE_URL, settings.AI_API_KEY));
    const kind = await findServerKind(settings.AI_BASE_URL);
    return { name: "a model server of your own", baseUrl: settings.AI_BASE_URL, model, kind };
  }
  const found = settings.AI_MODEL === STORYTELLER_MODEL ? null : await findModelServer();
  if (found !== null) return found;
  const url = await services.startStoryteller();
  return { name: "the storyteller, not an AI", baseUrl: `${url}/v1`, model: STORYTELLER_MODEL, kind: null };
}

/** The storyteller reads a prompt of any length. With this it sees some hundred turns, and repeats none of its texts. */
const STORYTELLER_CONTEXT_TOKENS = "32768";

/** How much the model reads at once, where its server says so. */
async function findContextTokens(
  { AI_API_KEY: apiKey }: LocalSettings,
  { baseUrl, model }: ModelServer,
): Promise<string | undefined> {
  if (model === STORYTELLER_MODEL) return STORYTELLER_CONTEXT_TOKENS;
  const found = await findContextLength({ baseUrl, model, apiKey });
  return found === null ? undefined : String(found);
}

/** The configured image server; `null`: there is none, so that people have emblems. */
function findImageServer({
  AI_IMAGE_PROVIDER,
  AI_IMAGE_BASE_URL: baseUrl,
  AI_IMAGE_MODEL: model,
}: LocalSettings) {
  if (AI_IMAGE_PROVIDER === "none" || baseUrl === undefined || model === undefined) return null;
  return { baseUrl, model };
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
