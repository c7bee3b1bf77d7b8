import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import type { LatestFacts } from "#app/features/conversation/live/conversation-facts.ts";
import type { AppError } from "#domain/errors.ts";
import { generatedImageSchema, messageSchema } from "#domain/message.ts";

const chatSchema = v.object({ chatId: v.string(), title: v.string(), description: v.string() });
const openedSchema = v.object({ chat: chatSchema, messages: v.array(messageSchema) });
const pictureSchema = v.object({ messageId: v.string(), generatedImage: generatedImageSchema });

/** A painter has 60 s, and the picture is stored afterwards. */
const PICTURE_GIVE_UP_MS = 75_000;

export function toChatPath(chatId: string): string {
  return `/api/character-chats/${chatId}`;
}

/** Throws as `callApi` does. */
export async function deleteChat(chatId: string): Promise<void> {
  await callApi("DELETE", toChatPath(chatId), v.unknown());
}

/** Asks for a picture of the latest scene; it also arrives over the live connection. Throws as `callApi` does. */
export async function askForPicture(chatId: string): Promise<void> {
  await callApi("POST", `${toChatPath(chatId)}/picture`, pictureSchema, { giveUpMs: PICTURE_GIVE_UP_MS });
}

/** A chat's facts and last messages as they are now. Throws as `callApi` does. */
export async function fetchLatestChat(chatId: string, signal: AbortSignal): Promise<LatestFacts> {
  const { chat, messages } = await callApi("GET", toChatPath(chatId), openedSchema, { signal });
  return { messages, facts: toFacts(chat) };
}

/** A chat has no places and no cast. */
export function toFacts({ title, description }: { title: string; description: string }) {
  return { title, description, status: "active", currentLocation: null, cast: [] } as const;
}

/** The specification's sentences for a change of a chat that failed; another one where the chat is not there any more. */
export function toChangeFailureText(change: "update" | "delete", { code }: AppError): string {
  if (code !== "NOT_FOUND") return `Failed to ${change} chat`;
  return change === "delete" ? "Cannot delete chat at this time" : "Cannot edit chat at this time";
}
