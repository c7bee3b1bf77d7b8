import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { createId } from "#domain/ids.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { notesAnswerSchema } from "#domain/notes.ts";
import { splitIntoWords } from "#durable-objects/search/split-words.ts";
import { parseTypedQuery } from "#durable-objects/search/typed-query.ts";
import { createRandom, pick } from "#tests/harness/seeded-random.ts";
import { unwrap } from "#workers/conversations/access.ts";
import { characterChats, characters, lorebooks, loreEntries } from "#workers/db/schema/index.ts";
import { aChat } from "./story-reader.ts";

/**
 * Random changes of everything that is searched, with crashes of the conversation and of the index at any time, then every word against a
 * plain scan of all texts. `FUZZ_SEED=…` repeats a run.
 */
const CHANGES = 500;
const CRASH_ONE_IN = 8;
/** Few words, so that most queries find something. */
const WORDS = "reef key lantern fog Réef KEYS tide harbour 雨夜 ключ".split(" ");

type Text = { id: string; text: string };

test(`after ${CHANGES} random changes with crashes the index answers as a plain scan of all texts`, async () => {
  const random = createRandom(inject("fuzz").seed);
  const choose = <T>(all: readonly T[]) => pick(random, all);
  const write = () => Array.from({ length: 1 + Math.floor(random() * 6) }, () => choose(WORDS)).join(" ");
  const chat = await aChat();
  const { db, owner, userId, chatId } = chat;
  const findIndex = () => env.SEARCH.get(env.SEARCH.idFromName(userId));
  await chat.stub.begin(owner, ["the beginning"]);
  const bookId = createId();
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  await db.insert(lorebooks).values({ id: bookId, userId, name: "Book", depth: 4, ...times });
  const entries: string[] = [];

  /** Puts a message below another one, as a turn does. Triggers do the rest. */
  const append = (isOpened: boolean) =>
    runInDurableObject(chat.stub, (_, { storage }) => {
      const rows = storage.sql
        .exec<{ id: string; depth: number }>("SELECT id, depth FROM messages")
        .toArray();
      const parent = choose(rows);
      const id = createId();
      storage.transactionSync(() => {
        storage.sql.exec(
          `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth)
            VALUES (?, ?, 'user', ?, 'complete', ?, (SELECT count(*) + 1 FROM messages WHERE parent_id = ?), ?)`,
          ...[id, parent.id, write(), new Date().toISOString(), parent.id, parent.depth + 1],
        );
        if (isOpened && random() < 0.5) storage.sql.exec("UPDATE conversation SET head_id = ?", id);
      });
    });
  const readMessages = () =>
    runInDurableObject(chat.stub, (_, { storage: { sql } }) => {
      const rows = sql
        .exec<{
          id: string;
          parent_id: string | null;
          content: string;
          revision: number;
          removed_at: number | null;
        }>("SELECT id, parent_id, content, revision, removed_at FROM messages")
        .toArray();
      const byId = new Map(rows.map((row) => [row.id, row]));
      const isInBin = (id: string | null): boolean => {
        const row = id === null ? undefined : byId.get(id);
        return row !== undefined && (row.removed_at !== null || isInBin(row.parent_id));
      };
      return rows.map((row) => ({ ...row, isInBin: isInBin(row.id) }));
    });

  const changeSomething = async (): Promise<unknown> => {
    const all = await readMessages();
    const one = choose(all);
    switch (
      choose([
        "append",
        "append",
        "append",
        "edit",
        "edit",
        "version",
        "from",
        "remove",
        "restore",
        "name",
        "notes",
        "entry",
        "entry",
        "character",
        "book",
      ])
    ) {
      case "append":
        return append(!all.some(({ isInBin }) => isInBin));
      case "edit":
        return chat.change("edit", one.id, { content: write(), revision: one.revision });
      case "version":
        return chat.change("addVersion", one.id, { content: write() });
      case "from":
        return chat.change("continueFrom", one.id);
      case "remove":
        return random() < 0.4 ? chat.change("removeFrom", one.id) : undefined;
      case "restore": {
        const removed = all.find(({ removed_at }) => removed_at !== null);
        return removed && chat.change("restorePart", removed.id);
      }
      case "name":
        return chat.change("namePath", one.id, random() < 0.3 ? "" : write());
      case "notes":
        return chat.change("changeNotes", { note: random() < 0.2 ? "" : write() });
      case "entry": {
        const id = random() < 0.5 || entries.length === 0 ? createId() : choose(entries);
        if (entries.includes(id)) {
          const isGone = random() < 0.3;
          return db
            .update(loreEntries)
            .set({ text: write(), deletedAt: isGone ? now : null })
            .where(and(eq(loreEntries.id, id), eq(loreEntries.userId, userId)));
        }
        entries.push(id);
        const texts = { name: write(), text: write(), folded: "", storedBytes: 0 };
        return db
          .insert(loreEntries)
          .values({ id, userId, bookId, place: 0, kind: "place", rules: USUAL_RULES, ...texts, ...times });
      }
      case "character":
        return db
          .update(characters)
          .set({ name: write(), description: write() })
          .where(eq(characters.userId, userId));
      default:
        return db
          .update(lorebooks)
          .set({ name: write(), deletedAt: random() < 0.3 ? now : null })
          .where(eq(lorebooks.id, bookId));
    }
  };

  const kill = (stub: DurableObjectStub) =>
    runInDurableObject(stub, (_, state) => state.abort("killed by the test")).catch(() => undefined);

  for (let step = 0; step < CHANGES; step += 1) {
    const isCrash = random() < 1 / CRASH_ONE_IN;
    if (!isCrash) {
      await changeSomething();
      continue;
    }
    // The change, what it sends to the index, and a search at the same time are cut off somewhere.
    const running = Promise.allSettled([
      changeSomething(),
      findIndex().find({ userId }, { q: choose(WORDS) }),
    ]);
    await scheduler.wait(random() * 4);
    await kill(random() < 0.5 ? findIndex() : chat.stub);
    await running;
  }

  // The test's time stands still for retries: they are all due now.
  await expect
    .poll(
      async () => {
        await runInDurableObject(chat.stub, (_, { storage }) =>
          storage.sql.exec("UPDATE outbox SET due_at = 1"),
        );
        await chat.change("changeNotes", {});
        return runInDurableObject(
          chat.stub,
          (_, { storage: { sql } }) => sql.exec("SELECT count(*) AS n FROM outbox").one()["n"],
        );
      },
      { timeout: 20_000 },
    )
    .toBe(0);

  const texts: Text[] = [];
  const there = (await readMessages()).filter(({ isInBin }) => !isInBin);
  const isThere = new Set(there.map(({ id }) => id));
  for (const { id, content } of there) texts.push({ id, text: content });
  const { note } = unwrap(notesAnswerSchema, await chat.change("readNotes"));
  const pathNames = await runInDurableObject(chat.stub, (_, { storage: { sql } }) =>
    sql.exec<{ leafId: string; name: string }>("SELECT leaf_id AS leafId, name FROM paths").toArray(),
  );
  texts.push({ id: `note:${chatId}`, text: note });
  for (const { leafId, name } of pathNames) {
    if (isThere.has(leafId)) texts.push({ id: `${leafId}:${chatId}`, text: name });
  }
  const [book] = await db.select().from(lorebooks).where(eq(lorebooks.id, bookId));
  const lore = await db.select().from(loreEntries).where(eq(loreEntries.userId, userId));
  for (const { id, name, text, deletedAt } of lore) {
    if (deletedAt === null && book?.deletedAt === null) texts.push({ id, text: `${name} | ${text}` });
  }
  const people = await db.select().from(characters).where(eq(characters.userId, userId));
  for (const { id, name, description, quirks } of people)
    texts.push({ id, text: [name, description, ...quirks].join(" | ") });
  const chats = await db.select().from(characterChats).where(eq(characterChats.userId, userId));
  for (const { id, title } of chats) texts.push({ id, text: title });
  expect(texts.length).toBeGreaterThan(50);

  const queries = [
    ...WORDS,
    ...WORDS.map((word) => `${word} `),
    "key reef",
    '"reef key"',
    "tide -fog",
    '"雨夜 key"',
    "夜",
    "beginn",
    "Book",
    "mara",
  ];
  for (const q of queries) {
    const found: string[] = [];
    for (let cursor: string | null = "0"; cursor !== null; ) {
      const page: { items: { id: string }[]; next: string | null } = await findIndex().find(
        { userId },
        { q, limit: 100, cursor },
      );
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(found.toSorted(), q).toEqual(scan(texts, q).toSorted());
  }
  // The words that typos are read as are those of the index, each as often.
  const { counted, indexed } = await runInDurableObject(findIndex(), (_, { storage: { sql } }) => {
    sql.exec("CREATE VIRTUAL TABLE seen USING fts5vocab (words, 'row')");
    return {
      counted: sql.exec("SELECT word, texts FROM vocabulary ORDER BY word").toArray(),
      indexed: sql
        .exec("SELECT term AS word, doc AS texts FROM seen WHERE length(term) > 2 ORDER BY term")
        .toArray(),
    };
  });
  expect(counted).toEqual(indexed);
  expect(counted.length).toBeGreaterThan(10);
}, 300_000);

/** Ids of the texts that fit, found word by word. */
function scan(texts: readonly Text[], q: string): string[] {
  const { wanted, unwanted } = parseTypedQuery(q);
  return texts
    .filter(({ text }) => {
      const parts = text.split(" | ").map(
        (part) =>
          ` ${splitIntoWords(part)
            .map(({ word }) => word)
            .join(" ")} `,
      );
      const has = ({ words, isPrefix }: { words: string[]; isPrefix: boolean }) =>
        parts.some((part) => part.includes(` ${words.join(" ")}${isPrefix ? "" : " "}`));
      return wanted.every(has) && !unwanted.some(has);
    })
    .map(({ id }) => id);
}
