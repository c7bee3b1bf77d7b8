import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { expect } from "vitest";
import type { Product } from "#tests/harness/product.ts";
import { type DatabaseKind, queryState } from "./state-files.ts";

const countsSchema = v.object({
  conversation_id: v.string(),
  user_id: v.string(),
  head_id: v.nullable(v.string()),
  exchange_count: v.number(),
  active_request_id: v.nullable(v.string()),
  depth: v.nullable(v.number()),
  open_turns: v.number(),
  waiting: v.number(),
  replies: v.number(),
});
const COUNTS = `SELECT conversation_id, user_id, head_id, exchange_count, active_request_id,
  (SELECT depth FROM messages WHERE id = head_id) AS depth,
  (SELECT count(*) FROM turns WHERE state = 'generating') AS open_turns,
  (SELECT count(*) FROM outbox) AS waiting,
  (SELECT count(*) FROM messages WHERE role = 'assistant') AS replies FROM conversation`;

const indexSchema = v.object({
  id: v.string(),
  last_message_id: v.nullable(v.string()),
  message_count: v.number(),
  exchange_count: v.nullable(v.number()),
});
const INDEX = {
  story: { table: "stories", sql: "SELECT id, last_message_id, message_count, exchange_count FROM stories" },
  chat: {
    table: "character_chats",
    sql: "SELECT id, last_message_id, message_count, NULL AS exchange_count FROM character_chats",
  },
} as const;

const ledgerSchema = v.object({ user_id: v.string(), state: v.string(), n: v.number() });
const LEDGER = "SELECT user_id, state, count(*) AS n FROM spark_ledger GROUP BY user_id, state";

const KINDS = ["story", "chat"] as const satisfies DatabaseKind[];

/**
 * What of a state folder is not settled yet, in words: turns without an end, deliveries and jobs that wait, rows of the
 * index that differ from their object, and Sparks that differ from the texts. `owners`: whose Sparks are compared.
 */
export function findUnsettled(stateDir: string, owners: readonly string[]): string[] {
  const unsettled: string[] = [];
  const replies = new Map<string, number>();
  for (const kind of KINDS) {
    const index = new Map(queryState(stateDir, "d1", INDEX[kind], indexSchema).map((row) => [row.id, row]));
    const objects = queryState(stateDir, kind, { table: "conversation", sql: COUNTS }, countsSchema);
    for (const object of objects) {
      const { conversation_id: id, user_id: userId } = object;
      replies.set(userId, (replies.get(userId) ?? 0) + object.replies);
      if (object.active_request_id !== null || object.open_turns > 0) unsettled.push(`a turn of ${id}`);
      if (object.waiting > 0) unsettled.push(`${object.waiting} deliveries or jobs of ${id}`);
      const row = index.get(id);
      if (row === undefined) continue; // a demo
      const isSame =
        row.last_message_id === object.head_id &&
        row.message_count === (object.depth ?? 0) &&
        (row.exchange_count ?? object.exchange_count) === object.exchange_count;
      if (!isSame) unsettled.push(`the index of ${id}: ${JSON.stringify({ row, object })}`);
    }
  }
  const ledger = queryState(stateDir, "d1", { table: "spark_ledger", sql: LEDGER }, ledgerSchema);
  for (const { user_id: userId, state, n } of ledger) {
    if (state === "reserved") unsettled.push(`${n} reserved Sparks of ${userId}`);
  }
  for (const userId of owners) {
    const charged = ledger.find((row) => row.user_id === userId && row.state === "charged")?.n ?? 0;
    const texts = replies.get(userId) ?? 0;
    if (charged !== texts) unsettled.push(`${charged} Sparks for ${texts} texts of ${userId}`);
  }
  return unsettled;
}

const messageSchema = v.object({ conversation_id: v.string(), content: v.string() });
const MESSAGES = `SELECT conversation_id, content FROM messages, conversation ORDER BY depth, messages.id`;

/** The texts of all messages of each conversation by its id, in the order of their path. */
export function readTexts(stateDir: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const kind of KINDS) {
    for (const row of queryState(stateDir, kind, { table: "messages", sql: MESSAGES }, messageSchema)) {
      texts.set(row.conversation_id, [...(texts.get(row.conversation_id) ?? []), row.content]);
    }
  }
  return texts;
}

const SAMPLE_EVERY_MS = 5_000;
const MB = 1_048_576;

/** A life that was cut short by the end of the run is not compared. */
const WHOLE_LIFE = 0.6;
/** How much more a later life may have at its end than the first one. */
const MEMORY_RATIO_MOST = 1.3;
const HANDLES_RATIO_MOST = 1.5;

type Sample = { seconds: number; turns: number; bytes: number; handles: number };

/** The memory and the open handles of a product, through all its lives between two kills. */
export class UsageLog {
  readonly #product: Product;
  readonly #countTurns: () => number;
  readonly #lives: Sample[][] = [];

  constructor(product: Product, countTurns: () => number) {
    this.#product = product;
    this.#countTurns = countTurns;
  }

  /** Takes samples of one life until it is over. */
  async watchLife(over: AbortSignal): Promise<void> {
    const samples: Sample[] = [];
    this.#lives.push(samples);
    const began = Date.now();
    while (!over.aborted) {
      const [bytes, handles] = await Promise.all([this.#product.memory(), this.#product.handles()]);
      const seconds = Math.round((Date.now() - began) / 1_000);
      samples.push({ seconds, turns: this.#countTurns(), bytes, handles });
      await wait(SAMPLE_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** A row for each life: memory in MB and handles at its middle and its end, and what a turn has added in between. */
  lives() {
    return this.#lives.flatMap((samples) => {
      const middle = samples[Math.floor(samples.length / 2)];
      const end = samples.at(-1);
      if (!middle || !end) return [];
      const turns = end.turns - middle.turns;
      return {
        seconds: end.seconds,
        turns: end.turns - (samples[0]?.turns ?? 0),
        middleMb: Math.round(middle.bytes / MB),
        endMb: Math.round(end.bytes / MB),
        kbATurn: Math.round((end.bytes - middle.bytes) / 1024 / Math.max(1, turns)),
        middleHandles: middle.handles,
        endHandles: end.handles,
      };
    });
  }

  /**
   * Compares every whole life with the first one. A server that loads more and more from its files would be larger in each
   * life than in the one before.
   */
  expectFlat(lifeMs: number): void {
    const [first, ...others] = this.lives().filter(({ seconds }) => seconds * 1_000 > lifeMs * WHOLE_LIFE);
    if (first === undefined) throw new Error("No life was long enough to be compared.");
    for (const life of others) {
      expect(life.endMb, "memory in MB").toBeLessThan(first.endMb * MEMORY_RATIO_MOST);
      expect(life.endHandles, "open handles").toBeLessThan(first.endHandles * HANDLES_RATIO_MOST);
    }
  }
}
