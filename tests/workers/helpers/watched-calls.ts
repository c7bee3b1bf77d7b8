import type { Around } from "#tests/harness/watched-bindings.ts";

/** Calls to a service outside the Worker: a crash may come at any of them. */
const LEAVING = new Set(["batch", "all", "raw", "run", "list", "put", "delete", "purgeNow", "setImage"]);
/** Calls that return the objects on which such calls are made. */
const LEADING = new Set(["withSession", "prepare", "bind", "get", "getByName"]);

type Call = (...args: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === "function";

/**
 * A binding, or an environment of bindings, whose calls can be counted and cut off: `around` gets each outside call by
 * name, and decides whether it is made and whether its answer arrives.
 */
export function watchCalls<T extends object>(
  target: T,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): T {
  return new Proxy(target, {
    get(_, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value === "object" && value !== null) return watchCalls(value, around);
      if (!isCall(value) || typeof property !== "string") return value;
      return (...args: unknown[]) => {
        const call = (): unknown => Reflect.apply(value, target, args);
        if (LEAVING.has(property)) return around(property, async () => call());
        const given = call();
        const leads = LEADING.has(property) && typeof given === "object" && given !== null;
        return leads && !(given instanceof Promise) ? watchCalls(given, around) : given;
      };
    },
  });
}

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
