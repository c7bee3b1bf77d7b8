import { ConversationObject } from "./conversation-object.ts";
import { type StoryFacts, StoryScript } from "./story-script.ts";
import { StoryThoughts, type SuggestionResult } from "./story-thoughts.ts";

/** One story: its message log, the reply being written, and everybody who reads it. */
export class StoryObject extends ConversationObject<StoryFacts> {
  readonly #thoughts: StoryThoughts | null;

  constructor(state: DurableObjectState, env: Env) {
    let thoughts: StoryThoughts | null = null;
    super(state, env, new StoryScript(env), (parts) => {
      thoughts = new StoryThoughts(env, parts);
      return thoughts;
    });
    this.#thoughts = thoughts;
  }

  /** What the person could write next; see `StoryThoughts.suggest`. */
  async suggest(options: { another: boolean }): Promise<SuggestionResult> {
    return (await this.#thoughts?.suggest(options.another)) ?? { ok: false, code: "NOT_FOUND" };
  }
}
