import * as v from "valibot";
import { type ErrorCode, isErrorCode } from "#domain/errors.ts";
import { type MessagePage, messageSchema } from "#domain/message.ts";
import type { Reachability } from "./live-client.ts";

const pageSchema = v.array(messageSchema);
const errorSchema = v.object({ code: v.pipe(v.string(), v.check(isErrorCode)) });

/** A refused call: the code that the server gave, `null` where the answer was none of ours. */
export class MessagesError extends Error {
  override readonly name = "MessagesError";
  readonly code: ErrorCode | null;
  readonly status: number;

  constructor(status: number, code: ErrorCode | null) {
    super(`The messages could not be loaded: ${status} ${code ?? ""}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * A page of the path that is read: the latest, or what is older than `before`. `path` is the conversation's address in
 * the API. Throws MessagesError when refused, TypeError when there is no network.
 */
export async function fetchMessages(
  path: string,
  options: { before?: string; limit?: number } = {},
): Promise<MessagePage> {
  const query = new URLSearchParams();
  if (options.before !== undefined) query.set("before", options.before);
  if (options.limit !== undefined) query.set("limit", String(options.limit));
  const response = await fetch(`${path}/messages?${query}`, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new MessagesError(response.status, await codeOf(response));
  const messages = v.parse(pageSchema, await response.json());
  return { messages, before: olderCursor(response.headers.get("Link")) };
}

/** Why a live line was refused, asked over HTTP: a browser does not tell. */
export async function probeConversation(path: string): Promise<Reachability> {
  try {
    await fetchMessages(path, { limit: 1 });
    return "reachable";
  } catch (error) {
    if (!(error instanceof MessagesError)) return "unreachable";
    if (error.status === 401) return "signed-out";
    return error.status === 404 ? "gone" : "unreachable";
  }
}

/** `before` of the address that `Link: <…>; rel="next"` names. */
export function olderCursor(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return next === undefined ? null : new URL(next, "http://localhost").searchParams.get("before");
}

async function codeOf(response: Response): Promise<ErrorCode | null> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = v.safeParse(errorSchema, body);
  return parsed.success && isErrorCode(parsed.output.code) ? parsed.output.code : null;
}
