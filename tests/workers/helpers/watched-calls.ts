import type { Around } from "#tests/harness/watched-bindings.ts";

/** Who watches the calls that objects make to D1, KV, R2 and other objects. `of`: the ids of the objects; `null`: all. */
let watch: { around: Around; of: ReadonlySet<string> | null } = { around: (_, call) => call(), of: null };

/** Passes each call that this object makes; see `Around`. */
export function aroundCallsOf(id: DurableObjectId): Around {
  return (name, call) =>
    watch.of === null || watch.of.has(id.toString()) ? watch.around(name, call) : call();
}

/**
 * Runs something while `around` gets every call that objects make. `of`: these objects alone. Those of earlier tests may still be
 * at work.
 */
export async function whileObjectCalls<T>(
  around: Around,
  run: () => Promise<T>,
  of: readonly DurableObjectId[] | null = null,
): Promise<T> {
  const before = watch;
  watch = { around, of: of && new Set(of.map((id) => id.toString())) };
  try {
    return await run();
  } finally {
    watch = before;
  }
}
