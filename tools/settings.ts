import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { listKeys } from "#domain/json.ts";
import { isLoopback } from "#domain/loopback.ts";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { SHARED_SETTINGS } from "#workers/settings.ts";
import { isAddressRange } from "./origins-and-proxies.ts";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import { Refusal } from "./refusal.ts";

const text = v.pipe(v.string(), v.trim());
const httpUrl = v.pipe(
  text,
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), "must be an http or https URL"),
);

/** A setting that the Worker's schema checks; its text stays as it is. */
function checked(schema: v.GenericSchema<string | undefined, unknown>) {
  const check = v.rawCheck<string>(({ dataset, addIssue }) => {
    const taken = dataset.typed ? v.safeParse(schema, dataset.value) : null;
    if (taken?.success === false) addIssue({ message: taken.issues[0].message });
  });
  return v.optional(v.pipe(text, check));
}

/** Browsers keep no cookie of the sign-in that comes over http, except from localhost. */
const browserOrigin = v.pipe(
  text,
  v.transform((value) => value.replace(/\/$/u, "")),
  v.check(
    (value) => URL.parse(value)?.origin === value,
    "must be an origin without a path, such as https://talespark.example",
  ),
  v.check(
    (value) => value.startsWith("https:") || isLoopback(new URL(value).hostname),
    "must begin with https:// for any address but localhost: over http browsers store no sign-in",
  ),
);

/** Addresses and networks, separated by commas. */
const addressRanges = v.pipe(
  text,
  v.transform((list) => list.split(",").map((range) => range.trim())),
  v.check(
    (ranges) => ranges.every(isAddressRange),
    "must be addresses or networks separated by commas, such as 127.0.0.1,172.16.0.0/12",
  ),
);

const provider = v.picklist(
  ["openai-compatible"],
  "must be openai-compatible on this machine: workers-ai needs the AI binding of a deployment",
);

const imageProvider = v.picklist(
  ["openai-compatible", "none"],
  "must be openai-compatible or none on this machine: workers-ai needs the AI binding of a deployment",
);

/** If `given` is set, all of `needs` must be set as well. */
const BELONG_TOGETHER = [
  {
    given: "OIDC_ISSUER",
    needs: ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_AUDIENCE"],
    message: "is missing: an OIDC_ISSUER of your own needs it",
  },
  {
    given: "STRIPE_SECRET_KEY",
    needs: ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_PREMIUM"],
    message: "is missing: a Stripe account of your own needs it",
  },
] as const;

/** The settings of the Worker that are passed on unchanged. */
export const SHARED_NAMES = listKeys(SHARED_SETTINGS);
const shared = Object.fromEntries(
  SHARED_NAMES.map((name) => [name, checked(SHARED_SETTINGS[name])]),
) as Record<keyof typeof SHARED_SETTINGS, ReturnType<typeof checked>>;

const fields = v.object({
  ...shared,
  PORT: v.optional(
    v.pipe(
      text,
      v.regex(/^\d+$/, "must be a whole number from 1 to 65535"),
      v.transform(Number),
      v.minValue(1, "must be a whole number from 1 to 65535"),
      v.maxValue(65_535, "must be a whole number from 1 to 65535"),
    ),
    "5173",
  ),
  HOST: v.optional(
    v.pipe(
      text,
      v.check((value) => value === "localhost" || isIP(value) !== 0, "must be an address, such as 0.0.0.0"),
    ),
    "127.0.0.1",
  ),
  APP_ORIGIN: v.optional(browserOrigin),
  TRUSTED_PROXIES: v.optional(addressRanges),
  STATE_DIR: v.optional(text, ".wrangler/state"),
  DATABASES: v.optional(
    v.pipe(text, v.regex(/^(?:[1-9]|1[0-6])$/, "must be a whole number from 1 to 16"), v.transform(Number)),
  ),
  AI_PROVIDER: v.optional(provider, "openai-compatible"),
  AI_BASE_URL: v.optional(httpUrl),
  AI_MODEL: v.optional(text),
  AI_STRUCTURED_MODEL: v.optional(text),
  AI_API_KEY: v.optional(text),
  AI_IMAGE_PROVIDER: v.optional(imageProvider, "openai-compatible"),
  AI_IMAGE_BASE_URL: v.optional(httpUrl),
  AI_IMAGE_MODEL: v.optional(text),
  AI_IMAGE_API_KEY: v.optional(text),
  OIDC_ISSUER: v.optional(httpUrl),
  OIDC_CLIENT_ID: v.optional(text),
  OIDC_CLIENT_SECRET: v.optional(text),
  OIDC_AUDIENCE: v.optional(text),
  STRIPE_SECRET_KEY: v.optional(text),
  STRIPE_WEBHOOK_SECRET: v.optional(text),
  STRIPE_PRICE_PREMIUM: v.optional(text),
  STRIPE_API_BASE: v.optional(httpUrl),
  SESSION_SECRET: v.optional(v.pipe(text, v.minLength(32, "must have at least 32 characters"))),
  OPERATOR_NAME: v.optional(text, "Talespark (local copy)"),
  OPERATOR_ADDRESS: v.optional(text, "On this machine"),
  SUPPORT_EMAIL: v.optional(v.pipe(text, v.email("must be an e-mail address")), "support@talespark.example"),
});

export const SETTING_NAMES = Object.keys(fields.entries);

const settingsSchema = v.pipe(
  fields,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { given, needs, message } of BELONG_TOGETHER) {
      if (dataset.value[given] === undefined) continue;
      for (const name of needs) {
        if (dataset.value[name] !== undefined) continue;
        addIssue({
          message,
          path: [{ type: "object", origin: "value", input: dataset.value, key: name, value: undefined }],
        });
      }
    }
  }),
  v.forward(
    v.partialCheck(
      [["AI_BASE_URL"], ["AI_MODEL"]],
      ({ AI_MODEL, AI_BASE_URL }) =>
        AI_MODEL === undefined || AI_MODEL === STORYTELLER_MODEL || AI_BASE_URL !== undefined,
      "is missing: an AI_MODEL belongs to a server",
    ),
    ["AI_BASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["AI_IMAGE_BASE_URL"], ["AI_IMAGE_MODEL"]],
      ({ AI_IMAGE_BASE_URL, AI_IMAGE_MODEL }) =>
        AI_IMAGE_BASE_URL === undefined || AI_IMAGE_MODEL !== undefined,
      "is missing: a server says of none of its models that it draws",
    ),
    ["AI_IMAGE_MODEL"],
  ),
);

/** The settings of `npm start` and `npm run dev` from the environment, with local defaults. `STATE_DIR` is absolute. */
export type LocalSettings = v.InferOutput<typeof settingsSchema>;

/** The same settings, for a command that only this machine can reach. */
export function forThisMachine(settings: LocalSettings): LocalSettings {
  return { ...settings, HOST: "127.0.0.1", APP_ORIGIN: undefined };
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings: the process environment, then `.dev.vars`, then the local default. An empty value counts as
 * absent. Throws a `Refusal` that names the first wrong one.
 */
export function readSettings(environment: Environment = process.env, devVars = readDevVars()): LocalSettings {
  const given: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(devVars), ...Object.entries(environment)]) {
    if (value !== undefined && value.trim() !== "") given[name] = value;
  }
  const parsed = v.safeParse(settingsSchema, given);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new Refusal(`${v.getDotPath(issue) ?? "A setting"} ${issue.message}.`);
  }
  return { ...parsed.output, STATE_DIR: path.resolve(PROJECT_ROOT, parsed.output.STATE_DIR) };
}

/** The settings in a file's text. Editors on Windows put a byte order mark before the first name, which would then be another one. */
export function readEnvText(text: string): Environment {
  return parseEnv(text.replace(/^\uFEFF/u, ""));
}

function readDevVars(): Environment {
  const file = inProject(".dev.vars");
  return existsSync(file) ? readEnvText(readFileSync(file, "utf8")) : {};
}
