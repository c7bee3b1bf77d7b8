import type { Owner } from "./conversation/record.ts";
import { ConversationObject } from "./conversation-object.ts";
import type { SuggestionResult } from "./story/jobs/suggestion.ts";
import { StoryKind, type StoryRecollection } from "./story/story-kind.ts";

/** One story: its messages, the reply being written, and everybody who reads it. */
export class StoryObject extends ConversationObject<StoryKind> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env, (parts) => new StoryKind(env, parts));
  }

  /** What the person could write next; see `SuggestionJob.suggest`. */
  suggest(options: { another: boolean }): Promise<SuggestionResult> {
    return this.conversation.kind.suggest(options);
  }

  /** What somebody of the story knows of it now; see `StoryKind.recall`. */
  recall(owner: Owner): StoryRecollection {
    this.conversation.claim(owner);
    return this.conversation.kind.recall();
  }

  /** What the person is shown at this place already; see `SuggestionJob.findShown`. */
  findShownSuggestion(): string | null {
    return this.conversation.kind.findShownSuggestion();
  }
}
