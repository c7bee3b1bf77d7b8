import type { StoryPrompt } from "./prompt-reader.ts";
import { listMet, planStory } from "./story.ts";
import { suggestionFor } from "./tasks/suggestion.ts";
import { upperFirst } from "./text.ts";
import { inTitleCase } from "./title.ts";

/** A JSON value that fits a JSON schema: what the story knows where a property's name says what is meant, else the least. */
export function answerForSchema(schema: unknown, prompt: StoryPrompt): unknown {
  return new Filler(schema, prompt).value(schema, "");
}

/** What a schema may look like here; anything else is an empty object. */
type Schema = Record<string, unknown>;

const DEPTH_MAX = 12; // levels; a schema that contains itself would never end

class Filler {
  readonly #root: unknown;
  readonly #prompt: StoryPrompt;
  #suggested: string | null = null;
  readonly #cast: string[];

  constructor(root: unknown, prompt: StoryPrompt) {
    this.#root = root;
    this.#prompt = prompt;
    this.#cast = listMet(planStory(prompt), prompt).map(({ name }) => name);
  }

  value(given: unknown, name: string, depth = 0): unknown {
    const schema = this.#resolve(given);
    if (depth > DEPTH_MAX) return null;
    if (schema["const"] !== undefined) return schema["const"];
    if (Array.isArray(schema["default"]) || typeof schema["default"] === "string") return schema["default"];
    const choices = schema["enum"];
    if (Array.isArray(choices)) return choices[0] ?? null;
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      const options = schema[key];
      if (!Array.isArray(options) || options.length === 0) continue;
      const useful = options.find((option) => this.#resolve(option)["type"] !== "null");
      return this.value(useful ?? options[0], name, depth + 1);
    }
    const type = Array.isArray(schema["type"])
      ? schema["type"].find((one) => one !== "null")
      : schema["type"];
    switch (type ?? (schema["properties"] === undefined ? "string" : "object")) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, name, depth);
      case "number":
      case "integer":
        return typeof schema["minimum"] === "number" ? schema["minimum"] : 0;
      case "boolean":
        return false;
      case "null":
        return null;
      default:
        return this.#text(schema, name);
    }
  }

  #object(schema: Schema, depth: number): Schema {
    const properties = asSchema(schema["properties"]);
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, this.value(property, name, depth + 1)]),
    );
  }

  #array(schema: Schema, name: string, depth: number): unknown[] {
    const items = schema["items"];
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
    const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : 3;
    if (/character|cast|people|name/iu.test(name)) {
      const members = this.#cast.slice(0, Math.max(most, least));
      return members.map((member) => this.#about(member, items, depth));
    }
    const count = /suggest|option|action|choice/iu.test(name) ? Math.max(least, Math.min(3, most)) : least;
    return Array.from({ length: count }, () => this.value(items, name, depth + 1));
  }

  /** An item of a list of people: the name itself, or an object with it. */
  #about(member: string, items: unknown, depth: number): unknown {
    const schema = this.#resolve(items);
    if (schema["properties"] === undefined) return member;
    const filled = this.#object(schema, depth + 1);
    return "name" in filled ? { ...filled, name: member } : filled;
  }

  #text(schema: Schema, name: string): string {
    const max = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 1000;
    return this.#textFor(name.toLowerCase()).slice(0, max);
  }

  #textFor(name: string): string {
    const { genre, subGenre, character, description, setting, passages } = this.#prompt;
    if (name.includes("title")) return this.#title();
    if (/suggest|action|input|option|choice|next/u.test(name)) return this.#suggestion();
    if (/summary|memory|recap|sofar/u.test(name)) return passages.at(-1)?.split("\n")[0] ?? "";
    if (/location|place|setting/u.test(name))
      return upperFirst(setting || planStory(this.#prompt).genre.place);
    if (/subgenre|sub_genre/u.test(name)) return subGenre;
    if (name.includes("genre")) return genre;
    if (/description|premise/u.test(name)) return description;
    if (/character|protagonist/u.test(name)) return character;
    return "";
  }

  /** What the description is about ("The Missing Brother"), else the genre's. */
  #title(): string {
    const { topics, genre } = planStory(this.#prompt);
    const topic = topics.find((one) => one.split(" ").length > 2);
    return topic === undefined ? genre.title : inTitleCase(topic.replace(/^\w+ /u, "the "));
  }

  /** Another one each time. */
  #suggestion(): string {
    this.#suggested = suggestionFor(this.#prompt, this.#suggested);
    return this.#suggested;
  }

  #resolve(given: unknown): Schema {
    const schema = asSchema(given);
    const reference = schema["$ref"];
    if (typeof reference !== "string" || !reference.startsWith("#/")) return schema;
    let target: unknown = this.#root;
    for (const part of reference.slice(2).split("/")) target = asSchema(target)[part];
    return asSchema(target);
  }
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
