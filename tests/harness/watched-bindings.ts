/*
 * The bindings of a Worker whose calls leave the machine on the platform: D1, KV, R2 and objects. It has no imports, so that
 * the benchmark's Worker can load it as it is.
 */

/** Makes a call, at once or later. `name`: the binding and the method, such as `DB.batch`. */
export type Around = <T>(name: string, call: () => Promise<T>) => Promise<T>;

type Call = (...args: unknown[]) => unknown;

/** Methods of D1, KV and R2 that ask the service; the others only prepare something. */
const ASKING = new Set([
  ...["batch", "exec", "all", "raw", "run", "first"],
  ...["get", "getWithMetadata", "head", "put", "delete", "list"],
]);
/** What only these bindings have. */
const MARKS = ["prepare", "getWithMetadata", "createMultipartUpload", "idFromName"];

/** The environment, with `around` at each call of D1, KV, R2 and objects. */
export function watchBindings<Bindings extends object>(env: Bindings, around: Around): Bindings {
  const watched = Object.entries(env).map(([name, binding]: [string, unknown]) => {
    if (typeof binding !== "object" || binding === null || !MARKS.some((mark) => mark in binding)) {
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
  return new Proxy(store, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (!isCall(value)) return value;
      return (...args: unknown[]) => {
        const call = () => Reflect.apply(value, target, args);
        if (ASKING.has(String(method))) return around(`${name}.${String(method)}`, async () => call());
        const given = call();
        return typeof given === "object" && given !== null && !(given instanceof Promise)
          ? watchStore(name, given, around)
          : given;
      };
    },
  });
}

/** Every method of an object's stub is a call to it. */
function watchObjects<T extends object>(name: string, namespace: T, around: Around): T {
  return new Proxy(namespace, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (!isCall(value)) return value;
      return (...args: unknown[]) => {
        const given = Reflect.apply(value, target, args);
        return (method === "get" || method === "getByName") && typeof given === "object" && given !== null
          ? watchStub(name, given, around)
          : given;
      };
    },
  });
}

function watchStub<T extends object>(name: string, stub: T, around: Around): T {
  return new Proxy(stub, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (!isCall(value) || method === "id" || method === "name") return value;
      return (...args: unknown[]) =>
        around(`${name}.${String(method)}`, async () => Reflect.apply(value, target, args));
    },
  });
}

function isCall(value: unknown): value is Call {
  return typeof value === "function";
}
