import * as v from "valibot";
import { callApi, fetchPage } from "#app/features/api/call-api.ts";
import { type MessagePage, messageSchema } from "#domain/message.ts";

const messagesSchema = v.array(messageSchema);
const suggestionSchema = v.object({ suggestion: v.string() });

/** The server gives a model on the person's own machine 15 minutes. Typing cancels the request. */
const SUGGESTION_GIVE_UP_MS = 16 * 60_000;

/**
 * A page of the path that is read, or of the one that ends with `path`: the latest, or what is older than `before`. `apiPath` is the
 * conversation's address in the API. Throws as `callApi` does.
 */
export async function fetchMessages(
  apiPath: string,
  query: { path?: string; before?: string; limit?: number } = {},
  signal?: AbortSignal,
): Promise<MessagePage> {
  const { answer, next } = await fetchPage(`${apiPath}/messages`, messagesSchema, { query, signal });
  return { messages: answer, before: next?.get("before") ?? null };
}

/** What could be written next. `another`: a different one from the last. Throws as `callApi` does. */
export async function fetchSuggestion(
  path: string,
  { another, signal }: { another: boolean; signal: AbortSignal },
): Promise<string> {
  const query = another ? { another } : {};
  const options = { query, signal, giveUpMs: SUGGESTION_GIVE_UP_MS };
  return (await callApi("POST", `${path}/suggestion`, suggestionSchema, options)).suggestion;
}
