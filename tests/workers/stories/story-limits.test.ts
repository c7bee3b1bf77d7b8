import { describe, expect, it } from "vitest";
import { STORY_LIMITS } from "#domain/rate-limits.ts";
import { d1 } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";
import { onPremium, STORY } from "../helpers/stories.ts";

const HOUR_MS = STORY_LIMITS.begun.windowS * 1000;

/**
 * Inserts stories into the index, a third each active, archived and deleted. `age`: age of the oldest, in milliseconds.
 */
async function seed(userId: string, count: number, age: number): Promise<void> {
  const begun = new Date(Date.now() - age).toISOString();
  await d1
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2)
     INSERT INTO stories (id, user_id, title, description, status, story_length, genre, categories, tropes, character,
       player_name, custom_data, created_at, updated_at, deleted_at, "cast")
     SELECT ?1 || '-' || ?3 || '-' || n, ?1, 'T', 'D', CASE n % 3 WHEN 1 THEN 'archived' ELSE 'active' END, 'short',
       'Mystery', '[]', '[]', 'C', 'C', '{}', ?3, ?3, CASE n % 3 WHEN 2 THEN ?3 END, '[]'
     FROM number`,
    )
    .bind(userId, count, begun)
    .run();
}

describe("stories that one person begins", () => {
  it("are limited per hour, including archived and deleted ones, also for simultaneous requests", async () => {
    const browser = await onPremium();
    await seed(browser.sub, STORY_LIMITS.begun.limit - 1, HOUR_MS / 2);

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => browser.send("POST", "/api/stories", STORY)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(429)]);
    const refused = responses.find(({ status }) => status === 429);
    const retryAfter = Number(refused?.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(1700);
    expect(retryAfter).toBeLessThanOrEqual(1800);
    expect(await refused?.json()).toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many requests. Please try again in 30 minutes.",
    });
  });

  it("do not make room for others by being deleted", async () => {
    const browser = await onPremium();
    await seed(browser.sub, STORY_LIMITS.begun.limit - 1, 0);
    const { storyId } = await (await browser.send("POST", "/api/stories", STORY)).json<{ storyId: string }>();

    await browser.send("DELETE", `/api/stories/${storyId}`);

    expect((await browser.send("POST", "/api/stories", STORY)).status).toBe(429);
  });

  it("count for an hour only", async () => {
    const browser = await onPremium();
    await seed(browser.sub, STORY_LIMITS.begun.limit, HOUR_MS + 1000);

    expect((await browser.send("POST", "/api/stories", STORY)).status).toBe(201);
  });

  it("are limited in total, including archived and deleted ones, also for simultaneous requests", async () => {
    const browser = await onPremium();
    await seed(browser.sub, STORY_LIMITS.total - 1, 24 * HOUR_MS);

    const responses = await Promise.all(
      Array.from({ length: 6 }, () => browser.send("POST", "/api/stories", STORY)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(403)]);
    expect(await responses.find(({ status }) => status === 403)?.json()).toMatchObject({
      code: "STORY_TOTAL_EXCEEDED",
    });
  });

  it("report the plan's limit first, because the person can change that", async () => {
    const browser = await new TestSite().consented();
    await seed(browser.sub, STORY_LIMITS.begun.limit, 0);

    const refused = await browser.send("POST", "/api/stories", STORY);

    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({ code: "STORY_LIMIT_EXCEEDED" });
  });

  it("are found by a repeated request even without room", async () => {
    const browser = await onPremium();
    await seed(browser.sub, STORY_LIMITS.begun.limit - 1, 0);
    const begin = () =>
      browser.send("POST", "/api/stories", { ...STORY, requestId: `again-${browser.sub.slice(-8)}` });

    const [first, again] = [await begin(), await begin()];

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
  });
});
