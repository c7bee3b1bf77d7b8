import { CharacterChatScript, type CharacterFacts } from "./character-chat-script.ts";
import { ConversationObject } from "./conversation-object.ts";

/** One chat with a character: its message log, the answer being written, and everybody who reads it. */
export class CharacterChatObject extends ConversationObject<CharacterFacts> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env, new CharacterChatScript(env));
  }
}
