import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ErrorBody, ErrorCode } from "#domain/errors.ts";
import { PLAN_LIMITS, SPARKS_PER_IMAGE, toMonth } from "#domain/plan.ts";
import { CHARGED_WORK_LIMITS } from "#domain/rate-limits.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { eventually, ledgerOf } from "#tests/durable-objects/story-reader.ts";
import { pagesButSignIn } from "#tests/workers/helpers/shares.ts";
import { countSparksUsed } from "#workers/billing/spark-store.ts";
import { stories, users } from "#workers/db/schema/index.ts";
import { anOpenStory, aStory, StoryReader, toStoryRow } from "../../durable-objects/story-reader.ts";
import { createCharacter, createChat, importCard, MARA, toCardFile } from "../characters/people.ts";
import { addCharge } from "../helpers/billing.ts";
import { copyRow, db, queryObject } from "../helpers/databases.ts";
import { type Person, scriptedModels, TestSite } from "../helpers/site.ts";
import { beginStory, STORY } from "../helpers/stories.ts";

const AT_ONCE = 20;
const { free: FREE, premium: PREMIUM } = PLAN_LIMITS;
const CARD = toCardFile({ ...MARA, first_mes: "Mind the step." });
const now = new Date();

function site(): TestSite {
  return new TestSite({
    ...scriptedModels(),
    // The binding's own limit is below: tests/workers/http/limit-requests.test.ts.
    IMAGES_PER_USER: { limit: async () => ({ success: true }) },
  });
}

/** Inserts stories into the index and returns their ids. */
async function seedStories(userId: string, written: Parameters<typeof toStoryRow>[1]): Promise<string[]> {
  const rows = Array.from({ length: AT_ONCE }, () => toStoryRow(userId, written));
  await Promise.all(rows.map((row) => db.insert(stories).values(row)));
  return rows.map(({ id }) => id);
}

type Ask = (index: number) => Promise<Response>;
/** Prepares what the requests need, and returns the request. */
type Prepare = (person: Person) => Promise<Ask>;

/** Sends the same body again and again. */
function toPost(path: string, body: object): Prepare {
  return async (person) => () => person.send("POST", path, body);
}

/** Restores copies of something that the person makes and deletes. */
function toRestore(table: string, path: string, make: (person: Person) => Promise<string>): Prepare {
  return async (person) => {
    const id = await make(person);
    await person.send("DELETE", `${path}/${id}`);
    const ids = await copyRow(person.sub, table, id, AT_ONCE);
    return (index) => person.send("POST", `${path}/${ids[index]}/restore`);
  };
}

const prepareForm = toPost("/api/prompts/generate", { ideas: "A harbour, a lamp, a lost boat" });

const preparePicture: Prepare = async (person) => {
  const { characterId } = await createCharacter(person);
  return () => person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
};

const LIMITS: Record<string, { code: ErrorCode; room: number; prepare: Prepare }> = {
  "new stories": {
    code: "STORY_LIMIT_EXCEEDED",
    room: FREE.activeStories,
    prepare: toPost("/api/stories", STORY),
  },
  "stories brought back from the archive": {
    code: "STORY_LIMIT_EXCEEDED",
    room: FREE.activeStories,
    prepare: async (person) => {
      const ids = await seedStories(person.sub, { status: "archived" });
      return (index) => person.send("PUT", `/api/stories/${ids[index]}`, { status: "active" });
    },
  },
  "restored stories": {
    code: "STORY_LIMIT_EXCEEDED",
    room: FREE.activeStories,
    prepare: toRestore("stories", "/api/stories", async (person) => (await beginStory(person)).storyId),
  },
  "new stories of a length that the plan doesn't have": {
    code: "STORY_LENGTH_EXCEEDED",
    room: 0,
    prepare: toPost("/api/stories", { ...STORY, storyLength: "ongoing" }),
  },
  "new characters": {
    code: "CHARACTER_LIMIT_EXCEEDED",
    room: FREE.characters,
    prepare: toPost("/api/characters", MARA),
  },
  "new chats": {
    code: "CHAT_LIMIT_EXCEEDED",
    room: FREE.characterChats,
    prepare: async (person) => {
      const { characterId } = await createCharacter(person);
      return () => person.send("POST", "/api/character-chats", { characterId });
    },
  },
  "imported cards": {
    code: "CHARACTER_LIMIT_EXCEEDED",
    room: FREE.characters,
    prepare: async (person) => () => importInTurn(person),
  },
  "restored characters": {
    code: "CHARACTER_LIMIT_EXCEEDED",
    room: FREE.characters,
    prepare: toRestore(
      "characters",
      "/api/characters",
      async (person) => (await createCharacter(person)).characterId,
    ),
  },
  "restored chats": {
    code: "CHAT_LIMIT_EXCEEDED",
    room: FREE.characterChats,
    prepare: toRestore(
      "character_chats",
      "/api/character-chats",
      async (person) => (await createChat(person)).chatId,
    ),
  },
  "filled forms": {
    code: "MONTHLY_LIMIT_EXCEEDED",
    room: 4,
    prepare: async (person) => {
      await addCharge(person.sub, FREE.sparksPerMonth - 4);
      return prepareForm(person);
    },
  },
  pictures: {
    code: "MONTHLY_LIMIT_EXCEEDED",
    room: 2,
    prepare: async (person) => {
      await addCharge(person.sub, FREE.sparksPerMonth - (3 * SPARKS_PER_IMAGE - 1));
      return preparePicture(person);
    },
  },
};

/** Only a few imports of a person run at once: the others are sent again, as their answer says. */
async function importInTurn(person: Person): Promise<Response> {
  for (;;) {
    const answer = await importCard(person, CARD);
    if (answer.status !== 429) return answer;
    await scheduler.wait(20);
  }
}

it.each(Object.entries(LIMITS))(
  "of 20 simultaneous requests for %s as many succeed as there is room for",
  async (_, { code, room, prepare }) => {
    const person = await site().consented();
    const ask = await prepare(person);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_none, index) => ask(index)));
    const refused = answers.filter(({ ok }) => !ok);
    const bodies = await Promise.all(refused.map((answer) => answer.json<ErrorBody>()));
    expect(new Set(bodies.map((body) => body.code))).toEqual(new Set([code]));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([402]));
    expect(AT_ONCE - refused.length).toBe(room);
    expect(await countSparksUsed(db, person.sub, toMonth(now))).toBeLessThanOrEqual(FREE.sparksPerMonth);
  },
  40_000,
);

it("of 20 simultaneous messages in 20 stories as many succeed as there are Sparks", async () => {
  const { userId } = await aStory({ tier: "premium" });
  await addCharge(userId, PREMIUM.sparksPerMonth - 7);
  const ids = await seedStories(userId, {});
  const ends = await Promise.all(ids.map((storyId) => write(userId, storyId)));
  expect(ends.filter((end) => end === "written")).toHaveLength(7);
  expect(ends.filter((end) => end === "MONTHLY_LIMIT_EXCEEDED")).toHaveLength(AT_ONCE - 7);
  expect(await countSparksUsed(db, userId, toMonth(now))).toBe(PREMIUM.sparksPerMonth);
}, 40_000);

it("of 20 simultaneous messages in one story with room for one more exchange one succeeds", async () => {
  const { story, reader } = await anOpenStory({ tier: "free" });
  await reader.exchange("I look around");
  const last = FREE.exchangesPerStory;
  await queryObject(story.stub, "UPDATE conversation SET exchange_count = ?", last - 1);
  const readers = await Promise.all(Array.from({ length: AT_ONCE }, () => StoryReader.join(story)));
  for (const one of readers) one.reader.write("I go on");
  await reader.next("stream-complete");
  reader.write("Once more");
  expect(await reader.next("stream-error", ({ code }) => code !== "STREAM_IN_PROGRESS")).toMatchObject({
    code: "STORY_LENGTH_EXCEEDED",
  });
  const count = await queryObject(story.stub, "SELECT exchange_count AS count FROM conversation");
  expect(count).toEqual([{ count: last }]);
}, 40_000);

it.each([
  { purpose: "image", work: "pictures", prepare: preparePicture },
  { purpose: "form-fill", work: "filled forms", prepare: prepareForm },
] as const)(
  "$work are counted for an hour or a day, also those that failed and cost nothing: of $work at once exactly the limit is begun",
  async ({ purpose, prepare }) => {
    const person: Person = await site().consented();
    await db.update(users).set({ tier: "premium" }).where(eq(users.id, person.sub));
    const ask = await prepare(person);
    const { limit, windowS } = CHARGED_WORK_LIMITS[purpose];
    const addFailed = async (count: number, secondsAgo: number) => {
      const reservedAt = new Date(Date.now() - secondsAgo * 1000).toISOString();
      const row = { purpose, state: "refunded", reservedAt, settledAt: reservedAt } as const;
      for (let added = 0; added < count; added += 1) await addCharge(person.sub, 1, row);
    };
    await addFailed(limit - 3, windowS - 600);
    await addFailed(5, windowS + 60); // too old to count

    const answers = await Promise.all(Array.from({ length: 10 }, (_none, index) => ask(index)));

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    const wait = Number(refused[0]?.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(540);
    expect(wait).toBeLessThanOrEqual(600);
    expect(await refused[0]?.json()).toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many requests. Please try again in 10 minutes.",
    });
    expect(await countSparksUsed(db, person.sub, toMonth(now))).toBe(
      purpose === "image" ? 3 * SPARKS_PER_IMAGE : 3,
    );
  },
);

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

it("after a downgrade every story can be read, and the one that was updated last can be continued", async () => {
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
])("after a downgrade a story is opened again by %s those that were updated later", async (_, putAway) => {
  const { person, second, last } = await afterPremium();
  await putAway(person, last);
  expect(await write(person.sub, second)).toBe("written");
});

it("after a downgrade all stories are opened again by an upgrade", async () => {
  const { person, first, second } = await afterPremium();
  await db.update(users).set({ tier: "premium" }).where(eq(users.id, person.sub));
  expect([await write(person.sub, first), await write(person.sub, second)]).toEqual(["written", "written"]);
});

it("after a downgrade a suggestion for a story beyond the plan is refused and costs nothing", async () => {
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
