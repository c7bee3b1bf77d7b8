import { expect, it } from "vitest";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { readSettings } from "#tools/settings.ts";

const ISSUER = "https://issuer.example";

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

it.each<[Record<string, string>, string]>([
  [{ PORT: "five" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "65536" }, "PORT must be a whole number from 1 to 65535."],
  [{ SESSION_SECRET: "short" }, "SESSION_SECRET must have at least 32 characters."],
  [{ AI_REPLY_SECONDS: "4" }, "AI_REPLY_SECONDS must be a whole number from 5 to 3600."],
  [{ AI_TEMPERATURE: "hot" }, "AI_TEMPERATURE must be a number from 0 to 2."],
  [{ AI_STOP: "a|b|c" }, "AI_STOP must be two texts at most, separated by |."],
  [{ AI_SERVER: "vllm" }, "AI_SERVER must be ollama, llama.cpp or lm-studio."],
  [
    { AI_PROVIDER: "workers-ai" },
    "AI_PROVIDER must be openai-compatible on this machine: workers-ai needs the AI binding of a deployment.",
  ],
  [
    { AI_IMAGE_PROVIDER: "workers-ai" },
    "AI_IMAGE_PROVIDER must be openai-compatible or none on this machine: workers-ai needs the AI binding of a deployment.",
  ],
  [
    { AI_IMAGE_BASE_URL: "http://127.0.0.1:7860/v1" },
    "AI_IMAGE_MODEL is missing: a server says of none of its models that it draws.",
  ],
  [{ AI_MODEL: "llama" }, "AI_BASE_URL is missing: an AI_MODEL belongs to a server."],
  [{ OIDC_ISSUER: ISSUER }, "OIDC_CLIENT_ID is missing: an OIDC_ISSUER of your own needs it."],
  [
    { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: "me", OIDC_CLIENT_SECRET: "a secret" },
    "OIDC_AUDIENCE is missing: an OIDC_ISSUER of your own needs it.",
  ],
  [
    { STRIPE_SECRET_KEY: "sk_test_mine" },
    "STRIPE_WEBHOOK_SECRET is missing: a Stripe account of your own needs it.",
  ],
  [
    { STRIPE_SECRET_KEY: "sk_test_mine", STRIPE_WEBHOOK_SECRET: "whsec_mine" },
    "STRIPE_PRICE_PREMIUM is missing: a Stripe account of your own needs it.",
  ],
])("%o is refused in one sentence, without its value: %s", (environment, message) => {
  expect(() => readSettings(environment, {})).toThrow(expect.objectContaining({ name: "Refusal", message }));
});

it("draws with the storyteller unless it is told not to, and tells by it without a server", () => {
  expect(readSettings({}, {}).AI_IMAGE_PROVIDER).toBe("openai-compatible");
  expect(readSettings({ AI_IMAGE_PROVIDER: "none" }, {}).AI_IMAGE_PROVIDER).toBe("none");
  expect(readSettings({ AI_MODEL: "booky-storyteller" }, {}).AI_MODEL).toBe("booky-storyteller");
});
