/** Calls to a service outside the Worker: a crash may come at any of them. */
const LEAVING = new Set(["batch", "all", "raw", "run", "list", "put", "delete", "purgeNow", "setImage"]);
/** Calls that return the objects on which such calls are made. */
const LEADING = new Set(["withSession", "prepare", "bind", "get"]);

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
