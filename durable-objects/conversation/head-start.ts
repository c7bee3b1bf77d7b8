import { createId } from "#domain/ids.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import type { BuiltPrompt, ConversationKind, ReplyContext } from "./conversation-kind.ts";
import type { ObjectDatabase } from "./database.ts";
import type { PreparedReply } from "./generation.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { ConversationRow } from "./record.ts";
import { knownFacts } from "./schema.ts";
import { keepRead } from "./table-changes.ts";
import type { Turn } from "./turn-log.ts";
import { type HeadStartLoss, reportFault, reportLostHeadStart } from "./turn-report.ts";

/**
 * There is a head start only if the last reservation left more Sparks than this. The person's other conversations may have used some
 * since then. If the turn is refused because of that, the call of the model is wasted.
 */
export const HEAD_START_SPARKS = 5;
/**
 * A head start begins if D1 has not answered after this time. If D1 is near, it answers sooner. Then a head start would only delay
 * the acceptance, because building the prompt blocks the object.
 */
export const HEAD_START_AFTER_MS = 10;
/** Longer facts are not stored: a character card may be as long as a book. In UTF-16 code units. */
export const FACTS_MAX = 256 * 1024;

/** What one reservation has read: the facts of the prompt (all but the messages), as JSON, and the Sparks that are left. */
export type Reservation = { facts: string; sparksLeft: number };

/** A reply whose model was asked before the turn is paid for. */
export type HeadStart = {
  /** The facts of its prompt. */
  facts: string;
  /** The person's message in its prompt, which must be stored as it is; `null` for a turn without one. */
  message: MessageRow | null;
  reply: PreparedReply;
  /** Ends the call of the model and logs why it was wasted. */
  drop: (loss: HeadStartLoss) => void;
};

type HeadStartParts = {
  db: ObjectDatabase;
  kind: Pick<ConversationKind, "recallPrompt">;
  tree: Pick<MessageTree, "get" | "preview">;
  /** Asks the model. */
  prepare: (context: ReplyContext, prompt: BuiltPrompt) => PreparedReply;
  waitUntil: (promise: Promise<unknown>) => void;
};

/**
 * Asks the model while D1 is still reserving the turn's Sparks. It needs the facts and the Sparks of the last reservation. Nothing of
 * the reply is stored or sent before the reservation is confirmed. If a turn is refused, the next turn has no head start: first
 * another reservation must be confirmed. So at most one call of the model is wasted between two paid replies.
 */
export class HeadStarts {
  readonly #parts: HeadStartParts;
  /** The stored facts; `null`: there are none. */
  readonly #findFacts: () => string | null;

  constructor(parts: HeadStartParts) {
    this.#parts = parts;
    const { db } = parts;
    this.#findFacts = keepRead(
      db.changes,
      knownFacts,
      () => db.select().from(knownFacts).get()?.facts ?? null,
    );
  }

  /** `null`: no facts are stored, too few Sparks were left, or the prompt's window has to move on. Stores nothing and never throws. */
  begin(turn: Turn, row: ConversationRow): HeadStart | null {
    const { sparksLeft, exchangeCount } = row;
    if (sparksLeft === null || sparksLeft <= HEAD_START_SPARKS) return null;
    const facts = this.#findFacts();
    if (facts === null) return null;
    try {
      return this.#begin(turn, exchangeCount, facts);
    } catch (error) {
      reportFault("turn.head-start", turn, row, error); // the turn goes on without it
      return null;
    }
  }

  /** Stores the facts of a confirmed reservation. Call it in the transaction that accepts the turn. `null`: nothing was reserved. */
  note(reservation: Reservation | null): void {
    if (reservation === null) return;
    const facts = reservation.facts.length > FACTS_MAX ? null : reservation.facts;
    if (facts === this.#findFacts()) return;
    const { db } = this.#parts;
    if (facts === null) {
      // Every head start with the earlier facts would be wasted.
      db.delete(knownFacts).run();
    } else {
      const row = { id: 1, facts };
      db.insert(knownFacts).values(row).onConflictDoUpdate({ target: knownFacts.id, set: row }).run();
    }
  }

  #begin(turn: Turn, exchangeCount: number, facts: string): HeadStart | null {
    const { tree, kind } = this.#parts;
    const message =
      TURN_KINDS[turn.kind].carries === "message"
        ? tree.preview({
            id: createId(),
            parentId: turn.parentId,
            role: "user",
            content: turn.content,
            status: "complete",
          })
        : null;
    const context: ReplyContext = {
      turn: { ...turn, parentId: message?.id ?? turn.parentId },
      parent: message ?? (turn.parentId === null ? null : tree.get(turn.parentId)),
      avoid: turn.avoidId === null ? null : tree.get(turn.avoidId),
      exchangeCount,
    };
    const prompt = kind.recallPrompt(facts, context);
    if (prompt === null) return null;
    const reply = this.#parts.prepare(context, prompt);
    return {
      facts,
      message,
      reply,
      drop: (loss) => {
        reportLostHeadStart(turn, loss);
        this.#parts.waitUntil(reply.generation.abandon());
      },
    };
  }
}
