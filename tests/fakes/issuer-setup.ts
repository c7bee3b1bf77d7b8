import type { TestProject } from "vitest/node";
import { startFakeIssuer } from "./issuer.ts";

/** Vitest's global setup: one fake issuer for all workerd tests; `inject("fakeIssuer")` returns its address. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const issuer = await startFakeIssuer();
  project.provide("fakeIssuer", issuer.url);
  return issuer.close;
}

declare module "vitest" {
  export interface ProvidedContext {
    fakeIssuer: string;
  }
}
