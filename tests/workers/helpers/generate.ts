import type { JsonSchema } from "@valibot/to-json-schema";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Which fields are generated. `fewest`: only the required ones; `all`: every one; a number: a random choice with this seed. */
export type Manner = "fewest" | "all" | number;

/** Texts that a person may type. The longer ones are cut to a field's limit. */
const TEXTS = [
  "The radio reads out the name of a boat that was lost years ago.",
  "Жила-была смотрительница маяка, и море ей отвечало по ночам.",
  "灯台守は夜ごとに海の声を聞き、名前を一つずつ書き留めていた。彼女はそれを誰にも話さなかった。",
  'Quotes " and \\ backslashes, <b>tags</b>, {{templates}} and \n lines.',
  "Straße, naïve café, ½ of a 👩‍🚀 and a flag 🏴‍☠️ in one sentence.",
];

/** Values that fit a JSON schema without references. */
export class Generator {
  readonly #manner: Manner;
  #state: number;

  constructor(manner: Manner) {
    this.#manner = manner;
    this.#state = typeof manner === "number" ? manner : 1;
  }

  value(schema: JsonSchema | boolean): Json {
    if (typeof schema === "boolean") return null;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.#pick(schema.enum);
    if (schema.anyOf && schema.type === undefined) return this.value(this.#pick(schema.anyOf));
    switch (schema.type) {
      case "object":
        return this.#object(schema);
      case "array":
        return this.#array(schema);
      case "string":
        return this.#text(schema);
      case "integer":
      case "number":
        return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, this.#below(100)));
      case "boolean":
        return this.#below(2) === 1;
      default:
        return null;
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema): Json {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || this.#isWanted());
    return Object.fromEntries(chosen.map(([name, inner]) => [name, this.value(inner)]));
  }

  #array({ items, enum: options, minItems = 0, maxItems = 3 }: JsonSchema): Json[] {
    if (items === undefined || typeof items === "boolean" || Array.isArray(items) || options) return [];
    const count = Math.max(minItems, this.#manner === "fewest" ? 0 : this.#below(maxItems + 1));
    // Lists of options allow each only once.
    const all = items.enum ?? Array.from({ length: count }, () => this.value(items));
    return [...new Set(all)].slice(0, count);
  }

  #text({ format, pattern, minLength = 0, maxLength = 60, anyOf = [] }: JsonSchema): string {
    if (format === "uri") return "https://talespark.test/somewhere";
    if (format === "date-time") return "2026-01-15T09:30:00.000Z";
    if (pattern !== undefined) return crypto.randomUUID();
    const lengths = anyOf.map((part) => (typeof part === "object" ? (part.minLength ?? 0) : 0));
    const least = Math.max(minLength, ...lengths, 1);
    const most = Math.min(maxLength, least + this.#below(60));
    const characters = [...this.#pick(TEXTS).repeat(Math.ceil(most / 20))].slice(0, most);
    // The product trims a text before it measures it, so the ends must not be spaces.
    return characters.join("").trim().padEnd(least, "x");
  }

  #isWanted(): boolean {
    return this.#manner === "all" || (this.#manner !== "fewest" && this.#below(2) === 1);
  }

  #pick<Item>(options: readonly Item[]): Item {
    const item = options[this.#manner === "fewest" ? 0 : this.#below(options.length)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  }

  /** A linear congruential generator: the same values for the same seed. */
  #below(limit: number): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#state / 2_147_483_648) * limit);
  }
}
