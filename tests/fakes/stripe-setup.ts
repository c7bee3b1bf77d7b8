import type { TestProject } from "vitest/node";
import { startStripe } from "./stripe.ts";

/** Vitest's global setup: one payment emulator for all workerd tests; `inject("stripeUrl")` returns its address. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stripe = await startStripe();
  project.provide("stripeUrl", stripe.url);
  return stripe.close;
}

declare module "vitest" {
  export interface ProvidedContext {
    stripeUrl: string;
  }
}
