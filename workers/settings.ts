import * as v from "valibot";
import { TIERS } from "#domain/plan.ts";
import { DEFAULT_CURRENCY } from "#domain/plan-prices.ts";
import { DEMO_LIMIT } from "#domain/rate-limits.ts";

const text = v.pipe(v.string("is missing"), v.trim(), v.nonEmpty("is missing"));
const httpUrl = v.pipe(
  text,
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), "must be an http or https URL"),
);
const origin = v.pipe(
  httpUrl,
  v.transform((value) => value.replace(/\/$/, "")),
  v.check(
    (value) => URL.parse(value)?.origin === value,
    "must be an origin, such as https://talespark.example",
  ),
);

function wholeNumber(least: number, most: number) {
  return numberFrom(least, most, { kind: "a whole number", form: /^\d{1,7}$/ });
}

function decimal(least: number, most: number) {
  return numberFrom(least, most, { kind: "a number", form: /^-?\d{1,3}(?:\.\d{1,4})?$/ });
}

function numberFrom(least: number, most: number, { kind, form }: { kind: string; form: RegExp }) {
  const fault = `must be ${kind} from ${least} to ${most}`;
  return v.pipe(
    text,
    v.regex(form, fault),
    v.transform(Number),
    v.minValue(least, fault),
    v.maxValue(most, fault),
  );
}

/** Settings that the local start passes on unchanged. It checks them with the same schemas. */
export const SHARED_SETTINGS = {
  /** The context length of the text model: tokens of a prompt and its reply together. */
  AI_CONTEXT_TOKENS: v.optional(wholeNumber(1_000, 9_999_999), "8000"),
  /** The time limit of a reply, in seconds; the default is 60. */
  AI_REPLY_SECONDS: v.optional(wholeNumber(5, 3_600), "60"),
  /** The time limit until the next piece of text or thought, in seconds; the default is `AI_REPLY_SECONDS`. */
  AI_SILENCE_SECONDS: v.optional(wholeNumber(5, 3_600)),
  /** Tokens of a reply. Two to four paragraphs are 200 to 500; 1200 leaves room and keeps a run-away model short. */
  AI_REPLY_TOKENS: v.optional(wholeNumber(100, 8_000), "1200"),
  /** How the model picks its words; without them, what is good for its family (`workers/ai/model-families.ts`). */
  AI_TEMPERATURE: v.optional(decimal(0, 2)),
  AI_TOP_P: v.optional(decimal(0, 1)),
  AI_REPETITION_PENALTY: v.optional(decimal(0.5, 2)),
  AI_PRESENCE_PENALTY: v.optional(decimal(-2, 2)),
  /** Texts at which a reply ends, separated by `|`: two, because servers allow four and two are ours. */
  AI_STOP: v.optional(
    v.pipe(
      text,
      v.transform((list) => list.split("|").filter((stop) => stop !== "")),
      v.maxLength(2, "must be two texts at most, separated by |"),
    ),
  ),
  /** Which model server is asked what its model is doing; without it, none. */
  AI_SERVER: v.optional(
    v.picklist(["ollama", "llama.cpp", "lm-studio"], "must be ollama, llama.cpp or lm-studio"),
  ),
  /** The advertiser's id for counting payments, with the person's consent; without it nothing is counted. */
  CONVERSION_PIXEL_ID: v.optional(v.pipe(text, v.regex(/^\d{5,20}$/, "must be a number"))),
  /** The currency of the prices on the pages, a code of three letters; the payment provider charges in that of its own price. */
  PRICE_CURRENCY: v.optional(
    v.pipe(text, v.regex(/^[A-Z]{3}$/, "must be a code such as USD or EUR")),
    DEFAULT_CURRENCY,
  ),
  /** The plan of people without a subscription: on a private server everybody may get Premium. */
  BASE_TIER: v.optional(v.picklist(TIERS, `must be one of ${TIERS.join(", ")}`), "free"),
  /** Whether people may share reading copies of their stories; `off` also ends those that are shared, for as long as it is off. */
  SHARING: v.optional(v.picklist(["on", "off"], "must be on or off"), "on"),
  /** Demo stories that one address may begin in a day. */
  DEMO_STORIES_PER_DAY: v.optional(wholeNumber(0, 999_999), String(DEMO_LIMIT.limit)),
} as const;

const common = {
  ...SHARED_SETTINGS,
  /** Where the site is served; without it, wherever a request came to. */
  APP_ORIGIN: v.optional(origin),
  OIDC_ISSUER: httpUrl,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** The `aud` of bearer tokens, also asked for at sign-in. */
  OIDC_AUDIENCE: text,
  /** Signs the cookies. */
  SESSION_SECRET: v.pipe(text, v.minLength(32, "must have at least 32 characters")),
  /** Who runs the site, where they can be reached by post, and by e-mail: the law wants all three on the public pages. */
  OPERATOR_NAME: text,
  OPERATOR_ADDRESS: text,
  SUPPORT_EMAIL: v.pipe(text, v.email("must be an e-mail address")),
};

const models = {
  /** The id of the model that writes. */
  AI_MODEL: text,
  /** Of the one that answers in JSON; without it, `AI_MODEL`. */
  AI_STRUCTURED_MODEL: v.optional(text),
};

const textEngine = v.variant("AI_PROVIDER", [
  v.object({
    ...common,
    AI_PROVIDER: v.literal("workers-ai"),
    ...models,
  }),
  v.object({
    ...common,
    AI_PROVIDER: v.literal("openai-compatible"),
    ...models,
    AI_BASE_URL: httpUrl,
    AI_API_KEY: v.optional(text),
  }),
]);

/** What makes pictures. Without one there are none, and all else works. */
const imageEngine = v.variant("AI_IMAGE_PROVIDER", [
  v.object({ AI_IMAGE_PROVIDER: v.optional(v.literal("none"), "none") }),
  v.object({ AI_IMAGE_PROVIDER: v.literal("workers-ai"), AI_IMAGE_MODEL: text }),
  v.object({
    AI_IMAGE_PROVIDER: v.literal("openai-compatible"),
    AI_IMAGE_MODEL: text,
    AI_IMAGE_BASE_URL: httpUrl,
    AI_IMAGE_API_KEY: v.optional(text),
  }),
]);

const STRIPE_API = "https://api.stripe.com";

/** Payment. Without a key nothing can be bought, and all else works. With one, half of the rest would lose payments. */
const payment = v.variant("STRIPE_SECRET_KEY", [
  v.object({ STRIPE_SECRET_KEY: v.optional(v.undefined()) }),
  v.object({
    STRIPE_SECRET_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    /** The prices that give Premium, separated by commas. The first is the one that is sold, the others were sold before. */
    STRIPE_PRICE_PREMIUM: v.pipe(
      text,
      v.regex(/^price_\w+(?:\s*,\s*price_\w+)*$/, "must be ids of prices, such as price_1a2b3c"),
      v.transform((list) => list.split(",").map((id) => id.trim())),
    ),
    STRIPE_API_BASE: v.optional(origin, STRIPE_API),
  }),
]);

const settingsSchema = v.intersect([textEngine, imageEngine, payment]);

/** All settings from the environment as text, under their names there. */
export type Settings = v.InferOutput<typeof settingsSchema>;

/** A setting is missing or wrong: nothing is served. The message is one sentence that names it, never its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const parsed = new WeakMap<object, Settings>();

/** The settings of an environment, parsed once for each. Throws a `SettingsError`. An empty value counts as none. */
export function parseSettings(env: object): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const result = v.safeParse(settingsSchema, withoutEmpty(env));
  if (!result.success) throw new SettingsError(sentence(result.issues[0]));
  parsed.set(env, result.output);
  return result.output;
}

/** The settings that are secrets. In a deployment they are set with `wrangler secret put`, never under `vars`. */
export const SECRET_SETTINGS = [
  "OIDC_CLIENT_SECRET",
  "SESSION_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "AI_API_KEY",
  "AI_IMAGE_API_KEY",
] as const;

/** A deployment is served at one address: cookies, sign-in and links belong to it. */
const deploymentSchema = v.intersect([settingsSchema, v.object({ APP_ORIGIN: origin })]);

/** Everything that is wrong with the settings of a deployment, one sentence each, which names the setting. */
export function findDeploymentFaults(env: object): string[] {
  const { issues = [] } = v.safeParse(deploymentSchema, withoutEmpty(env));
  return [...new Set(issues.map(sentence))];
}

function withoutEmpty(env: object): object {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}

function sentence(issue: v.InferIssue<typeof deploymentSchema>): string {
  const name = v.getDotPath(issue) ?? "A setting";
  if (issue.input === undefined) return `${name} is missing.`;
  if (issue.type === "variant") return `${name} must be one of ${listChoices(issue.expected)}.`;
  return `${name} ${issue.message}.`;
}

/** `("a" | "b")` as `a, b`. */
function listChoices(expected: string | null): string {
  return [...(expected ?? "").matchAll(/"([^"]+)"/gu)].map(([, choice]) => choice).join(", ");
}
