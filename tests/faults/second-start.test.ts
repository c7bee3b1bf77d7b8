import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { aProduct } from "./harness/a-product.ts";

const SECOND_START_LIMIT_MS = 10_000;

it("a second start with nothing changed is healthy within 10 s, with the sessions of the first", async () => {
  const product = await aProduct();
  const secret = await readFile(path.join(product.stateDir, "session-secret"), "utf8");
  await product.stop();

  const started = performance.now();
  await product.startAgain();

  expect(performance.now() - started).toBeLessThan(SECOND_START_LIMIT_MS);
  expect(product.output.match(/Building/g)?.length ?? 0).toBeLessThan(2);
  expect(await readFile(path.join(product.stateDir, "session-secret"), "utf8")).toBe(secret);
});
