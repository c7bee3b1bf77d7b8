import { asc } from "drizzle-orm";
import {
  type ChosenLore,
  chooseLore,
  countLoreMessages,
  indexLore,
  isSteady,
  type LoreEntry,
  type UsedEntry,
} from "#domain/choose-lore.ts";
import type { LoreReason } from "#domain/lore.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import { lore, usedLoreEntries } from "../conversation/schema.ts";

/** The entries of a prompt, before it is known where its window begins. */
export type PromptLore = ChosenLore & {
  /** In every prompt. */
  steady: UsedEntry[];
  /** The others that are used now. */
  called: UsedEntry[];
};

/** Where they stand: at the beginning, which stays the same until the window's next step, or at the end. */
export type PlacedLore = { start: PlacedEntry[]; now: PlacedEntry[]; left: ChosenLore["left"] };
/** `reason` `null`: it is not used now, and stays so that the beginning does. */
type PlacedEntry = { entry: LoreEntry; reason: LoreReason | null };

/** Messages that are read at once. */
const READ_AT_ONCE = 50;

const NO_LORE: PromptLore = { used: [], left: [], steady: [], called: [] };

/**
 * The lorebooks of a conversation as its object keeps them: a copy of what D1 has, with the stamp of the books. A turn reads the entries
 * again only if its reservation has read another stamp. The parsed entries are kept in memory, which saves some milliseconds of each turn.
 * They are wrong as soon as the stamp is another one; `save` empties them.
 */
export class LoreStore {
  readonly #db: ObjectDatabase;
  readonly #tree: Pick<MessageTree, "walkFrom">;
  readonly #budget: () => number;
  readonly #stamp;
  #kept: { entries: LoreEntry[]; index: ReturnType<typeof indexLore> } | null = null;

  /** `budget`: how many tokens of a prompt its entries may take. */
  constructor(db: ObjectDatabase, tree: Pick<MessageTree, "walkFrom">, budget: () => number) {
    this.#db = db;
    this.#tree = tree;
    this.#budget = budget;
    this.#stamp = db.select().from(lore).prepare();
  }

  /** Of the books that are stored here; empty: there are none. */
  get stamp(): string {
    return this.#stamp.get()?.stamp ?? "";
  }

  /** Stores other entries. Call it when a reservation has read another stamp. */
  save(stamp: string, entries: readonly LoreEntry[]): void {
    this.#kept = null;
    this.#db.delete(usedLoreEntries).run();
    entries.forEach((entry, place) => {
      this.#db.insert(usedLoreEntries).values({ place, entry }).run();
    });
    const row = { id: 1, stamp };
    this.#db.insert(lore).values(row).onConflictDoUpdate({ target: lore.id, set: row }).run();
  }

  entries(): readonly LoreEntry[] {
    return this.#keep().entries;
  }

  #keep() {
    if (this.#kept === null) {
      const rows = this.#db.select().from(usedLoreEntries).orderBy(asc(usedLoreEntries.place)).all();
      const entries = rows.map(({ entry }) => entry);
      this.#kept = { entries, index: indexLore(entries) };
    }
    return this.#kept;
  }

  /** The entries that every prompt has that goes up to that message. */
  chooseSteady({ depth }: MessageRow): PromptLore {
    const entries = this.#keep().entries.filter(isSteady);
    const { used } = chooseLore(entries, { messages: [], count: depth, budget: this.#budget(), seed: "" });
    return { ...NO_LORE, used, steady: used };
  }

  /** What the prompt of a reply has. `parent`: the message that it answers; `seed`: the reply's id. */
  choose(parent: MessageRow | null, seed: string): PromptLore {
    const { entries, index } = this.#keep();
    if (entries.length === 0) return NO_LORE;
    const most = countLoreMessages(entries);
    const messages: MessageRow[] = [];
    for (const row of most === 0 ? [] : this.#tree.walkFrom(parent, Math.min(most, READ_AT_ONCE))) {
      messages.push(row);
      if (messages.length === most) break;
    }
    const count = parent?.depth ?? 0;
    const request = { messages: messages.reverse(), count, budget: this.#budget(), seed };
    const chosen = chooseLore(entries, request, index);
    const steady = chosen.used.filter(({ entry }) => isSteady(entry));
    const called = chosen.used.filter(({ entry }) => !isSteady(entry));
    return { ...chosen, steady, called };
  }

  /** `atStart`: those that stand at the beginning since the window's last step. */
  place({ steady, called, left }: PromptLore, atStart: readonly string[]): PlacedLore {
    const used = new Map(called.map((one) => [one.entry.entryId, one]));
    const known = new Map(this.entries().map((entry) => [entry.entryId, entry]));
    const stays = atStart.flatMap((id): PlacedEntry | [] => {
      const entry = known.get(id);
      if (!entry || entry.when === "off" || isSteady(entry)) return [];
      return { entry, reason: used.get(id)?.reason ?? null };
    });
    const now = called.filter(({ entry }) => !atStart.includes(entry.entryId));
    return { start: [...steady, ...stays], now, left };
  }
}

/** An entry as the model is given it. */
function toGivenText({ name, text, isNameGiven }: LoreEntry): string {
  return isNameGiven && name !== "" ? `${name}: ${text}` : text;
}

export function toGivenTexts(placed: readonly PlacedEntry[]): string[] {
  return placed.map(({ entry }) => toGivenText(entry));
}

/** Tokens of some entries in a prompt, with what stands around them. */
export function countLoreTokens(placed: readonly PlacedEntry[]): number {
  return placed.length === 0 ? 0 : BLOCK_TOKENS + countLineTokens(toGivenTexts(placed)) + placed.length;
}

/** Of the block's ends and the sentence before it. */
const BLOCK_TOKENS = 40;
