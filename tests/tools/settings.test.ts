import { expect, it } from "vitest";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { readSettings } from "#tools/settings.ts";

function refusalOf(environment: Record<string, string>, devVars: Record<string, string> = {}): string {
  try {
    readSettings(environment, devVars);
  } catch (error) {
    if (error instanceof Error && error.name === "Refusal") return error.message;
    throw error;
  }
  throw new Error("It was taken.");
}

it("needs no setting at all", () => {
  expect(readSettings({}, {})).toMatchObject({
    PORT: 5173,
    STATE_DIR: `${PROJECT_ROOT}/.wrangler/state`,
    AI_PROVIDER: "openai-compatible",
    OPERATOR_NAME: "Talespark (local copy)",
    SUPPORT_EMAIL: "support@talespark.example",
  });
});

it("reads the environment before .dev.vars, and ignores an empty value", () => {
  const settings = readSettings(
    { PORT: "6000", SUPPORT_EMAIL: " ", STATE_DIR: "/tmp/elsewhere" },
    { PORT: "7000", SUPPORT_EMAIL: "help@example.com" },
  );
  expect(settings).toMatchObject({
    PORT: 6000,
    SUPPORT_EMAIL: "help@example.com",
    STATE_DIR: "/tmp/elsewhere",
  });
});

it("names a wrong setting in one sentence, without its value", () => {
  expect(refusalOf({ PORT: "five" })).toBe("PORT must be a whole number from 1 to 65535.");
  expect(refusalOf({ PORT: "65536" })).toBe("PORT must be a whole number from 1 to 65535.");
  expect(refusalOf({ AI_BASE_URL: "localhost:11434" })).toBe("AI_BASE_URL must be an http or https URL.");
  expect(refusalOf({ SESSION_SECRET: "short" })).toBe("SESSION_SECRET must have at least 32 characters.");
  expect(refusalOf({ AI_REPLY_SECONDS: "4" })).toBe(
    "AI_REPLY_SECONDS must be a whole number from 5 to 3600.",
  );
  expect(refusalOf({ AI_TEMPERATURE: "hot" })).toBe("AI_TEMPERATURE must be a number from 0 to 2.");
  expect(refusalOf({ AI_STOP: "a|b|c" })).toBe("AI_STOP must be two texts at most, separated by |.");
  expect(refusalOf({ AI_SERVER: "vllm" })).toBe("AI_SERVER must be ollama, llama.cpp or lm-studio.");
  expect(refusalOf({ AI_PROVIDER: "workers-ai" })).toMatch(/^AI_PROVIDER must be openai-compatible on this/);
});

it("wants all of an issuer of one's own", () => {
  expect(refusalOf({ OIDC_ISSUER: "https://issuer.example" })).toBe(
    "OIDC_CLIENT_ID is missing: an OIDC_ISSUER of your own needs it.",
  );
  expect(
    refusalOf({
      OIDC_ISSUER: "https://issuer.example",
      OIDC_CLIENT_ID: "me",
      OIDC_CLIENT_SECRET: "a secret",
    }),
  ).toBe("OIDC_AUDIENCE is missing: an OIDC_ISSUER of your own needs it.");
});

it("draws with the storyteller, with an image server and its model, or not at all", () => {
  expect(readSettings({}, {}).AI_IMAGE_PROVIDER).toBe("openai-compatible");
  expect(readSettings({ AI_IMAGE_PROVIDER: "none" }, {}).AI_IMAGE_PROVIDER).toBe("none");
  expect(refusalOf({ AI_IMAGE_BASE_URL: "http://127.0.0.1:7860/v1" })).toMatch(/^AI_IMAGE_MODEL is missing/u);
  expect(refusalOf({ AI_IMAGE_PROVIDER: "workers-ai" })).toMatch(
    /^AI_IMAGE_PROVIDER must be openai-compatible or none on this/u,
  );
});

it("wants all of a Stripe account of one's own", () => {
  expect(refusalOf({ STRIPE_SECRET_KEY: "sk_test_mine" })).toBe(
    "STRIPE_WEBHOOK_SECRET is missing: a Stripe account of your own needs it.",
  );
  expect(refusalOf({ STRIPE_SECRET_KEY: "sk_test_mine", STRIPE_WEBHOOK_SECRET: "whsec_mine" })).toBe(
    "STRIPE_PRICE_PREMIUM is missing: a Stripe account of your own needs it.",
  );
});

it("wants a server with a model, but for the storyteller", () => {
  expect(refusalOf({ AI_MODEL: "llama" })).toBe("AI_BASE_URL is missing: an AI_MODEL belongs to a server.");
  expect(readSettings({ AI_MODEL: "booky-storyteller" }, {}).AI_MODEL).toBe("booky-storyteller");
});
