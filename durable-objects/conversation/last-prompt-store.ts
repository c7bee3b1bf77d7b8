import { eq, getTableColumns } from "drizzle-orm";
import { type LastPrompt, type PromptParts, SHOWN_OF_MESSAGE } from "#domain/last-prompt.ts";
import type { LoreUse } from "#domain/lore.ts";
import { truncateAtWord } from "#domain/text.ts";
import type { ObjectDatabase } from "./database.ts";
import { matchesPath } from "./message-statements.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { AttemptEnd } from "./reply-attempt.ts";
import { type GivenPart, lastPrompt, loreUses, messages } from "./schema.ts";
import type { Turn } from "./turn-store.ts";

/**
 * The prompt of the last reply, in one row that each reply overwrites. The row has no texts of messages: they are read from
 * the tree. Beside it, the last use of each entry of a lorebook.
 */
export class LastPromptStore {
  readonly #db: ObjectDatabase;
  readonly #tree: Pick<MessageTree, "get" | "headId" | "walkFrom">;

  constructor(db: ObjectDatabase, tree: Pick<MessageTree, "get" | "headId" | "walkFrom">) {
    this.#db = db;
    this.#tree = tree;
  }

  /** Call it in the transaction that ends the turn. */
  save(
    turn: Turn,
    { model, firstDeltaAt }: AttemptEnd,
    { contextTokens, replyTokens, parts, lore }: PromptParts,
    reply: MessageRow | null,
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
    if (reply !== null) for (const use of lore) this.#saveUse(reply.id, use);
  }

  /** An entry that is always used is stored once. */
  #saveUse(messageId: string, use: PromptParts["lore"][number]): void {
    const insert = this.#db.insert(loreUses).values({ messageId, ...use });
    const { entryId, ...set } = { messageId, ...use };
    if (use.reason?.by === "always") insert.onConflictDoNothing().run();
    else insert.onConflictDoUpdate({ target: loreUses.entryId, set }).run();
  }

  /** What became of the entries that were called on the path of the head. */
  #listUses(): LoreUse[] {
    const headId = this.#tree.headId();
    if (headId === null) return [];
    return this.#db
      .select({ ...getTableColumns(loreUses), depth: messages.depth })
      .from(loreUses)
      .innerJoin(messages, eq(messages.id, loreUses.messageId))
      .where(matchesPath(loreUses.messageId, headId))
      .all();
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
      lore: this.#listUses(),
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
