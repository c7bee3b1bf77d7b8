import { and, asc, eq, inArray } from "drizzle-orm";
import type { LoreEntry } from "#domain/choose-lore.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { ENTRY_NAME_MAX, ENTRY_TEXT_MAX, growText, KEY_MAX, type LoreProposal } from "#domain/lore.ts";
import type { TreeFacts } from "#domain/story-file.ts";
import { fitText, foldText } from "#domain/text.ts";
import type { AnalysisAnswer } from "#workers/ai/prompts/analysis.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { matchesIds, matchesPath } from "../conversation/message-statements.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import { messages } from "../conversation/schema.ts";
import type { LoreStore } from "../memory/prompt-lore.ts";
import { loreProposals } from "./schema.ts";

/** Proposals that wait at a time. */
const PROPOSALS_WAITING_MAX = 3;

export type FoundLore = AnalysisAnswer["lore"][number];
type ProposalRow = typeof loreProposals.$inferSelect;
export type ProposalState = ProposalRow["state"];

/** Keys of a proposal beside its name. */
const KEYS_MAX = 5;

/**
 * What passages have told that is worth keeping. Each hangs on its passage: on another path it is not there, and it goes with a passage that
 * is edited or deleted. What was kept or dismissed is remembered, so that it is not proposed again.
 */
export class LoreProposals {
  readonly #db: ObjectDatabase;
  readonly #lore: Pick<LoreStore, "entries">;

  constructor(db: ObjectDatabase, lore: Pick<LoreStore, "entries">) {
    this.#db = db;
    this.#lore = lore;
  }

  /** Those that wait on the path of a message, the oldest first. */
  list(message: Pick<MessageRow, "id"> | null): LoreProposal[] {
    return this.#listWaiting(this.#readPath(message)).slice(0, PROPOSALS_WAITING_MAX);
  }

  /** Stores those of a message of a tree from elsewhere; `toId`: the ids of its entries here. */
  take(messageId: string, found: TreeFacts["proposals"], toId: (id: string) => string): void {
    for (const { entryId, ...proposal } of found) {
      const row = { ...proposal, id: createId(), messageId, entryId: entryId && toId(entryId) };
      this.#db.insert(loreProposals).values(row).run();
    }
  }

  /** Adds what a passage tells, as far as there is room on its path. Returns whether there is something new. */
  add(message: Pick<MessageRow, "id">, found: readonly FoundLore[]): boolean {
    const known = this.#readPath(message);
    const before = known.length;
    let room = PROPOSALS_WAITING_MAX - this.#listWaiting(known).length;
    for (const { name: given, kind, text: told, keys } of found) {
      const name = fitText(given, ENTRY_NAME_MAX);
      const text = fitText(told, ENTRY_TEXT_MAX);
      const entry = this.#findEntry(name);
      const isKnown = known.some(
        (row) => isSameText(row.name, name) && (entry === null || row.text === text),
      );
      if (room <= 0 || name === "" || text === "" || isKnown || (entry && !canGrow(entry, text))) continue;
      const all = [name, ...keys].map((key) => fitText(key, KEY_MAX)).filter((key) => key !== "");
      const row: ProposalRow = {
        id: createId(),
        messageId: message.id,
        name: entry?.name ?? name,
        kind,
        text,
        keys: [...new Set(all)].slice(0, KEYS_MAX + 1),
        entryId: entry?.entryId ?? null,
        state: "waiting",
      };
      this.#db.insert(loreProposals).values(row).run();
      known.push(row);
      room -= 1;
    }
    return known.length > before;
  }

  /** One that was dismissed may wait again. Throws NOT_FOUND. Safe to repeat. */
  settle(proposalId: string, state: ProposalState): void {
    const before = state === "waiting" ? "dismissed" : "waiting";
    const settled = this.#db
      .update(loreProposals)
      .set({ state })
      .where(and(eq(loreProposals.id, proposalId), inArray(loreProposals.state, [before, state])))
      .returning()
      .all();
    if (settled.length === 0) throw new AppError("NOT_FOUND");
  }

  /** All that these messages have proposed, whatever became of it. */
  listMade(messageIds: readonly string[]): ProposalRow[] {
    return this.#db
      .select()
      .from(loreProposals)
      .where(matchesIds(loreProposals.messageId, messageIds))
      .orderBy(asc(loreProposals.id))
      .all();
  }

  /** The text of these messages has changed, or they are gone. */
  forget(messageIds: readonly string[]): void {
    this.#db.delete(loreProposals).where(matchesIds(loreProposals.messageId, messageIds)).run();
  }

  /** The entry with that name or key. */
  #findEntry(name: string): LoreEntry | null {
    const entries = this.#lore.entries();
    return (
      entries.find((entry) => isSameText(entry.name, name)) ??
      entries.find(({ keys }) => keys.some((key) => isSameText(key, name))) ??
      null
    );
  }

  #listWaiting(rows: readonly ProposalRow[]): LoreProposal[] {
    return rows.flatMap((row) => (row.state === "waiting" && this.#toProposal(row)) || []);
  }

  /** `null`: the entry that it adds to is gone or locked by now. */
  #toProposal({ id, messageId, name, kind, text, keys, entryId }: ProposalRow): LoreProposal | null {
    const proposal = { proposalId: id, messageId, name, kind, text, keys };
    if (entryId === null) return { ...proposal, addsTo: null };
    const entry = this.#lore.entries().find((one) => one.entryId === entryId);
    if (!entry || !canGrow(entry, text)) return null;
    return { ...proposal, addsTo: { entryId, before: entry.text, after: growText(entry.text, text) } };
  }

  #readPath(message: Pick<MessageRow, "id"> | null): ProposalRow[] {
    if (message === null) return [];
    return this.#db
      .select({ proposal: loreProposals })
      .from(loreProposals)
      .innerJoin(messages, eq(messages.id, loreProposals.messageId))
      .where(matchesPath(loreProposals.messageId, message.id))
      .orderBy(asc(messages.depth), asc(loreProposals.id))
      .all()
      .map(({ proposal }) => proposal);
  }
}

function isSameText(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

/** Whether a text may be added to an entry: it is not locked, does not say it already, and does not become too long. */
function canGrow({ isLocked, text }: LoreEntry, more: string): boolean {
  return !isLocked && !foldText(text).includes(foldText(more)) && text.length + more.length < ENTRY_TEXT_MAX;
}
