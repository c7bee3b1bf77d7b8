/*
 * The bindings of a Worker whose calls leave the machine on the platform: D1, KV, R2 and objects. It has no imports, so that
 * the benchmark's Worker can load it as it is.
 */

/** Gets each call and makes it, at once or later. `name`: the binding and the method, such as `DB.batch`. */
export type Around = <T>(name: string, call: () => Promise<T>) => Promise<T>;

type Call = (...args: unknown[]) => unknown;

/** Methods of D1, KV and R2 that ask the service; the others only prepare something. */
const ASKING = new Set([
  ...["batch", "exec", "all", "raw", "run", "first"],
  ...["get", "getWithMetadata", "head", "put", "delete", "list"],
]);
/** Properties of an object's stub that are not methods: a stub returns a function for any other name. */
const PROPERTIES = new Set<string | symbol>(["id", "name"]);
/** Methods that only these bindings have, to recognise them. */
const MARKS = ["prepare", "getWithMetadata", "createMultipartUpload", "idFromName"];

/** The environment, with `around` at each call of D1, KV, R2 and objects. */
export function watchBindings<Bindings extends object>(env: Bindings, around: Around): Bindings {
  const watched = Object.entries(env).map(([name, binding]: [string, unknown]) => {
    if (!isObject(binding) || !MARKS.some((mark) => mark in binding)) {
      return [name, binding];
    }
    return [
      name,
      "idFromName" in binding ? watchObjects(name, binding, around) : watchStore(name, binding, around),
    ];
  });
  return Object.fromEntries(watched);
}

/** Also watches what its methods return: sessions and prepared statements of D1. */
function watchStore<T extends object>(name: string, store: T, around: Around): T {
  return watchMethods(store, (method, call) => {
    if (ASKING.has(method)) return around(`${name}.${method}`, async () => call());
    const given = call();
    return isObject(given) && !(given instanceof Promise) ? watchStore(name, given, around) : given;
  });
}

/** Every method of an object's stub is a call to it. */
function watchObjects<T extends object>(name: string, namespace: T, around: Around): T {
  return watchMethods(namespace, (method, call) => {
    const given = call();
    if ((method !== "get" && method !== "getByName") || !isObject(given)) return given;
    return watchMethods(given, (stubMethod, stubCall) =>
      around(`${name}.${stubMethod}`, async () => stubCall()),
    );
  });
}

/** The object, with `onCall` in place of each call of its methods. */
function watchMethods<T extends object>(
  watched: T,
  onCall: (method: string, call: () => unknown) => unknown,
): T {
  return new Proxy(watched, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (!isCall(value) || PROPERTIES.has(method)) return value;
      return (...args: unknown[]) => onCall(String(method), () => Reflect.apply(value, target, args));
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isCall(value: unknown): value is Call {
  return typeof value === "function";
}
