import { desc, eq, sql } from "drizzle-orm";
import type { ErrorCode } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import { type ObjectDatabase, placeRow } from "./database.ts";
import type { ConversationRow } from "./record.ts";
import { conversation, knownFacts, type TurnState, turns } from "./schema.ts";

export type Turn = typeof turns.$inferSelect;
export type TurnEnd = { state: Exclude<TurnState, "generating">; errorCode: ErrorCode | null };

/** The key of the mark; see `markReserving`. */
const MARK = "reserving";

/**
 * The turns of a conversation on disk, and the mark of one that is not paid for yet. At most one is active. It is found through the
 * conversation's row, so that the cost does not grow with the number of turns.
 */
export class TurnStore {
  readonly #db: ObjectDatabase;
  readonly #storage: Pick<DurableObjectStorage, "put" | "kv">;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ObjectDatabase, storage: Pick<DurableObjectStorage, "put" | "kv">) {
    this.#db = db;
    this.#storage = storage;
    this.#statements = prepare(db);
  }

  get(requestId: string): Turn | null {
    return this.#statements.byId.get({ requestId }) ?? null;
  }

  /** The latest turns, newest first, in the order in which they were asked for; no index is needed for it. */
  findLatest(most: number): Pick<Turn, "kind" | "state" | "askedAt">[] {
    return this.#statements.latest.all({ most });
  }

  active(): Turn | null {
    return this.#statements.active.get()?.turn ?? null;
  }

  /** The turn of a request that is not accepted yet. Stores nothing. */
  plan(
    { targetId: _, afterId: __, ...request }: AskedTurn,
    { parentId, avoidId }: Pick<Turn, "parentId" | "avoidId">,
    { userId, nextReplyId, headId }: Pick<ConversationRow, "userId" | "nextReplyId" | "headId">,
  ): Turn {
    return {
      ...request,
      userId,
      headBeforeId: headId,
      parentId,
      avoidId,
      replyId: nextReplyId,
      state: "generating",
      userMessageId: null,
      text: "",
      attempt: 1,
      errorCode: null,
      isStopFree: true,
      askedAt: Date.now(),
      acceptedAt: null,
    };
  }

  /**
   * Stores the turn, makes it active and moves the head to the person's message: from here on it reaches one of its end states, whatever
   * happens.
   */
  accept(
    turn: Turn,
    { userMessageId, isStopFree }: { userMessageId: string | null; isStopFree: boolean },
  ): Turn {
    const parentId = userMessageId ?? turn.parentId;
    const accepted = { ...turn, isStopFree, userMessageId, parentId, acceptedAt: Date.now() };
    this.#statements.accept.run(accepted);
    this.#statements.activate.run({ ...accepted, nextReplyId: createId() });
    return accepted;
  }

  /**
   * Gives up a turn that was not accepted: the same request may come again, under another reply id, because the refund of this one
   * may come late. The next turn has no speculative call.
   */
  discard(): void {
    this.#db.update(conversation).set({ nextReplyId: createId() }).run();
    this.saveFacts(null);
  }

  /**
   * Stores that Sparks are being reserved for a reply. Nothing waits until it is on the disk, so a crash at that moment may lose it. It
   * needs no removal: the acceptance and the refund of a turn both give the next reply another id.
   */
  async markReserving(replyId: string): Promise<void> {
    await this.#storage.put(MARK, replyId, { allowUnconfirmed: true });
  }

  /** The next reply, if an earlier instance crashed between the reservation of its Sparks and its acceptance; else `null`. */
  findAbandoned({ nextReplyId }: Pick<ConversationRow, "nextReplyId">): string | null {
    return this.#storage.kv.get<string>(MARK) === nextReplyId ? nextReplyId : null;
  }

  /** The facts of the last paid prompt, from which the next model may be called before D1 answers; `null`: it must not be. */
  findFacts(): string | null {
    return this.#db.select().from(knownFacts).get()?.facts ?? null;
  }

  /** Stores them. If they are the same as before, no row is written. */
  saveFacts(facts: string | null): void {
    if (facts === null) this.#statements.forgetFacts.run();
    else this.#statements.saveFacts.run({ facts });
  }

  appendText(requestId: string, text: string): void {
    this.#statements.appendText.run({ requestId, text });
  }

  beginAttempt(turn: Turn, attempt: number): Turn {
    this.#db.update(turns).set({ attempt }).where(eq(turns.requestId, turn.requestId)).run();
    return { ...turn, attempt };
  }

  end(requestId: string, end: TurnEnd): void {
    this.#statements.end.run({ ...end, requestId });
  }
}

/** The statements of every window and every turn, built once: to build one costs several times as much as to run it. */
function prepare(db: ObjectDatabase) {
  const { placeholder } = sql;
  const byId = eq(turns.requestId, placeholder("requestId"));
  return {
    accept: db.insert(turns).values(placeRow(turns)).prepare(),
    activate: db
      .update(conversation)
      .set({
        activeRequestId: sql`${placeholder("requestId")}`,
        nextReplyId: sql`${placeholder("nextReplyId")}`,
        headId: sql`coalesce(${placeholder("userMessageId")}, ${conversation.headId})`,
      })
      .prepare(),
    forgetFacts: db.delete(knownFacts).prepare(),
    saveFacts: db
      .insert(knownFacts)
      .values({ id: 1, facts: placeholder("facts") })
      .onConflictDoUpdate({
        target: knownFacts.id,
        set: { facts: sql`excluded.facts` },
        setWhere: sql`${knownFacts.facts} IS NOT excluded.facts`,
      })
      .prepare(),
    byId: db.select().from(turns).where(byId).prepare(),
    latest: db
      .select({ kind: turns.kind, state: turns.state, askedAt: turns.askedAt })
      .from(turns)
      .orderBy(desc(sql`rowid`))
      .limit(placeholder("most"))
      .prepare(),
    active: db
      .select({ turn: turns })
      .from(conversation)
      .innerJoin(turns, eq(turns.requestId, conversation.activeRequestId))
      .prepare(),
    appendText: db
      .update(turns)
      .set({ text: sql`${turns.text} || ${placeholder("text")}` })
      .where(byId)
      .prepare(),
    end: db
      .update(turns)
      .set({
        state: sql`${placeholder("state")}`,
        errorCode: sql`${placeholder("errorCode")}`,
        text: "",
      })
      .where(byId)
      .prepare(),
  };
}
