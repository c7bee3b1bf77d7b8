import { describe, expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { createId } from "#domain/ids.ts";
import { STORY_SORTS } from "#domain/library.ts";
import { listDeletedStories } from "#workers/stories/deleted-store.ts";
import { listStories, summariseLibrary } from "#workers/stories/library-store.ts";
import { d1, db } from "../helpers/databases.ts";
import type { Browser } from "../helpers/site.ts";
import { TestSite } from "../helpers/site.ts";
import { type BegunStory, beginStory, onPremium } from "../helpers/stories.ts";

type Owner = Browser & { sub: string };

async function titlesOf(browser: Owner, query: Record<string, string> = {}): Promise<string[]> {
  const response = await browser.get(`/api/stories/user/${browser.sub}?${new URLSearchParams(query)}`);
  return (await response.json<BegunStory[]>()).map(({ title }) => title);
}

describe("the order of titles", () => {
  it("is that of their numbers, and a search still finds them", async () => {
    const browser = await onPremium();
    for (const title of ["Part 10", "Part 2", "Part 1: Rain", "Part"]) await beginStory(browser, { title });
    expect(await titlesOf(browser, { sort: "name-asc" })).toEqual([
      "Part",
      "Part 1: Rain",
      "Part 2",
      "Part 10",
    ]);
    expect(await titlesOf(browser, { search: "part 1", sort: "name-desc" })).toEqual([
      "Part 10",
      "Part 1: Rain",
    ]);
    expect(await titlesOf(browser, { search: "1:" })).toEqual(["Part 1: Rain"]);
  });
});

describe("a search of the library", () => {
  it("finds words of the title and the description in any case, accent and order", async () => {
    const browser = await onPremium();
    await beginStory(browser, { title: "The Ninth Signal" });
    await beginStory(browser, {
      title: "Das Mädchen von Ölhafen",
      description: "МОСКВА wartet, и никто не знает.",
    });
    await beginStory(browser, {
      title: "Éclair",
      description: "Two bakers don’t speak to each other any more.",
    });

    expect(await titlesOf(browser, { search: "ninth" })).toEqual(["The Ninth Signal"]);
    expect(await titlesOf(browser, { search: "boat  SIGNAL " })).toEqual(["The Ninth Signal"]);
    expect(await titlesOf(browser, { search: "ölh" })).toEqual(["Das Mädchen von Ölhafen"]);
    expect(await titlesOf(browser, { search: "madchen москва" })).toEqual(["Das Mädchen von Ölhafen"]);
    expect(await titlesOf(browser, { search: "ECLAIR don't" })).toEqual(["Éclair"]);
    expect(await titlesOf(browser, { search: "nobody" })).toEqual([]);
    expect(await titlesOf(browser, { search: "   " })).toHaveLength(3);
  });

  it("searches for every sign literally, and accepts any length", async () => {
    const browser = await onPremium();
    await beginStory(browser, { title: "50% of a_boat" });
    await beginStory(browser, { title: "500 of a boat" });

    expect(await titlesOf(browser, { search: "%" })).toEqual(["50% of a_boat"]);
    expect(await titlesOf(browser, { search: "a_b" })).toEqual(["50% of a_boat"]);
    expect(await titlesOf(browser, { search: "*" })).toEqual([]);
    expect(await titlesOf(browser, { search: "\\" })).toEqual([]);
    expect(await titlesOf(browser, { search: "' OR 1=1 --" })).toEqual([]);
    expect(await titlesOf(browser, { search: "x".repeat(5_000) })).toEqual([]);
    expect(await titlesOf(browser, { search: "50% ".repeat(200) })).toEqual(["50% of a_boat"]);
  });

  it("uses changed titles, and never finds another person's stories", async () => {
    const site = new TestSite();
    const browser = await onPremium(site);
    const other = await onPremium(site);
    const { storyId } = await beginStory(browser, { title: "The Ninth Signal" });

    await browser.send("PUT", `/api/stories/${storyId}`, { title: "The Tenth Signal" });

    expect(await titlesOf(browser, { search: "ninth" })).toEqual([]);
    expect(await titlesOf(browser, { search: "tenth" })).toEqual(["The Tenth Signal"]);
    expect(await titlesOf(other, { search: "tenth" })).toEqual([]);
  });

  it("goes with every order, a status and further pages", async () => {
    const browser = await onPremium();
    for (const title of ["Boat A", "Ash", "boat b", "Älter Boat", "Boat C"])
      await beginStory(browser, { title, description: "Nothing else to say here." });
    const { storyId } = await beginStory(browser, {
      title: "Boat Z",
      description: "Nothing else to say here.",
    });
    await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

    const found: string[] = [];
    const query = new URLSearchParams({ sort: "name-asc", search: "boat", status: "active", limit: "2" });
    let path: string | null = `/api/stories/user/${browser.sub}?${query}`;
    for (let pages = 0; path !== null && pages < 5; pages += 1) {
      const response: Response = await browser.get(path);
      found.push(...(await response.json<BegunStory[]>()).map(({ title }) => title));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
    }

    expect(found).toEqual(["Älter Boat", "Boat A", "boat b", "Boat C"]);
    expect(await titlesOf(browser, { search: "boat", sort: "name-desc" })).toEqual([
      "Boat Z",
      "Boat C",
      "boat b",
      "Boat A",
      "Älter Boat",
    ]);
    expect(await titlesOf(browser, { search: "boat", status: "archived" })).toEqual(["Boat Z"]);
  });
});

describe("a library of 5,000 stories", () => {
  const since = new Date(Date.now() - RECENTLY_DELETED_MS);

  /** A person with this many stories of each kind. Every hundredth title has the word `lighthouse`. */
  async function somebodyWith(count: number): Promise<string> {
    const userId = `test|${createId()}`;
    const now = new Date().toISOString();
    await d1.batch([
      d1
        .prepare(
          "INSERT INTO users (id, name, provider, tier, created_at, updated_at) VALUES (?1, 'Reader', 'other', 'premium', ?2, ?2)",
        )
        .bind(userId, now),
      d1
        .prepare(`
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2 * 3)
        INSERT INTO stories (id, user_id, title, description, status, story_length, genre, categories, tropes, character,
          player_name, custom_data, created_at, updated_at, deleted_at, "cast", folded_title, folded_description)
        SELECT ?1 || printf('-%06d', n), ?1, printf('Story %06d', n), 'About it.',
          CASE n % 3 WHEN 1 THEN 'archived' ELSE 'active' END, 'short', 'Mystery', '[]', '[]', 'Somebody', 'Somebody', '{}', ?3,
          strftime('%Y-%m-%dT%H:%M:%fZ', ?3, '-' || n || ' seconds'), CASE n % 3 WHEN 2 THEN ?3 END, '[]',
          printf('story %06d', n), CASE n % 100 WHEN 0 THEN 'a lighthouse' ELSE 'about it.' END
        FROM number`)
        .bind(userId, count, now),
    ]);
    return userId;
  }

  async function rowsRead(query: { toSQL: () => { sql: string; params: unknown[] } }): Promise<number> {
    const { sql, params } = query.toSQL();
    const { meta, results } = await d1
      .prepare(sql)
      .bind(...params)
      .all();
    expect(results.length).toBeGreaterThan(0);
    return meta.rows_read;
  }

  it("is listed, page by page, by any order and on any shelf, at the cost of one of 50", async () => {
    const [few, many] = await Promise.all([somebodyWith(50), somebodyWith(5_000)]);
    const limit = 21;
    // Far into the long list.
    const place = (sort: string) => ({
      key: sort.startsWith("name") ? "story 007500" : new Date(Date.now() - 7_500_000).toISOString(),
      id: "",
    });
    for (const status of ["active", "archived", undefined] as const) {
      const shelf = status === undefined ? {} : { status };
      for (const sort of STORY_SORTS) {
        const cost = await rowsRead(listStories(db, few, { sort, after: null, limit, ...shelf }));
        expect(await rowsRead(listStories(db, many, { sort, after: null, limit, ...shelf }))).toBe(cost);
        const deep = listStories(db, many, { sort, after: place(sort), limit, ...shelf });
        expect(await rowsRead(deep)).toBeLessThanOrEqual(cost + 1);
        expect(cost).toBeLessThanOrEqual(limit * 2 + 2);
      }
    }
    for (const page of [{ since, after: null, limit }]) {
      expect(await rowsRead(listDeletedStories(db, many, page))).toBe(
        await rowsRead(listDeletedStories(db, few, page)),
      );
    }
    const cost = await rowsRead(summariseLibrary(db, few, since));
    expect(await rowsRead(summariseLibrary(db, many, since))).toBe(cost);
    expect(cost).toBeLessThanOrEqual(8);
  });

  it("is searched no further than a page needs, and never beyond its owner", async () => {
    await somebodyWith(1_000);
    const many = await somebodyWith(5_000);
    const search = (word: string, limit: number) =>
      listStories(db, many, { sort: "recent", after: null, limit, status: "active", search: word });

    expect(await rowsRead(search("story", 21))).toBeLessThanOrEqual(44);
    expect(await rowsRead(search("lighthouse", 5))).toBeLessThan(1_100);
    expect(await rowsRead(search("014997", 21))).toBeLessThanOrEqual(10_002);
  });
});
