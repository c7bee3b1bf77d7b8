import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newId } from "#domain/ids.ts";
import { refundAbandoned, reservationOf, settleSparks } from "#workers/billing/store.ts";
import { chatBriefOf } from "#workers/character-chats/store.ts";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import {
  briefOf,
  countStories,
  STORY_SORTS,
  storiesPage,
  storyOf,
  updateStory,
} from "#workers/stories/store.ts";

const db = openPrimaryDatabase(env.DB);
const user = "somebody|1";
const id = newId();
const after = { key: "m", id };

/** Every list and every look-up by owner, as the stores ask it. */
const queries: Record<string, { toSQL: () => { sql: string; params: unknown[] } }> = {
  ...Object.fromEntries(
    STORY_SORTS.flatMap((sort) => [
      [`stories by ${sort}`, storiesPage(db, user, { sort, after: null, limit: 50 })],
      [`a further page of stories by ${sort}`, storiesPage(db, user, { sort, after, limit: 50 })],
    ]),
  ),
  "a story": storyOf(db, user, id),
  "a story's brief": briefOf(db, user, id),
  "active stories": countStories(db, user, "active"),
  "a change of a story": updateStory(db, user, id, { title: "x" }, new Date()),
  "a chat's brief": chatBriefOf(db, user, id),
  "a reservation": reservationOf(db, user, id),
  "a settlement": settleSparks(db, user, id, true, new Date()),
  "an abandoned reservation": refundAbandoned(db, user, "form-fill", { before: new Date(), now: new Date() }),
};

async function planOf(query: { toSQL: () => { sql: string; params: unknown[] } }): Promise<string[]> {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

describe("the query plan of", () => {
  it.each(Object.entries(queries))("%s scans no table", async (_, query) => {
    const plan = await planOf(query);
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  });

  it.each(STORY_SORTS)("stories by %s comes in the order of its index, without sorting", async (sort) => {
    const plan = await planOf(storiesPage(db, user, { sort, after, limit: 50 }));
    expect(plan.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
    expect(plan.join()).toContain("stories_");
  });

  it("the month's Sparks is answered from its index alone", async () => {
    const plan = await planOf({
      toSQL: () => ({
        sql: "SELECT coalesce(sum(sparks), 0) FROM spark_ledger WHERE user_id = ? AND month = ? AND state <> 'refunded'",
        params: [user, "2026-01"],
      }),
    });
    expect(plan.join()).toContain("COVERING INDEX spark_ledger_usage");
  });

  it("a table without an index for it would be caught", async () => {
    const plan = await planOf({
      toSQL: () => ({ sql: "SELECT * FROM stories WHERE title = ?", params: ["x"] }),
    });
    expect(plan.join()).toContain("SCAN");
  });
});
