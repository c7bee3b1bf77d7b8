import type { TestProject } from "vitest/node";
import { startScriptedModelServer } from "./scripted-model-server.ts";

/** Vitest's global setup: one scripted model server for all workerd tests; `inject("modelUrl")` returns its address. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startScriptedModelServer();
  project.provide("modelUrl", server.url);
  return server.close;
}

declare module "vitest" {
  export interface ProvidedContext {
    modelUrl: string;
  }
}
