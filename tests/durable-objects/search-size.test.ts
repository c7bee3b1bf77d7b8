import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, inject, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { SearchDocument } from "#domain/search-update.ts";
import type { SearchObject } from "#durable-objects/search.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import { replyScript } from "../fakes/reply-script.ts";
import novels from "../workers/ai/cast/novel-pages.json";
import { aChat } from "./a-chat.ts";

/**
 * A large index beside a small one. `FUZZ_CASES=10000` has 1,000,000 words in 3,000 stories; without it a tenth. Figures are logged; the
 * limits of time allow for a busy machine.
 */
const WORDS = inject("fuzz").cases * 100;
const SMALL = 10_000;
const WORDS_OF_A_STORY = 333;
const ROUNDS = 15;
const QUERIES = [
  "lamp",
  "the",
  "key door",
  '"on the table"',
  "th",
  "window -door",
  "harbuor lamp",
  "xylophone",
  "said wh",
  "night sea",
];

const text = JSON.stringify(novels);
const SENTENCES = text.replace(/\\n|\\"/g, " ").match(/[A-Z][^.!?"]{20,200}[.!?]/g) ?? [];

function makeStories(words: number): { source: string; documents: SearchDocument[]; bytes: number }[] {
  const random = createRandom(7);
  const write = (count: number) => {
    const parts: string[] = [];
    for (let have = 0; have < count; ) {
      const sentence = SENTENCES[Math.floor(random() * SENTENCES.length)] ?? "";
      // Names and rare words, as a library has them.
      const rare = Math.floor(random() ** 3 * 20_000)
        .toString(26)
        .replace(/\d/g, (digit) => "qwertyuiop".charAt(Number(digit)));
      parts.push(`${sentence} ${rare.replace(/^./, (letter) => letter.toUpperCase())}`);
      have += sentence.split(" ").length + 1;
    }
    return parts.join(" ");
  };
  return Array.from({ length: Math.ceil(words / WORDS_OF_A_STORY) }, () => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 3e10)).toISOString();
    let parent: string | null = null;
    const documents = [170, 12, 151].map((count, at): SearchDocument => {
      const item = createId();
      const role = at % 2 === 0 ? "assistant" : "user";
      const document = {
        item,
        kind: "passage",
        title: "",
        text: write(count),
        createdAt,
        role,
        depth: at + 1,
        parent,
      } as const;
      parent = item;
      return document;
    });
    const bytes = documents.reduce((sum, one) => sum + new TextEncoder().encode(one.text).length, 0);
    return { source: `story:${createId()}`, documents, bytes };
  });
}

const facts = { title: "A story", isShown: true, isArchived: false };

async function fill(
  stub: DurableObjectStub<SearchObject>,
  userId: string,
  words: number,
): Promise<{ bytes: number; slowest: number }> {
  let slowest = 0;
  let bytes = 0;
  for (const { source, documents, bytes: ofStory } of makeStories(words)) {
    bytes += ofStory;
    const start = performance.now();
    await stub.apply(
      { userId },
      { source, number: 1, headId: documents.at(-1)?.item ?? null, documents, facts },
    );
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { bytes, slowest };
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const median = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const open = (userId: string) => env.SEARCH.get(env.SEARCH.idFromName(userId));

it("a large library is searched as fast as a small one, from an index not much larger than its texts", async () => {
  const [large, small] = [`test|${createId()}`, `test|${createId()}`];
  const { bytes } = await fill(open(large), large, WORDS);
  await fill(open(small), small, SMALL);
  const size = await runInDurableObject(open(large), (_, { storage }) => storage.sql.databaseSize);

  const times: Record<string, { large: number; small: number }> = {};
  for (const q of QUERIES) {
    const [inLarge, inSmall]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      inLarge.push(await timeOf(() => open(large).find({ userId: large }, { q, perKind: 3 })));
      inSmall.push(await timeOf(() => open(small).find({ userId: small }, { q, perKind: 3 })));
    }
    times[q] = { large: median(inLarge), small: median(inSmall) };
  }
  const all = Object.values(times);
  const figures = {
    words: WORDS,
    textBytes: bytes,
    indexBytes: size,
    indexToText: size / bytes,
    searchMs: median(all.map((time) => time.large)),
    searchMsSmall: median(all.map((time) => time.small)),
    slowestMs: Math.max(...all.map((time) => time.large)),
    times,
  };
  console.info(JSON.stringify(figures, null, 1));
  // A small index has parts that do not grow.
  expect(figures.indexToText).toBeLessThan(WORDS >= 1_000_000 ? 1.5 : 1.7);
  expect(figures.searchMs).toBeLessThan(50);
  expect(figures.searchMs / figures.searchMsSmall).toBeLessThan(3);
}, 600_000);

it("a search waits for a piece of the building, no longer", async () => {
  const userId = `test|${createId()}`;
  await fill(open(userId), userId, WORDS / 4);
  const search = () => timeOf(() => open(userId).find({ userId }, { q: "lamp door", perKind: 3 }));
  const idle: number[] = [];
  for (let round = 0; round < 40; round += 1) idle.push(await search());
  let isFilling = true;
  const filling = fill(open(userId), userId, WORDS / 4).finally(() => {
    isFilling = false;
  });
  const busy: number[] = [];
  while (isFilling) {
    busy.push(await search());
    await scheduler.wait(5);
  }
  const { slowest } = await filling;
  const figures = {
    idleMs: median(idle),
    busyMs: median(busy),
    ratio: median(busy) / median(idle),
    slowestPieceMs: slowest,
  };
  console.info(JSON.stringify(figures));
  expect(figures.ratio).toBeLessThan(4);
}, 600_000);

it("noting the messages of a turn for the index costs less than a twentieth of the turn", async () => {
  const chat = await aChat();
  await chat.stub.begin(chat.owner, ["It rains."]);
  const turns: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const request = { requestId: createId(), kind: "message", content: replyScript({ pieces: 1 }) } as const;
    turns.push(await timeOf(() => chat.stub.ask(chat.owner, request)));
  }
  const count = 2_000;
  const write = () =>
    timeOf(() =>
      runInDurableObject(chat.stub, (_, { storage }) =>
        storage.transactionSync(() => {
          for (let at = 0; at < count; at += 1) {
            storage.sql.exec(
              `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth)
                VALUES (?, 'elsewhere', 'user', 'It rained, and the lamp went round.', 'complete', '', 1, 1)`,
              createId(),
            );
          }
        }),
      ),
    );
  const noted = await write();
  await runInDurableObject(chat.stub, (_, { storage: { sql } }) => {
    sql.exec("DELETE FROM outbox");
    sql.exec("DROP TRIGGER search_message_new");
  });
  const plain = await write();
  const figures = { turnMs: median(turns), notingMs: (2 * (noted - plain)) / count };
  console.info(JSON.stringify(figures));
  expect(figures.notingMs).toBeLessThan(figures.turnMs / 20);
}, 60_000);
