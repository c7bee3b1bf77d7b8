/** An object of JSON. */
export type JsonObject = { [key: string]: unknown };

/** What a text of JSON says; `undefined`: it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The names of an object's fields, in their order; it has at least one. */
export function listKeys<Key extends string>(object: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  return Object.keys(object) as [Key, ...Key[]];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
