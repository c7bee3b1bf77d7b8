import { describe, expect, it } from "vitest";
import { parseSettings, SettingsError } from "#workers/settings.ts";
import { TestIssuer } from "./helpers/issuer.ts";
import { settingsFor, TestSite, watchLog } from "./helpers/site.ts";

function environment(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...settingsFor(new TestIssuer()), ...changes };
}

/** The sentence with which settings are refused. */
function refusal(changes: Record<string, unknown>): string {
  try {
    parseSettings(environment(changes));
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return "taken";
}

describe("the settings", () => {
  it.each([
    "OIDC_ISSUER",
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_AUDIENCE",
    "SESSION_SECRET",
    "OPERATOR_NAME",
    "OPERATOR_ADDRESS",
    "SUPPORT_EMAIL",
    "AI_PROVIDER",
    "AI_MODEL",
    "AI_BASE_URL",
  ])("a missing %s is refused by its name", (name) => {
    for (const value of [undefined, "  "]) expect(refusal({ [name]: value })).toBe(`${name} is missing.`);
  });

  it.each([
    ["SESSION_SECRET", "too short", "SESSION_SECRET must have at least 32 characters."],
    ["OIDC_ISSUER", "issuer.example", "OIDC_ISSUER must be an http or https URL."],
    ["AI_PROVIDER", "magic", "AI_PROVIDER must be one of workers-ai, openai-compatible."],
    ["AI_IMAGE_PROVIDER", "magic", "AI_IMAGE_PROVIDER must be one of none, workers-ai, openai-compatible."],
    ["AI_IMAGE_PROVIDER", "workers-ai", "AI_IMAGE_MODEL is missing."],
    ["AI_BASE_URL", "ftp://models", "AI_BASE_URL must be an http or https URL."],
    [
      "APP_ORIGIN",
      "https://talespark.test/app",
      "APP_ORIGIN must be an origin, such as https://talespark.example.",
    ],
    ["SUPPORT_EMAIL", "nobody", "SUPPORT_EMAIL must be an e-mail address."],
  ])("a wrong %s is refused in one sentence", (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence);
  });

  it("only the origin and the model's key may be left out, on Workers AI the model's address too", () => {
    expect(refusal({ APP_ORIGIN: undefined, AI_API_KEY: undefined })).toBe("taken");
    expect(refusal({ AI_PROVIDER: "workers-ai", AI_BASE_URL: undefined })).toBe("taken");
  });

  it("the model for answers in JSON may be left out, whichever the engine", () => {
    for (const AI_PROVIDER of ["workers-ai", "openai-compatible"]) {
      const of = (AI_STRUCTURED_MODEL?: string) =>
        parseSettings(environment({ AI_PROVIDER, AI_STRUCTURED_MODEL })).AI_STRUCTURED_MODEL;
      expect([of(), of(" "), of("one")]).toEqual([undefined, undefined, "one"]);
    }
  });

  it("pictures need an engine of their own, and are off without it", () => {
    expect(parseSettings(environment()).AI_IMAGE_PROVIDER).toBe("none");
    expect(parseSettings(environment({ AI_IMAGE_PROVIDER: " " })).AI_IMAGE_PROVIDER).toBe("none");
    const own = { AI_IMAGE_PROVIDER: "openai-compatible", AI_IMAGE_MODEL: "one" };
    expect(refusal(own)).toBe("AI_IMAGE_BASE_URL is missing.");
    expect(parseSettings(environment({ ...own, AI_IMAGE_BASE_URL: "http://images" }))).toMatchObject({
      ...own,
      AI_PROVIDER: "openai-compatible",
    });
  });

  it("take no payments without a key, and want all of it with one", () => {
    const stripe = {
      STRIPE_SECRET_KEY: "sk_test_mine",
      STRIPE_WEBHOOK_SECRET: "whsec_mine",
      STRIPE_PRICE_PREMIUM: "price_new, price_old",
    };
    expect(parseSettings(environment())).not.toHaveProperty("STRIPE_SECRET_KEY");
    expect(parseSettings(environment(stripe))).toMatchObject({
      STRIPE_PRICE_PREMIUM: ["price_new", "price_old"],
      STRIPE_API_BASE: "https://api.stripe.com",
    });
    for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_PREMIUM"]) {
      expect(refusal({ ...stripe, [name]: undefined })).toBe(`${name} is missing.`);
    }
    expect(refusal({ ...stripe, STRIPE_PRICE_PREMIUM: "prod_1" })).toBe(
      "STRIPE_PRICE_PREMIUM must be ids of prices, such as price_1a2b3c.",
    );
  });

  it("stop all serving while one is wrong, and one log line names it without its value", async () => {
    const log = watchLog();
    const site = new TestSite({ SESSION_SECRET: "hunter2" });

    const page = await site.fetch("/stories");
    const lines = log.texts.splice(0);
    const call = await site.fetch("/api/health");
    log.restore();

    expect(page.status).toBe(500);
    expect(page.headers.get("Content-Type")).toContain("text/plain");
    expect(call.status).toBe(500);
    expect(await call.json()).toMatchObject({ code: "INTERNAL" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("SESSION_SECRET must have at least 32 characters.");
    expect(lines[0]).not.toContain("hunter2");
  });
});
