import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import type { ChatConfig } from "#domain/chat.ts";

const createdSchema = v.object({ chatId: v.string() });

type ChatInput = {
  characterId: string;
  /** Absent: `Chat with` and the character's name. */
  title?: string;
  config?: ChatConfig;
  /** Sent again with the same, it is the same chat. */
  requestId: string;
};

/**
 * Creates a chat and gives its id. Throws as `callApi` does. In a file of its own: the other calls about chats need the
 * schemas of messages, which the characters page has no use for.
 */
export async function createChat(input: ChatInput): Promise<string> {
  return (await callApi("POST", "/api/character-chats", createdSchema, { body: input })).chatId;
}
