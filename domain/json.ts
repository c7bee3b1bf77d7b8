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

/** An object; anything else counts as an empty one. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A list; anything else counts as an empty one. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that are not `undefined`: spread over others, they leave those as they are for which nothing is said. */
export function pickGiven<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

/** The fields that differ from before. To send only these keeps what another tab has changed of the others. */
export function pickChanged<Fields extends object>(fields: Fields, before: NoInfer<Fields>): Partial<Fields> {
  const old = new Map<string, unknown>(Object.entries(before));
  const isNew = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old.get(name));
  return Object.fromEntries(Object.entries(fields).filter(isNew)) as Partial<Fields>;
}
