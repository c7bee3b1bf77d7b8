import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";

/**
 * Vitest's global setup of the fuzz tests: how many cases they try in all, and the seed that these follow from.
 * `FUZZ_CASES=10000 FUZZ_SEED=1 npm run test:unit -- fuzz` for a long run that can be repeated.
 */
export default function setup(project: TestProject): void {
  const cases = Number(process.env["FUZZ_CASES"] ?? 1_000);
  const seed = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));
  project.provide("fuzz", { cases, seed });
  console.info(`The fuzz tests try ${cases} cases with seed ${seed}.`);
}
