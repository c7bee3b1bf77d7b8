import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import type { Database } from "../db/client.ts";
import type { Caller } from "./caller.ts";
import { SESSION_TTL_S } from "./session.ts";
import {
  type LiveSessionRow,
  noteLiveSession,
  recordSessionEnd,
  takeLiveSessions,
  takeLiveSessionsOfUser,
} from "./store.ts";

type ConversationNamespace = DurableObjectNamespace<ConversationObject<unknown>>;

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

  /** To be called before the line opens: a session that ends meanwhile then finds it. A token has no session to end. */
  async opening(caller: Caller, kind: LiveSessionRow["kind"], conversationId: string): Promise<void> {
    if (caller.sessionId === null) return;
    await noteLiveSession(this.#parts.db, {
      sessionId: caller.sessionId,
      conversationId,
      kind,
      userId: caller.userId,
      openedAt: this.#parts.now().toISOString(),
    });
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

  async #close(rows: LiveSessionRow[], sessionId: string | null): Promise<void> {
    await Promise.all(
      rows.map(({ kind, conversationId }) => {
        const objects = this.#parts.objects[kind];
        return objects.get(objects.idFromName(conversationId)).endSession(sessionId);
      }),
    );
  }
}
