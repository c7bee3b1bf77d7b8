import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { SEARCH_KINDS, type SearchPage, type SearchRequest } from "#domain/search.ts";
import type { SearchDocument } from "#domain/search-update.ts";
import { SearchIndex } from "#durable-objects/search/search-index.ts";
import LANGUAGES from "./searched-languages.json";

const SOURCE = "story:one";

/** A passage, unless `fields` say something else. */
function toDocument(item: string, fields: Partial<SearchDocument>): SearchDocument {
  return { item, kind: "passage", title: "", text: "", createdAt: new Date().toISOString(), ...fields };
}

/** An index with these passages of one story, each after the one before; `item` is the number of the text. */
async function withIndex<T>(
  texts: readonly (string | Partial<SearchDocument>)[],
  run: (index: SearchIndex, find: (q: string, request?: Partial<SearchRequest>) => SearchPage["items"]) => T,
): Promise<T> {
  const stub = env.SEARCH.get(env.SEARCH.idFromName(createId()));
  return runInDurableObject(stub, (_, { storage }) => {
    const index = new SearchIndex(storage);
    index.apply({
      source: SOURCE,
      number: 1,
      headId: String(texts.length - 1),
      facts: { title: "The Ninth Signal", isShown: true, isArchived: false },
      documents: texts.map((text, at) =>
        toDocument(String(at), {
          createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
          role: at % 2 === 0 ? "assistant" : "user",
          depth: at + 1,
          parent: at === 0 ? null : String(at - 1),
          ...(typeof text === "string" ? { text } : text),
        }),
      ),
    });
    return run(index, (q, request = {}) => index.find({ q, ...request }).items);
  });
}

const toIds = (items: readonly { id: string }[]) => items.map(({ id }) => id).toSorted();

const TEXTS = [
  "She put the brass key on the table. “Keep it,” she said.",
  "The key was brass, and the door of the light-house was not.",
  "Nobody kept anything. The keys were gone.",
];

it.each([
  ["key brass", ["0", "1"]],
  ['"brass key"', ["0"]],
  ['"brass key', ["0"]],
  ["“brass key”", ["0"]],
  ["key -table", ["1"]],
  ['key -"brass key"', ["1"]],
  ["-key", []],
  ["ke", ["0", "1", "2"]],
  ["key", ["0", "1", "2"]],
  ["key ", ["0", "1"]],
  ["ke brass", []],
  ["KEY  BRASS", ["0", "1"]],
  ["light-house", ["1"]],
  ["lighthouse", []],
  ["k", []],
])("people who type %s find what they mean", async (typed, expected) => {
  expect(await withIndex(TEXTS, (_, find) => toIds(find(typed)))).toEqual(expected);
});

it.each([
  '"',
  "AND NOT",
  "key*",
  "NEAR(key brass)",
  "title:key",
  "-",
  '-"',
  "...",
  "\u0000",
  "key\u0000brass",
  "\u202e\u200b",
  "\ud800",
  "%_",
  "'; DROP TABLE words; --",
  "x".repeat(10_000),
  `${"a ".repeat(5_000)}`,
  '"'.repeat(9_999),
  "-a ".repeat(3_000),
  "雨".repeat(10_000),
  "é".repeat(10_000),
])("a search takes %j without an error", async (typed) => {
  await withIndex(TEXTS, (index, find) => {
    expect(Array.isArray(find(typed))).toBe(true);
    expect(toIds(index.find({ q: "key brass" }).items)).toEqual(["0", "1"]);
  });
});

it("a search forgives a typo in one word when nothing else fits", async () => {
  await withIndex(TEXTS, (index) => {
    const page = index.find({ q: "brsas table" });
    expect(toIds(page.items)).toEqual(["0"]);
    expect(page.corrected).toEqual({ typed: "brsas", read: "brass" });
    expect(index.find({ q: "brass" }).corrected).toBeNull();
    expect(index.find({ q: "brsas tabel" }).items).toEqual([]);
  });
});

it("words that are nowhere together are counted alone", async () => {
  const texts = ["The brass key.", "A brass lamp.", "The door was shut."];
  await withIndex(texts, (index) => {
    const near = (q: string, request = {}) => index.find({ q, ...request }).near;
    expect(near("brass xylophone door")).toEqual([
      { word: "brass", count: 2 },
      { word: "door", count: 1 },
    ]);
    expect(near("brass xylophone", { role: "user" })).toEqual([{ word: "brass", count: 1 }]);
    expect(near("xylophone")).toEqual([]);
    expect(near("brass key")).toEqual([]);
  });
});

const cases = Object.entries(LANGUAGES).flatMap(([language, { texts, queries }]) =>
  Object.entries(queries).map(([typed, found]) => ({ language, texts, typed, found: found.map(String) })),
);

it.each(cases)("what people type in $language finds its text: $typed", async ({ texts, typed, found }) => {
  const decomposed = texts.map((text) => text.normalize("NFD"));
  expect(await withIndex(texts, (_, find) => toIds(find(typed)))).toEqual(found);
  expect(await withIndex(decomposed, (_, find) => toIds(find(typed)))).toEqual(found);
  expect(await withIndex(texts, (_, find) => toIds(find(typed.normalize("NFD"))))).toEqual(found);
});

const texts = Object.values(LANGUAGES).flatMap((language) => language.texts);

it.each(Object.entries(LANGUAGES))("each word of %s finds every text that has it", async (_, language) => {
  const { code } = language;
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  const collator = new Intl.Collator(code, { sensitivity: "base" });
  // To a collator of Japanese hiragana and katakana are the same; here they are different words.
  const isSame = (one: string, other: string) =>
    code === "ja" ? one === other : collator.compare(one, other) === 0;
  const splitWords = (text: string) =>
    [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
  await withIndex(texts, (_, find) => {
    let searched = 0;
    for (const word of language.texts.flatMap(splitWords)) {
      const scanned = texts.flatMap((text, at) =>
        splitWords(text).some((other) => isSame(other, word)) ? [String(at)] : [],
      );
      expect(scanned, word).not.toEqual([]);
      for (const typed of [word, word.toLocaleUpperCase(code), `${word.normalize("NFD")} `]) {
        expect(toIds(find(typed)), typed).toEqual(expect.arrayContaining(scanned));
        searched += 1;
      }
    }
    expect(searched).toBeGreaterThan(14);
  });
});

it("a place has its sentence with the words marked, and says where it stands", async () => {
  const long = `${"The sea was calm. ".repeat(30)}Out past the Réef, a light was burning low. ${"And so on. ".repeat(40)}`;
  await withIndex(["It begins.", long], (_, find) => {
    const [place] = find("reef light");
    expect(place).toMatchObject({
      storyId: "one",
      title: "The Ninth Signal",
      messageId: "1",
      leafId: "1",
      depth: 2,
      role: "user",
    });
    expect(place?.isOnOpenPath).toBe(true);
    const marked = place?.ranges.map(([from, to]) => place.snippet.slice(from, to));
    expect(marked?.slice(0, 2)).toEqual(["Réef", "light"]);
    expect(place?.snippet).toMatch(/^… Out past the Réef, a light was burning low\. And so on\./);
    expect(place?.snippet.length).toBeLessThan(240);
  });
});

it("a place on another path names the path, or leads through the message itself", async () => {
  const texts = [
    "root",
    "the open reef",
    { text: "the other reef", parent: "0" },
    { text: "the lost reef", parent: "0" },
  ];
  await withIndex(texts, (index, find) => {
    const name = "What Mara kept";
    const path = toDocument("path", { kind: "path", text: name, within: name, messageId: "2" });
    index.apply({ source: SOURCE, number: 2, headId: "1", documents: [path] });
    const places = Object.fromEntries(find("reef").map((place) => [place.id, place]));
    expect(places["1"]).toMatchObject({ isOnOpenPath: true, within: null, leafId: "1" });
    expect(places["2"]).toMatchObject({ isOnOpenPath: false, within: "What Mara kept", leafId: "2" });
    expect(places["3"]).toMatchObject({ isOnOpenPath: false, within: null, leafId: "3" });
    expect(find("kept", { kind: "path" })[0]).toMatchObject({ messageId: "2", storyId: "one" });
  });
});

it("a place comes by fit, then the newest first; pages and filters follow from that", async () => {
  const long = "a reef that has many other words around it, and far more of them than the others";
  const texts = ["reef", "reef", "reef", long, ...Array.from({ length: 20 }, () => "the sea")];
  await withIndex(texts, (index, find) => {
    expect(find("reef").map(({ id }) => id)).toEqual(["2", "1", "0", "3"]);
    const first = index.find({ q: "reef", limit: 3 });
    expect(first.counts).toEqual({ passage: 4 });
    expect(first.next).not.toBeNull();
    expect(index.find({ q: "reef", limit: 3, cursor: first.next ?? "" }).items.map(({ id }) => id)).toEqual([
      "3",
    ]);
    expect(toIds(find("reef", { role: "user" }))).toEqual(["1", "3"]);
    expect(toIds(find("reef", { since: "2026-01-01T00:02:00Z" }))).toEqual(["2", "3"]);
    expect(toIds(find("reef", { until: "2026-01-01T00:01:00Z" }))).toEqual(["0"]);
    expect(find("reef", { storyId: "another" })).toEqual([]);
    expect(find("reef", { kind: "note" })).toEqual([]);
    expect(find("reef", { perKind: 2 })).toHaveLength(2);
    expect(find("reef", { cursor: "nonsense" })).toHaveLength(4);
  });
});

it("of more than a thousand places the last are counted, and those of a kind are all looked for", async () => {
  const others = Array.from({ length: 1_100 }, () => "a reef");
  await withIndex([{ kind: "note", text: "a reef" }, ...others], (index) => {
    expect(index.find({ q: "reef" })).toMatchObject({ isCut: true, counts: { passage: 1_000 } });
    let count = 0;
    for (let cursor: string | null = "0"; cursor !== null; ) {
      const { items, next }: Pick<SearchPage, "items" | "next"> = index.find({
        q: "reef",
        limit: 100,
        cursor,
      });
      count += items.length;
      cursor = next;
    }
    expect(count).toBe(1_000);
    expect(index.find({ q: "reef", kind: "note" }).items).toMatchObject([{ kind: "note" }]);
  });
});

it("an update that is late or comes twice changes nothing", async () => {
  await withIndex(["the first text"], (index, find) => {
    const write = (number: number, text: string) =>
      index.apply({ source: SOURCE, number, documents: [toDocument("0", { text })] });
    expect(write(5, "the second text")).toBeNull();
    expect(write(4, "the first text")).toBe(5);
    expect(index.apply({ source: SOURCE, number: 5, removed: ["0"] })).toBe(5);
    expect(toIds(find("second"))).toEqual(["0"]);
    expect(find("first")).toEqual([]);
  });
});

it("an update that was overtaken leaves its messages on the open path", () =>
  withIndex(["A voice."], (index, find) => {
    const [second, third] = ["the reef", "the key"].map((text, at) =>
      toDocument(String(at + 1), { text, depth: at + 2, parent: String(at), role: "assistant" }),
    );
    index.apply({ source: SOURCE, number: 2, headId: "2", documents: third ? [third] : [] });
    expect(find("reef")).toEqual([]);
    expect(index.summarise(SOURCE).count).toBe(2);
    index.apply({ source: SOURCE, number: 3, headId: "2", documents: second ? [second] : [] });
    for (const word of ["voice", "reef", "key"]) expect(find(word)).toMatchObject([{ isOnOpenPath: true }]);
    expect(index.summarise(SOURCE).count).toBe(3);
    // The last row is changed, and what it follows is not there.
    index.apply({ source: SOURCE, number: 4, headId: "2", removed: ["1"] });
    const changed = toDocument("2", { text: "the lamp", depth: 3, parent: "1", role: "assistant" });
    index.apply({ source: SOURCE, number: 5, headId: "2", documents: [changed] });
    expect(find("lamp")).toHaveLength(1);
    index.apply({ source: SOURCE, number: 6, headId: null, whole: SEARCH_KINDS, keep: [] });
    expect(index.summarise(SOURCE).count).toBe(0);
  }));

it("an update that has none of a story any more leaves no word of it", async () => {
  const stub = env.SEARCH.get(env.SEARCH.idFromName(createId()));
  await runInDurableObject(stub, (_, { storage }) => {
    const index = new SearchIndex(storage);
    const about = { title: "reef", text: "a reef" };
    const documents = SEARCH_KINDS.map((kind) => toDocument(kind, { ...about, kind }));
    const facts = { title: "reef", isShown: true, isArchived: false };
    index.apply({ source: SOURCE, number: 1, documents, facts });
    expect(index.find({ q: "reef" }).items).toHaveLength(SEARCH_KINDS.length);
    const hidden = { title: "", isShown: false, isArchived: false };
    index.apply({ source: SOURCE, number: null, whole: SEARCH_KINDS, facts: hidden });
    expect(index.find({ q: "reef" }).items).toEqual([]);
    storage.sql.exec("CREATE VIRTUAL TABLE seen USING fts5vocab (words, 'row')");
    for (const table of ["documents", "vocabulary", "seen"]) {
      expect(storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one(), table).toEqual({ n: 0 });
    }
    expect(storage.sql.exec("SELECT title FROM sources").toArray()).toEqual([{ title: "" }]);
  });
});

it("an update that hides a story hides all that is in it, until it is shown again", async () => {
  await withIndex(["a reef"], (index, find) => {
    const hidden = { title: "", isShown: false, isArchived: false };
    index.apply({ source: SOURCE, number: null, facts: hidden });
    expect(find("reef")).toEqual([]);
    const back = { title: "Back", isShown: true, isArchived: true };
    index.apply({ source: SOURCE, number: null, facts: back });
    expect(find("reef")[0]).toMatchObject({ title: "Back", isArchived: true });
    expect(find("reef", { withoutArchived: true })).toEqual([]);
  });
});
