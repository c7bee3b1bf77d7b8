import type { GeneratedImage } from "#domain/message.ts";
import { CharacterChatKind } from "./character-chat/character-chat-kind.ts";
import type { Owner } from "./conversation/record.ts";
import { ConversationObject } from "./conversation-object.ts";

/** One chat with a character: its messages, the answer being written, and everybody who reads it. */
export class CharacterChatObject extends ConversationObject<CharacterChatKind> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env, (parts) => new CharacterChatKind(env, parts));
  }

  /** The chat begins with the character's greetings, as versions of its first message; see `Conversation.beginWith`. */
  begin(owner: Owner, greetings: string[]): void {
    this.conversation.claim(owner);
    this.conversation.beginWith(greetings);
  }

  /** Gives a message its picture; see `Conversation.setImage`. */
  setImage(messageId: string, image: GeneratedImage): { replaced: GeneratedImage | null } | null {
    return this.conversation.setImage(messageId, image);
  }
}
