import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";

/** `npm test` always tries the same cases, so that it fails only because of a change. A longer run has a random seed. */
const CASES = 500;
const SEED = 990_776_547;

/**
 * Vitest's global setup of the fuzz tests: how many cases they try in all, and the seed that these follow from.
 * `FUZZ_CASES=10000 FUZZ_SEED=1 npm run test:unit -- fuzz` for a long run that can be repeated.
 */
export default function setup(project: TestProject): void {
  const cases = Number(process.env["FUZZ_CASES"] ?? CASES);
  const seed = Number(process.env["FUZZ_SEED"] ?? (cases > CASES ? randomInt(2 ** 31) : SEED));
  project.provide("fuzz", { cases, seed });
  console.info(`The fuzz tests try ${cases} cases with seed ${seed}.`);
}
