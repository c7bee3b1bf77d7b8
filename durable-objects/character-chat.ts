import { CharacterChatKind } from "./character-chat/character-chat-kind.ts";
import { ConversationObject } from "./conversation-object.ts";

/** One chat with a character: its messages, the answer being written, and everybody who reads it. */
export class CharacterChatObject extends ConversationObject<CharacterChatKind> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env, () => new CharacterChatKind(env));
  }
}
