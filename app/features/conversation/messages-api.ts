import * as v from "valibot";
import { type MessagePage, messageSchema } from "#domain/message.ts";
import type { Reachability } from "./live/live-client.ts";
import { RefusedError, refusalOf } from "./refused-error.ts";

const pageSchema = v.array(messageSchema);
const suggestionSchema = v.object({ suggestion: v.string() });

/**
 * A page of the path that is read: the latest, or what is older than `before`. `path` is the conversation's address in
 * the API. Throws RefusedError when refused, TypeError when there is no network.
 */
export async function fetchMessages(
  path: string,
  options: { before?: string; limit?: number } = {},
): Promise<MessagePage> {
  const query = new URLSearchParams();
  if (options.before !== undefined) query.set("before", options.before);
  if (options.limit !== undefined) query.set("limit", String(options.limit));
  const response = await fetch(`${path}/messages?${query}`, { headers: { Accept: "application/json" } });
  if (!response.ok) throw await refusalOf(response, "Failed to fetch story messages");
  const messages = v.parse(pageSchema, await response.json());
  return { messages, before: olderCursor(response.headers.get("Link")) };
}

/** Why a live line was refused, asked over HTTP: a browser does not tell. */
export async function probeConversation(path: string): Promise<Reachability> {
  try {
    await fetchMessages(path, { limit: 1 });
    return "reachable";
  } catch (error) {
    if (!(error instanceof RefusedError)) return "unreachable";
    if (error.status === 401) return "signed-out";
    return error.status === 404 ? "gone" : "unreachable";
  }
}

/**
 * What could be written next. `another`: a different one from the last. Throws RefusedError when refused, TypeError when
 * there is no network, and the signal's reason.
 */
export async function fetchSuggestion(
  path: string,
  { another, signal }: { another: boolean; signal: AbortSignal },
): Promise<string> {
  const response = await fetch(`${path}/suggestion${another ? "?another=true" : ""}`, { signal });
  if (!response.ok) throw await refusalOf(response, "Failed to fetch suggestion");
  return v.parse(suggestionSchema, await response.json()).suggestion;
}

/** `before` of the address that `Link: <…>; rel="next"` names. */
export function olderCursor(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return next === undefined ? null : new URL(next, "http://localhost").searchParams.get("before");
}
