import { type LastPrompt, SHOWN_OF_MESSAGE } from "#domain/last-prompt.ts";
import type { PromptParts } from "#domain/prompt-parts.ts";
import { truncateAtWord } from "#domain/text.ts";
import type { ObjectDatabase } from "./database.ts";
import type { GenerationEnd } from "./generation.ts";
import type { MessageTree } from "./message-tree.ts";
import { type GivenPart, lastPrompt } from "./schema.ts";
import type { Turn } from "./turn-log.ts";

/**
 * The prompt of the last reply, in one row that each reply overwrites. The row has no texts of messages: they are read from
 * the tree.
 */
export class PromptRecord {
  readonly #db: ObjectDatabase;
  readonly #tree: Pick<MessageTree, "get" | "walkFrom">;

  constructor(db: ObjectDatabase, tree: Pick<MessageTree, "get" | "walkFrom">) {
    this.#db = db;
    this.#tree = tree;
  }

  /** Call it in the transaction that ends the turn. */
  save(
    turn: Turn,
    { model, firstDeltaAt }: GenerationEnd,
    { contextTokens, replyTokens, parts }: PromptParts,
  ): void {
    const row = {
      parentId: turn.parentId,
      model,
      msFirstWord: firstDeltaAt === null ? null : firstDeltaAt - turn.askedAt,
      ms: Date.now() - turn.askedAt,
      contextTokens,
      replyTokens,
      parts: parts.map(toGivenPart),
    };
    this.#db
      .insert(lastPrompt)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: lastPrompt.id, set: row })
      .run();
  }

  /** `null`: no reply was written here yet. */
  find(): LastPrompt | null {
    const row = this.#db.select().from(lastPrompt).get();
    if (!row) return null;
    const { model, msFirstWord, ms, contextTokens, replyTokens } = row;
    return {
      model,
      firstWordSeconds: msFirstWord === null ? null : msFirstWord / 1000,
      seconds: ms / 1000,
      contextTokens,
      replyTokens,
      parts: row.parts.map(({ messages, items, ...part }) => ({
        ...part,
        items:
          messages > 0
            ? this.#findMessages(row.parentId, messages)
            : items.map((text) => ({ role: null, text })),
      })),
    };
  }

  /** The beginnings of the last so many messages up to one, oldest first. */
  #findMessages(lastId: string | null, count: number): LastPrompt["parts"][number]["items"] {
    const last = lastId === null ? null : this.#tree.get(lastId);
    const items: LastPrompt["parts"][number]["items"] = [];
    for (const { role, content } of this.#tree.walkFrom(last)) {
      if (items.length === count) break;
      items.push({ role, text: truncateAtWord(content.replace(/\s+/gu, " ").trim(), SHOWN_OF_MESSAGE) });
    }
    return items.reverse();
  }
}

function toGivenPart({ name, tokens, leftOut, items }: PromptParts["parts"][number]): GivenPart {
  const isMessages = name === "messages";
  return { name, tokens, leftOut, messages: isMessages ? items.length : 0, items: isMessages ? [] : items };
}
