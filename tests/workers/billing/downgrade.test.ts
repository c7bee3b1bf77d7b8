import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { StoryRecord } from "#domain/story-record.ts";
import { eventually, ledgerOf, StoryReader, toStoryRow } from "#tests/durable-objects/story-reader.ts";
import { addCharge } from "#tests/workers/helpers/billing.ts";
import { db } from "#tests/workers/helpers/databases.ts";
import { pagesButSignIn } from "#tests/workers/helpers/shares.ts";
import { type Person, TestSite } from "#tests/workers/helpers/site.ts";
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

  it.each([
    [
      "archiving",
      (person: Person, id: string) => person.send("PUT", `/api/stories/${id}`, { status: "archived" }),
    ],
    ["deleting", (person: Person, id: string) => person.send("DELETE", `/api/stories/${id}`)],
  ])("a story is opened again by %s those that were updated later", async (_, putAway) => {
    const { person, second, last } = await afterPremium();
    await putAway(person, last);
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
  const person = await new TestSite({}, pagesButSignIn).consented();
  await addCharge(person.sub, sparks);
  /** The pages that contain the text, ignoring React's comment marks. */
  const listWarned = async (text: string) => {
    const pages = await Promise.all(
      PAGES.map(async (path) => [path, await (await person.get(path)).text()] as const),
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

it("no page warns a person who has switched the warnings off", async () => {
  const { person, listWarned } = await aSpender(50);
  await person.send("PATCH", `/api/users/${person.sub}`, { settings: { usageWarnings: false } });

  expect(await listWarned("You have used")).toEqual([]);
});
