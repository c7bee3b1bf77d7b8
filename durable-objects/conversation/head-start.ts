import { createId } from "#domain/ids.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import type { BuiltPrompt, ConversationKind, ReplyContext } from "./conversation-kind.ts";
import type { ObjectDatabase } from "./database.ts";
import type { PreparedReply } from "./generation.ts";
import type { MessageTree } from "./message-tree.ts";
import type { ConversationRow } from "./record.ts";
import { knownFacts } from "./schema.ts";
import type { Turn } from "./turn-log.ts";
import { type HeadStartLoss, reportFault, reportLostHeadStart } from "./turn-report.ts";

/**
 * Sparks that must have been left at the last reservation for a head start. Others of the person's conversations may have used
 * some since, and a head start that turns out to be unpaid is a call of the model for nothing.
 */
export const HEAD_START_SPARKS = 5;
/**
 * How long D1 has to answer before the model is asked without it. If D1 is near, it answers sooner. A head start would then
 * delay the acceptance, because building the prompt blocks the object.
 */
export const HEAD_START_AFTER_MS = 10;
/** Facts of a prompt that are longer are not kept: a character card may be a whole book. */
const FACTS_MAX = 256 * 1024;

/** What a prompt is made of besides the messages, as JSON, and the Sparks that were left: as of one reservation. */
export type Reservation = { facts: string; sparksLeft: number };

/** A reply that the model was asked for before its turn is paid for. */
export type HeadStart = {
  /** The facts that its prompt was made of. */
  facts: string;
  /** The id of the person's message in its prompt, under which it must be stored; `null` for a turn without one. */
  messageId: string | null;
  reply: PreparedReply;
  /** Ends the call of the model. */
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
 * Asks the model while a turn is still being paid for in D1, where the last reservation left enough Sparks and a known prompt.
 * Nothing of the reply is stored or sent before the reservation is confirmed. After a refusal there is no head start until a
 * reservation was confirmed again, so at most one call is made for nothing between two replies that are paid for.
 */
export class HeadStarts {
  readonly #parts: HeadStartParts;
  /** Built once, because every turn reads the facts. */
  readonly #known: ReturnType<typeof prepareKnown>;

  constructor(parts: HeadStartParts) {
    this.#parts = parts;
    this.#known = prepareKnown(parts.db);
  }

  /** `null`: too little is known, or too few Sparks were left. Stores nothing and never throws. */
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

  /** A reservation is confirmed; belongs in the transaction that accepts its turn. `null`: nothing was reserved. */
  note(reservation: Reservation | null): void {
    if (reservation === null || reservation.facts.length > FACTS_MAX) return;
    const { facts } = reservation;
    if (facts === this.#findFacts()) return;
    const row = { id: 1, facts };
    this.#parts.db
      .insert(knownFacts)
      .values(row)
      .onConflictDoUpdate({ target: knownFacts.id, set: row })
      .run();
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
      messageId: message?.id ?? null,
      reply,
      drop: (loss) => {
        reportLostHeadStart(turn, loss);
        this.#parts.waitUntil(reply.generation.abandon());
      },
    };
  }

  #findFacts(): string | null {
    return this.#known.get()?.facts ?? null;
  }
}

function prepareKnown(db: ObjectDatabase) {
  return db.select().from(knownFacts).prepare();
}
