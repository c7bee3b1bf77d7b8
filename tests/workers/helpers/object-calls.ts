import type { Around } from "#tests/harness/watched-bindings.ts";

/** What the objects' own calls of D1, KV, R2 and other objects pass. */
let around: Around = (_, call) => call();

/** Passes each call that any object makes; see `Around`. */
export const aroundObjectCalls: Around = (name, call) => around(name, call);

/** Runs something while `watch` gets every call that objects make. */
export async function whileObjectCalls<T>(watch: Around, run: () => Promise<T>): Promise<T> {
  const before = around;
  around = watch;
  try {
    return await run();
  } finally {
    around = before;
  }
}
