/** A value of Stripe's form encoding: a text, a list, or fields. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/**
 * Reads Stripe's form encoding, in which brackets give the position of a value: `line_items[0][price]=x` is `{
 * line_items: [{ price: "x" }] }`.
 */
export function parseStripeForm(body: string): { [name: string]: FormValue } {
  const root = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll("]", "").split("[");
    put(root, path, value);
  }
  return toFields(root);
}

type Node = string | Map<string, Node>;

function put(fields: Map<string, Node>, [key = "", ...rest]: string[], value: string): void {
  const name = key === "" ? String(fields.size) : key; // `expand[]=` appends
  if (rest.length === 0) {
    fields.set(name, value);
    return;
  }
  const known = fields.get(name);
  const inner = known instanceof Map ? known : new Map<string, Node>();
  fields.set(name, inner);
  put(inner, rest, value);
}

function toValue(node: Node): FormValue {
  if (typeof node === "string") return node;
  const isList = node.size > 0 && [...node.keys()].every((key) => /^\d+$/u.test(key));
  return isList ? [...node.values()].map(toValue) : toFields(node);
}

function toFields(node: Map<string, Node>): { [name: string]: FormValue } {
  // No prototype, so that a field named `__proto__` is an ordinary field.
  return Object.assign(
    Object.create(null),
    Object.fromEntries([...node].map(([key, value]) => [key, toValue(value)])),
  );
}
