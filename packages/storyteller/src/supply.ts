import { MOMENTS, PRESENCE } from "./grammar/moments.ts";
import type { CastMember } from "./grammar/types.ts";
import { curlQuotes } from "./language/text.ts";
import { realise, type Scene } from "./prose.ts";
import { Random } from "./random.ts";
import type { Told } from "./told.ts";

/** Sentences for one passage: what the story has not used yet, with the slots filled. */
export class Supply {
  readonly #random: Random;
  readonly #told: Told;
  readonly #scene: Scene;
  readonly #exchange: number;
  readonly #seed: string;

  constructor(random: Random, told: Told, scene: Scene, exchange: number, seed: string) {
    this.#random = random;
    this.#told = told;
    this.#scene = scene;
    this.#exchange = exchange;
    this.#seed = seed;
  }

  /**
   * One of these texts that this story hasn't used, or null when all are used up. In the story's own order, begun at the
   * exchange's place in it: what was used out of sight then comes last.
   */
  fresh(templates: readonly string[], order: "story" | "any" = "story"): string | null {
    for (const template of order === "any" ? this.#random.shuffle(templates) : this.#inOrder(templates)) {
      if (this.#told.hasTemplate(template)) continue;
      const text = this.realised(template);
      if (text === null || this.#told.hasSentenceOf(curlQuotes(text))) continue;
      this.#told.add(text);
      return text;
    }
    return null;
  }

  /** One that wasn't used, as it is. */
  unused(templates: readonly string[]): string | null {
    return this.#inOrder(templates).find((template) => !this.#told.hasTemplate(template)) ?? null;
  }

  /** A tag may come back in a story, but one that was not heard lately is better. */
  unusedOrAny(templates: readonly string[]): string {
    const unheard = this.#inOrder(templates).find(
      (template) => !this.#told.mentions(template.replace(/\{[^}]*\}/gu, "")),
    );
    return unheard ?? this.#random.pick(templates);
  }

  realised(template: string): string | null {
    return realise(template, this.#scene, this.#told);
  }

  /** A sentence out of thousands, for stories that have used up the rest. */
  moment(): string {
    return this.#combined(() => {
      const { when, what, after } = MOMENTS;
      return `${this.#rare(when)} ${this.#rare(what)}, ${this.#rare(after)}.`;
    });
  }

  /** A sentence that has one of these people in it. */
  presence(known: readonly CastMember[]): string {
    return this.#combined(() => {
      this.#scene.who = this.#random.pick(known);
      return `${this.#rare(PRESENCE.where)}, ${this.#rare(PRESENCE.what)}.`;
    });
  }

  #combined(make: () => string): string {
    for (let tries = 0; tries < 200; tries++) {
      const text = this.realised(make());
      if (text === null || this.#told.hasSentenceOf(curlQuotes(text))) continue;
      this.#told.add(text);
      return text;
    }
    throw new Error("The story has used up every sentence.");
  }

  /** Parts that this story hasn't used yet come first, as long as there are any. */
  #rare(parts: readonly string[]): string {
    const mixed = this.#random.shuffle(parts);
    return mixed.find((part) => !this.#told.hasTemplate(part)) ?? mixed[0] ?? "";
  }

  #inOrder(templates: readonly string[]): readonly string[] {
    const order = new Random(`${this.#seed}|${templates.length}|${templates[0] ?? ""}`).shuffle(templates);
    const start =
      templates.length === 0 ? 0 : (this.#exchange + Math.floor(this.#random.next() * 3)) % templates.length;
    return [...order.slice(start), ...order.slice(0, start)];
  }
}
