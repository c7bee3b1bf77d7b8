import type { TestProject } from "vitest/node";
import { startFakeIssuer } from "./issuer.ts";
import { startScriptedModelServer } from "./scripted-model-server.ts";
import { startStripe } from "./stripe.ts";

/** Vitest's global setup: one of each fake service for all workerd tests, which `inject` the addresses. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const issuer = await startFakeIssuer();
  const model = await startScriptedModelServer();
  const stripe = await startStripe();
  project.provide("fakeIssuer", issuer.url);
  project.provide("modelUrl", model.url);
  project.provide("stripeUrl", stripe.url);
  return async () => {
    await Promise.all([issuer.close(), model.close(), stripe.close()]);
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    fakeIssuer: string;
    modelUrl: string;
    stripeUrl: string;
  }
}
