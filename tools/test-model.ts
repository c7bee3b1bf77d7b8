import { inProject } from "./paths.ts";
import { runNode } from "./run-node.ts";

/*
 * `npm run test:model`: the types and the tests of packages/local-model on its real engine, which is installed first. Where it can't be
 * installed, a sentence says so, and nothing fails. Arguments go to vitest.
 */

const TSC = "node_modules/typescript/lib/tsc.js";
const VITEST = "node_modules/vitest/vitest.mjs";

if ((await runNode([inProject("packages/local-model/src/main.ts"), "--install"])) === 0) {
  const types = await runNode([TSC, "-p", "packages/local-model"]);
  const tests = await runNode([VITEST, "run", "--project=model", ...process.argv.slice(2)]);
  process.exitCode = types || tests;
} else
  process.stdout.write("The tests of the local model are left out, because its engine is not installed.\n");
