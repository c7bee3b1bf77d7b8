import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LOCAL_OIDC, LOCAL_STRIPE } from "#tools/local-services.ts";
import { inProject } from "#tools/paths.ts";
import { provideSessionSecret } from "#tools/session-secret.ts";
import type { Product } from "./product.ts";

/** What must not be found, by the name that a finding has. */
export type Forbidden = Record<string, string | RegExp>;

/** Of a person, wherever it is written down: no line of the log has any of it. */
const PERSONAL: Forbidden = {
  "an e-mail address": /[\w.-]+@example\.com/u,
  "a token": /eyJ[\w-]{16,}\.[\w-]+/u,
  "a checkout session": /cs_test_\w+/u,
};

/** What a text has of what it must not have: names and line numbers, never the value. */
export function findLeaks(text: string, forbidden: Forbidden): string[] {
  return text.split("\n").flatMap((line, index) =>
    Object.entries(forbidden)
      .filter(([, value]) => (typeof value === "string" ? line.includes(value) : value.test(line)))
      .map(([name]) => `${name} in line ${index + 1}`),
  );
}

/** Secrets and personal data in all that a product has printed. */
export function findLogLeaks({ output, stateDir }: Pick<Product, "output" | "stateDir">): string[] {
  return findLeaks(output, { ...listSecrets(stateDir), ...PERSONAL });
}

/** Secrets of a product in what was built, for the browser and for the Worker. */
export function findBuildLeaks({ stateDir }: Pick<Product, "stateDir">): string[] {
  const secrets = listSecrets(stateDir);
  return listFiles(inProject("build")).flatMap((file) =>
    findLeaks(readFileSync(file, "latin1"), secrets).map((leak) => `${leak} of ${file}`),
  );
}

function listSecrets(stateDir: string): Forbidden {
  return {
    "the payment provider's key": LOCAL_STRIPE.secretKey,
    "the webhooks' secret": LOCAL_STRIPE.webhookSecret,
    "the sign-in's secret": LOCAL_OIDC.clientSecret,
    "the sessions' secret": provideSessionSecret(stateDir),
  };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
