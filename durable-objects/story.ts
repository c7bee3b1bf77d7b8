import { ConversationObject } from "./conversation-object.ts";
import { type StoryFacts, StoryScript } from "./story-script.ts";

/** One story: its message log, the reply being written, and everybody who reads it. */
export class StoryObject extends ConversationObject<StoryFacts> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env, new StoryScript(env));
  }
}
