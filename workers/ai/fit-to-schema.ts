import type { toJsonSchema } from "@valibot/to-json-schema";
import { isObject } from "#domain/json.ts";

type JsonSchema = ReturnType<typeof toJsonSchema>;

/** The greatest depth at which an answer is changed, however deep its schema is. */
const DEPTH_MAX = 8;

/**
 * An answer that is changed to fit its schema if its meaning is clear: a list without the object around it, one item in place
 * of a list, `null` for an empty list, a name in another spelling (`current_location`), a number in quotes, a word for an
 * object with a name, texts for one text. Items of a list that can't be used are left out, and so is what may be missing. Anything else
 * stays as it is, and the schema judges it.
 */
export function fitToSchema(value: unknown, schema: JsonSchema): unknown {
  return fitValue(value, schema, DEPTH_MAX);
}

function fitValue(value: unknown, schema: JsonSchema, depth: number): unknown {
  if (depth === 0) return value;
  const choice = findChoice(schema);
  if (choice) return value === null || isNothing(value) ? null : fitValue(value, choice, depth);
  switch (schema.type) {
    case "object":
      return fitObject(value, schema, depth);
    case "array":
      return fitList(value, schema, depth);
    case "string":
      return fitText(value, schema);
    case "number":
    case "integer":
      return fitNumber(value);
    default:
      return value;
  }
}

/** What else than `null` a value may be. */
function findChoice({ anyOf }: JsonSchema): JsonSchema | undefined {
  return anyOf?.find((one): one is JsonSchema => typeof one === "object" && one.type !== "null");
}

function fitObject(value: unknown, schema: JsonSchema, depth: number): unknown {
  const properties = Object.entries(schema.properties ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === "object",
  );
  const required = properties.filter(([name]) => schema.required?.includes(name));
  const [only] = required;
  if (!isObject(value)) {
    // What the object is about, without the object: a list for {"lines": […]}, a name for {"name": "…"}.
    const isMeant = required.length === 1 && only && Array.isArray(value) === (only[1].type === "array");
    return isMeant && value !== null && value !== undefined
      ? fitValue({ [only[0]]: value }, schema, depth - 1)
      : value;
  }
  const given = new Map(Object.entries(value).map(([name, part]) => [toPlainName(name), part]));
  const isThere = ([name]: [string, JsonSchema]) => given.has(toPlainName(name));
  const [wrapped] = Object.values(value);
  if (required.length > 0 && !required.some(isThere) && given.size === 1 && typeof wrapped === "object") {
    return fitValue(wrapped, schema, depth - 1); // {"answer": {…}}
  }
  return Object.fromEntries(
    properties.filter(isThere).flatMap(([name, part]) => {
      const fitted = fitValue(given.get(toPlainName(name)), part, depth - 1);
      return schema.required?.includes(name) || isUsable(fitted, part) ? [[name, fitted]] : [];
    }),
  );
}

function fitList(value: unknown, schema: JsonSchema, depth: number): unknown {
  if (value === null || value === undefined || value === "") return [];
  const items = schema.items;
  if (typeof items !== "object" || Array.isArray(items)) return value;
  const list = Array.isArray(value) ? value : items.type === "string" ? toWords(value) : [value];
  const fitted = list.map((item) => fitValue(item, items, depth - 1));
  const usable = fitted.filter((item) => isUsable(item, items));
  const mayBeEmpty = list.length === 0 || "default" in schema;
  return usable.length > 0 || mayBeEmpty ? usable : fitted;
}

function toWords(value: unknown): unknown[] {
  return typeof value === "string" ? value.split(/[,;]/u).map((word) => word.trim()) : [value];
}

/** Whether an item of a list, or what may be missing, has the type and all the parts that it must have. */
function isUsable(item: unknown, schema: JsonSchema): boolean {
  const choice = findChoice(schema);
  if (choice) return item === null || isUsable(item, choice);
  switch (schema.type) {
    case "object":
      return isObject(item) && (schema.required ?? []).every((name) => isFilled(item[name]));
    case "array":
      return Array.isArray(item);
    case "string":
      return typeof item === "string" && item.trim() !== "" && (schema.enum?.includes(item) ?? true);
    case "integer":
      return Number.isInteger(item);
    default:
      return true;
  }
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

function fitText(value: unknown, schema: JsonSchema): unknown {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : toText(value);
  if (typeof text !== "string" || !schema.enum) return text;
  const plain = toPlainName(text);
  return schema.enum.find((option) => typeof option === "string" && toPlainName(option) === plain) ?? text;
}

/** The texts in a list or an object of some. */
function toText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const texts = Object.values(value).filter((part) => typeof part === "string");
  return texts.length > 0 ? texts.join(", ") : value;
}

function fitNumber(value: unknown): unknown {
  const number =
    typeof value === "string" && value.trim() !== "" ? Number(value.replace(/[[\]]/gu, "")) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

/** How models write that there is nothing. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "string" && /^(?:null|none|n\/a|unknown|-)?$/iu.test(value.trim()))
  );
}

/** `current_location`, "Current Location" and `currentLocation` are one name. */
function toPlainName(name: string): string {
  return name.replace(/[\s_-]/gu, "").toLowerCase();
}
