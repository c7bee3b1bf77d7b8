/** JSON Schema, as requests have it. */
export type JsonSchema = { readonly [key: string]: unknown };

/** The engine repeats a rule for each character of a text with a length. Longer ones are left to the prompt and to `max_tokens`. */
const LENGTH_MOST = 1_000;
const KEPT = ["type", "enum", "const", "minItems", "maxItems", "description"] as const;

/**
 * A schema as the engine's grammar knows it: alternatives under one name, no words that it does not know, and no text that is too long for
 * a rule. All fields of an object are written.
 */
export function toGrammarSchema(schema: JsonSchema): JsonSchema {
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) return { oneOf: alternatives.filter(isSchema).map(toGrammarSchema) };
  const { properties, items, additionalProperties, minLength, maxLength } = schema;
  const isShort = typeof maxLength === "number" && maxLength <= LENGTH_MOST;
  return {
    ...Object.fromEntries(KEPT.flatMap((key) => (key in schema ? [[key, schema[key]]] : []))),
    ...(isShort ? { maxLength } : {}),
    ...(typeof minLength === "number" && minLength <= LENGTH_MOST ? { minLength } : {}),
    ...(isSchema(items) ? { items: toGrammarSchema(items) } : {}),
    ...(additionalProperties === true ? { additionalProperties } : {}),
    ...(isSchema(additionalProperties)
      ? { additionalProperties: toGrammarSchema(additionalProperties) }
      : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).flatMap(([name, value]) =>
              isSchema(value) ? [[name, toGrammarSchema(value)]] : [],
            ),
          ),
        }
      : {}),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
