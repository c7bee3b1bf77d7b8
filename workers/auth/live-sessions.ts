import { AppError } from "#domain/errors.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { sessionEpochOf } from "../accounts/store.ts";
import type { Database } from "../db/client.ts";
import type { Caller } from "./caller.ts";
import { SESSION_TTL_S } from "./session.ts";
import {
  endOfSession,
  type LiveSessionRow,
  noteLiveSession,
  recordSessionEnd,
  takeLiveSessions,
  takeLiveSessionsOfUser,
} from "./store.ts";

type ConversationNamespace = DurableObjectNamespace<ConversationObject>;

type LiveSessionsParts = {
  db: Database;
  objects: Record<LiveSessionRow["kind"], ConversationNamespace>;
  now: () => Date;
};

/** Which live lines hang on which session, so that they end with it. */
export class LiveSessions {
  readonly #parts: LiveSessionsParts;

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts;
  }

  /**
   * To be called before the line opens: a session that ends meanwhile then finds it. A token has no session to end. Throws
   * UNAUTHENTICATED when the session has just ended.
   */
  async opening(caller: Caller, kind: LiveSessionRow["kind"], conversationId: string): Promise<void> {
    const { sessionId, sessionEpoch, userId } = caller;
    if (sessionId === null) return;
    const { db } = this.#parts;
    const openedAt = this.#parts.now().toISOString();
    // A sign-out between the look at the session and this note has taken the notes already: so it is looked at once more.
    const [, ended, [user]] = await db.batch([
      noteLiveSession(db, { sessionId, conversationId, kind, userId, openedAt }),
      endOfSession(db, sessionId),
      sessionEpochOf(db, userId),
    ]);
    if (ended.length > 0 || user?.sessionEpoch !== sessionEpoch) throw new AppError("UNAUTHENTICATED");
  }

  /** Ends a session at every edge at once, and closes its lines. */
  async end(sessionId: string): Promise<void> {
    const now = this.#parts.now();
    const before = new Date(now.getTime() - 2 * SESSION_TTL_S * 1000);
    await recordSessionEnd(this.#parts.db, sessionId, {
      now: now.toISOString(),
      before: before.toISOString(),
    });
    await this.#close(await takeLiveSessions(this.#parts.db, sessionId), sessionId);
  }

  /** Closes every line of a user whose sessions have all been ended. */
  async closeAll(userId: string): Promise<void> {
    await this.#close(await takeLiveSessionsOfUser(this.#parts.db, userId), null);
  }

  /** A line that could not be closed is kept on record: the next sign-out tells it again. */
  async #close(rows: LiveSessionRow[], sessionId: string | null): Promise<void> {
    const results = await Promise.allSettled(
      rows.map(({ kind, conversationId }) => {
        const objects = this.#parts.objects[kind];
        const end = () => objects.get(objects.idFromName(conversationId)).endSession(sessionId);
        return end().catch(end); // a deploy may reset the object in the middle of the call
      }),
    );
    const failed = rows.filter((_, index) => results[index]?.status === "rejected");
    for (const row of failed) await noteLiveSession(this.#parts.db, row);
  }
}
