import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { eventually, ledgerOf, StoryReader, toStoryRow } from "#tests/durable-objects/story-reader.ts";
import { d1, db } from "#tests/workers/helpers/databases.ts";
import { renderPages } from "#tests/workers/helpers/pages.ts";
import { TestSite } from "#tests/workers/helpers/site.ts";
import { stories, users } from "#workers/db/schema/index.ts";

/** A person who wrote three stories on Premium and is now on Free. The last story was updated last. */
async function afterPremium() {
  const person = await new TestSite().consented();
  const rows = [1, 2, 3].map((day) => toStoryRow(person.sub, { updatedAt: `2026-01-0${day}T00:00:00.000Z` }));
  const [first, second, last] = rows.map(({ id }) => id) as [string, string, string];
  for (const row of rows) await db.insert(stories).values(row);
  return { person, first, second, last };
}

/** The result of a message: `written`, or the code of its refusal. */
async function write(userId: string, storyId: string): Promise<string> {
  const stub = env.STORY.get(env.STORY.idFromName(storyId));
  const { reader } = await StoryReader.join({ stub, storyId, userId });
  reader.write("I look around");
  const end = await reader.nextEnd();
  return end.type === "stream-error" ? end.code : "written";
}

describe("after a downgrade", () => {
  it("every story can be read, and the one that was updated last can be continued", async () => {
    const { person, first, second, last } = await afterPremium();
    const listed = await person.read<StoryRecord[]>(`/api/stories/user/${person.sub}`);
    expect(listed.map(({ storyId }) => storyId)).toEqual([last, second, first]);
    expect(await write(person.sub, first)).toBe("STORY_READ_ONLY");
    expect(await write(person.sub, second)).toBe("STORY_READ_ONLY");
    expect(await write(person.sub, last)).toBe("written");
    await eventually(async () =>
      expect(await ledgerOf(person.sub)).toEqual(["charged", "refunded", "refunded"]),
    );
  });

  it("a story is opened again by archiving those that were updated later", async () => {
    const { person, second, last } = await afterPremium();
    await person.send("PUT", `/api/stories/${last}`, { status: "archived" });
    expect(await write(person.sub, second)).toBe("written");
  });

  it("a story is opened again by deleting those that were updated later", async () => {
    const { person, second, last } = await afterPremium();
    await person.send("DELETE", `/api/stories/${last}`);
    expect(await write(person.sub, second)).toBe("written");
  });

  it("all stories are opened again by an upgrade", async () => {
    const { person, first, second } = await afterPremium();
    await db.update(users).set({ tier: "premium" }).where(eq(users.id, person.sub));
    expect([await write(person.sub, first), await write(person.sub, second)]).toEqual(["written", "written"]);
  });

  it("a suggestion for a story beyond the plan is refused and costs nothing", async () => {
    const { person, first } = await afterPremium();
    await db.update(users).set({ tier: "premium" }).where(eq(users.id, person.sub));
    expect(await write(person.sub, first)).toBe("written");
    await db.update(users).set({ tier: "free" }).where(eq(users.id, person.sub));
    await db
      .update(stories)
      .set({ updatedAt: "2026-01-01T00:00:00.000Z", projection: 1000 })
      .where(eq(stories.id, first));
    const stub = env.STORY.get(env.STORY.idFromName(first));
    expect(await stub.suggest({ another: false })).toEqual({ ok: false, code: "STORY_READ_ONLY" });
    await eventually(async () => expect(await ledgerOf(person.sub)).toEqual(["charged", "refunded"]));
  });
});

const PAGES = ["/home", "/stories", "/characters", "/settings", "/help", "/upgrade"];

/** A person on Free (50 Sparks a month) who has used this many, and the pages for them. */
async function aSpender(sparks: number) {
  const bare = new TestSite();
  const person = await bare.consented();
  const site = new TestSite({ OIDC_ISSUER: bare.issuer.url }, renderPages);
  await d1
    .prepare(
      `INSERT INTO spark_ledger (turn_key, user_id, month, purpose, sparks, state, reserved_at)
     VALUES (?, ?, ?, 'image', ?, 'charged', ?)`,
    )
    .bind(createId(), person.sub, toMonth(new Date()), sparks, new Date().toISOString())
    .run();
  const Cookie = person.cookieHeader;
  /** The pages that contain the text, ignoring React's comment marks. */
  const listWarned = async (text: string) => {
    const pages = await Promise.all(
      PAGES.map(
        async (path) => [path, await (await site.fetch(path, { headers: { Cookie } })).text()] as const,
      ),
    );
    return pages.filter(([, html]) => html.replaceAll("<!-- -->", "").includes(text)).map(([path]) => path);
  };
  return { person, listWarned };
}

it("from 80 % of the month's Sparks on every page shows a warning line", async () => {
  const { listWarned } = await aSpender(40);

  expect(await listWarned("You have used 40 of your 50 Sparks this month. New ones come on 1 ")).toEqual(
    PAGES,
  );
});

it("before that no page warns", async () => {
  const { listWarned } = await aSpender(39);

  expect(await listWarned("You have used")).toEqual([]);
});

it("no page warns a person who has switched the warnings off", async () => {
  const { person, listWarned } = await aSpender(50);
  await person.send("PATCH", `/api/users/${person.sub}`, { settings: { usageWarnings: false } });

  expect(await listWarned("You have used")).toEqual([]);
});
