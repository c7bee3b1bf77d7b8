import { AppError } from "#domain/errors.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { findSessionEpoch } from "../accounts/store.ts";
import type { Database } from "../db/client.ts";
import { SESSION_TTL_S } from "./session.ts";
import {
  findSessionEnd,
  forgetLiveSessions,
  type LiveReaders,
  type LiveSessionRow,
  listLiveSessions,
  recordOpenedSession,
  recordSessionEnd,
} from "./store.ts";

export type ConversationObjects = Record<LiveSessionRow["kind"], DurableObjectNamespace<ConversationObject>>;

type LiveSessionsParts = {
  db: Database;
  objects: ConversationObjects;
  now: () => Date;
};

/** Which live connections belong to which session, so that they end with it. */
export class LiveSessions {
  readonly #parts: LiveSessionsParts;

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts;
  }

  /**
   * Records that a session opens a connection, if the conversation is its person's. Call it before the connection is opened: a
   * sign-out in between then finds it. Throws UNAUTHENTICATED when the session has just ended.
   */
  async recordOpening(
    session: { id: string; epoch: number | undefined },
    conversation: Pick<LiveSessionRow, "kind" | "conversationId" | "userId">,
  ): Promise<void> {
    const { db } = this.#parts;
    const openedAt = this.#parts.now().toISOString();
    // A sign-out since the session was read did not find this record yet: so the session is read once more.
    const [, ended, [user]] = await db.batch([
      recordOpenedSession(db, { sessionId: session.id, openedAt, ...conversation }),
      findSessionEnd(db, session.id),
      findSessionEpoch(db, conversation.userId),
    ]);
    if (ended.length > 0 || user?.sessionEpoch !== session.epoch) throw new AppError("UNAUTHENTICATED");
  }

  /** Ends a session at every location at once, and closes its connections. */
  async end(sessionId: string): Promise<void> {
    const now = this.#parts.now();
    const before = new Date(now.getTime() - 2 * SESSION_TTL_S * 1000);
    await recordSessionEnd(this.#parts.db, sessionId, {
      now: now.toISOString(),
      before: before.toISOString(),
    });
    await this.#close({ sessionId }, sessionId);
  }

  /** Closes every connection of a user whose sessions have all ended. */
  async closeAll(userId: string): Promise<void> {
    await this.#close({ userId }, null);
  }

  /** A connection that could not be closed stays recorded, also if this stops in the middle: the next sign-out tries again. */
  async #close(readers: LiveReaders, sessionId: string | null): Promise<void> {
    const { db } = this.#parts;
    const rows = await listLiveSessions(db, readers);
    const results = await Promise.allSettled(
      rows.map(({ kind, conversationId }) => {
        const end = () => this.#parts.objects[kind].getByName(conversationId).endSession(sessionId);
        return end().catch(end); // a deploy may reset the object in the middle of the call
      }),
    );
    const closed = rows.filter((_, index) => results[index]?.status === "fulfilled");
    await forgetLiveSessions(db, readers, closed);
  }
}
