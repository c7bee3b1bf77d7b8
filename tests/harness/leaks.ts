import { readFileSync } from "node:fs";
import path from "node:path";
import { provideSecret } from "#tools/local-secret.ts";
import { LOCAL_STRIPE } from "#tools/local-services.ts";
import { listFiles } from "./list-files.ts";
import type { Product } from "./product.ts";

/** Forbidden values, by the name that a finding reports. */
export type Forbidden = Record<string, string | RegExp>;

/** Personal data that no line of the log may contain. */
const PERSONAL: Forbidden = {
  "an e-mail address": /[\w.-]+@example\.com/u,
  "a token": /eyJ[\w-]{16,}\.[\w-]+/u,
  "a checkout session": /cs_test_\w+/u,
};

/** The forbidden values in a text, as names and line numbers, never the value. */
export function findLeaks(text: string, forbidden: Forbidden): string[] {
  return text.split("\n").flatMap((line, index) =>
    Object.entries(forbidden)
      .filter(([, value]) => (typeof value === "string" ? line.includes(value) : value.test(line)))
      .map(([name]) => `${name} in line ${index + 1}`),
  );
}

/** Secrets and personal data in everything that a product has printed. */
export function findLogLeaks({ output, stateDir }: Pick<Product, "output" | "stateDir">): string[] {
  return findLeaks(output, { ...listSecrets(stateDir), ...PERSONAL });
}

/** Secrets of a product in the build that it served, for the browser and for the Worker. */
export function findBuildLeaks({ stateDir }: Pick<Product, "stateDir">): string[] {
  const secrets = listSecrets(stateDir);
  return listFiles(path.join(stateDir, "build")).flatMap((file) =>
    findLeaks(readFileSync(file, "latin1"), secrets).map((leak) => `${leak} of ${file}`),
  );
}

function listSecrets(stateDir: string): Forbidden {
  return {
    "the payment provider's key": LOCAL_STRIPE.secretKey,
    "the webhooks' secret": LOCAL_STRIPE.webhookSecret,
    "the sign-in's secret": provideSecret(stateDir, "client-secret"),
    "the sessions' secret": provideSecret(stateDir, "session-secret"),
  };
}
