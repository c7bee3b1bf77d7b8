import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { StoryObject } from "#durable-objects/story.ts";
import { stories } from "#workers/db/schema/index.ts";
import {
  eventually,
  killObject,
  ledgerOf,
  messagesOf,
  StoryReader,
} from "../../durable-objects/story-reader.ts";
import { replyScript, scriptedText } from "../../fakes/reply-script.ts";
import { db, queryObject } from "../helpers/databases.ts";
import { type Browser, describeAnswer, newSub } from "../helpers/site.ts";
import { beginStory } from "../helpers/stories.ts";
import { aVisitor, beginDemo, openSite, PREMISE } from "./visitors.ts";

const site = openSite();

/** A visitor after the opening and one interaction. */
async function aWriter() {
  const demo = await aVisitor(site, { title: "The Key to Room 12" });
  await demo.open();
  await demo.write("I turn the register round.");
  return demo;
}

async function rowOf(storyId: string) {
  const [row] = await db.select().from(stories).where(eq(stories.id, storyId));
  return row;
}

async function listOf(browser: Browser, sub: string): Promise<{ storyId: string; status: string }[]> {
  return browser.read(`/api/stories/user/${sub}`);
}

/** A person whose plan has no room: their only active story is begun already. */
async function aFullPlan() {
  const person = await site.consented();
  return { sub: person.sub, ...(await beginStory(person)) };
}

describe("a visitor who signs in", () => {
  it("has the demo story in the library, with its text, and continues it by the plan's rules", async () => {
    const demo = await aWriter();
    const sub = newSub();
    const answer = await demo.browser.signIn({ sub, name: "Ada" }, `/stories/${demo.storyId}`);

    expect(answer.headers.get("Location")).toBe(`/stories/${demo.storyId}`);
    expect(demo.browser.cookieNamed("demo")).toBeUndefined();
    expect(await listOf(demo.browser, sub)).toMatchObject([
      {
        storyId: demo.storyId,
        title: "The Key to Room 12",
        status: "active",
        storyLength: "short",
        character: PREMISE.character,
        metadata: { genre: "Mystery", subGenre: "Cold Case", isNSFW: false, messageCount: 3 },
      },
    ]);
    expect(await demo.browser.read(`/api/stories/${demo.storyId}/messages`)).toMatchObject([
      { content: scriptedText(12) },
      { content: "I turn the register round." },
      { content: scriptedText(12) },
    ]);
    // The demo's exchange cost no Sparks; the next one costs one.
    const { reader } = await StoryReader.join({ ...demo, userId: sub });
    await reader.exchange("I ask for the key.");
    await eventually(async () => expect(await ledgerOf(sub)).toEqual(["charged"]));
    expect((await rowOf(demo.storyId))?.exchangeCount).toBe(2);
  });

  it("is shown the latest demo story in place of the home or a new story, and else the page that they wanted", async () => {
    for (const wanted of ["/home", "/stories/new?genre=Mystery", "/settings"]) {
      const demo = await aWriter();
      const later = await beginDemo(demo.browser, { title: "The Later One" });
      await later.open();
      const answer = await demo.browser.signIn({ sub: newSub(), name: "Ada" }, wanted);
      const shown = wanted === "/settings" ? wanted : `/stories/${later.storyId}`;
      expect(answer.headers.get("Location")).toBe(shown);
    }
  });

  it("keeps it for good", async () => {
    const demo = await aWriter();
    await demo.browser.signIn({ sub: newSub(), name: "Ada" });
    await runDurableObjectAlarm(demo.stub);
    await eventually(async () =>
      expect(await runInDurableObject(demo.stub, (_, state) => state.storage.getAlarm())).toBeNull(),
    );
    expect(await messagesOf(demo.stub)).toHaveLength(3);
    expect(await queryObject(demo.stub, "SELECT * FROM demo")).toEqual([]);
  });

  it("has its people among the characters, and those of later replies", async () => {
    const cast = { characters: [{ name: "Mrs. Adair", aliases: [] }], currentLocation: "The front desk" };
    const demo = await aVisitor(site, {
      description: replyScript({ text: "Mrs. Adair rang.", answers: { analysis: cast } }),
    });
    await demo.open();
    await eventually(async () => expect(await queryObject(demo.stub, "SELECT * FROM cast")).not.toEqual([]));
    const sub = newSub();
    await demo.browser.signIn({ sub, name: "Ada" });
    const characters = await demo.browser.read(`/api/characters/user/${sub}`);
    expect(characters).toMatchObject([{ storyIds: [demo.storyId] }]);
  });

  it("takes over a reply that is still being written", async () => {
    const demo = await aVisitor(site);
    await demo.open();
    const reply = demo.write(replyScript({ pieces: 20, everyMs: 40 }, "I knock."));
    await eventually(async () => expect(await messagesOf(demo.stub)).toHaveLength(2));
    const sub = newSub();
    await demo.browser.signIn({ sub, name: "Ada" });
    expect(await (await reply).json()).toMatchObject({ aiMessage: { content: scriptedText(20) } });
    await eventually(async () => expect((await rowOf(demo.storyId))?.messageCount).toBe(3));
    expect(await ledgerOf(sub)).toEqual([]);
  });

  it("has the latest of several as the active one, and the others in the archive", async () => {
    const first = await aVisitor(site);
    const second = await beginDemo(first.browser);
    const sub = newSub();
    await first.browser.signIn({ sub, name: "Ada" });
    const list = await listOf(first.browser, sub);
    expect(Object.fromEntries(list.map(({ storyId, status }) => [storyId, status]))).toEqual({
      [second.storyId]: "active",
      [first.storyId]: "archived",
    });
  });

  it("and has no room for another story finds it in the archive, waiting, until it is brought back", async () => {
    const full = await aFullPlan();
    const demo = await aWriter();
    await demo.browser.signIn({ sub: full.sub, name: "Ada" });
    const path = `/api/stories/${demo.storyId}`;
    expect(await rowOf(demo.storyId)).toMatchObject({ status: "archived", waitsForRoom: true });
    expect(await demo.browser.read(`${path}/messages`)).toHaveLength(3);

    const bringBack = () => demo.browser.send("PUT", path, { status: "active" });
    expect(await describeAnswer(await bringBack())).toBe("402 STORY_LIMIT_EXCEEDED");
    expect(await rowOf(demo.storyId)).toMatchObject({ waitsForRoom: true });
    await demo.browser.send("PUT", `/api/stories/${full.storyId}`, { status: "archived" });
    expect((await bringBack()).status).toBe(200);
    expect(await rowOf(demo.storyId)).toMatchObject({ status: "active", waitsForRoom: false });
  });
});

it("a demo story is given once to the first of two people who sign in with the same cookie", async () => {
  const demo = await aWriter();
  const subs = [newSub(), newSub(), newSub()];

  await Promise.all(subs.map((sub) => site.browser(demo.browser.cookies).signIn({ sub, name: "Ada" })));

  const row = await rowOf(demo.storyId);
  expect(subs).toContain(row?.userId);
  expect(row?.messageCount).toBe(3);
  expect(await ownerOf(demo)).toMatchObject({ userId: row?.userId });
});

it("a demo story is given once and is one story if the same person signs in twice at the same time", async () => {
  const demo = await aWriter();
  const sub = newSub();
  const signIn = () => site.browser(demo.browser.cookies).signIn({ sub, name: "Ada" });

  await Promise.all([signIn(), signIn(), signIn()]);
  await demo.browser.signIn({ sub, name: "Ada" });
  expect(await listOf(demo.browser, sub)).toHaveLength(1);
  expect((await rowOf(demo.storyId))?.status).toBe("active");
});

it("a demo story is given once and is no visitor's any more", async () => {
  const demo = await aWriter();
  const [name = "", value = ""] = demo.browser.cookieNamed("demo") ?? [];
  await demo.browser.signIn({ sub: newSub(), name: "Ada" });
  demo.browser.cookies.set(name, value);
  for (const answer of [demo.goOn(), demo.write("And then?"), demo.get()]) {
    expect(await describeAnswer(answer)).toBe("404 NOT_FOUND");
  }
});

it("a demo story is given once and not by a forged cookie, nor by none", async () => {
  const demo = await aWriter();
  const [name = "", value = ""] = demo.browser.cookieNamed("demo") ?? [];
  for (const forged of ["", value.replace(/\..*/, ".AAAA"), value.replace(/^.{12}/, "AAAAAAAAAAAA")]) {
    const browser = site.browser();
    browser.cookies.set(name, forged);
    const sub = newSub();
    await browser.signIn({ sub, name: "Ada" });
    expect(await listOf(browser, sub)).toEqual([]);
  }
  expect((await demo.get()).status).toBe(200);
});

it("a demo story is given once and not once it has expired", async () => {
  const demo = await aWriter();
  await queryObject(demo.stub, "UPDATE demo SET expires_at = 1");
  const sub = newSub();
  await demo.browser.signIn({ sub, name: "Ada" });
  expect(await listOf(demo.browser, sub)).toEqual([]);
});

it("a crash while a demo story is given leaves it to its person: the object updates the database after the restart", async () => {
  const demo = await aWriter();
  const sub = newSub();
  await site.browser().signIn({ sub, name: "Ada" });
  // What the object has stored if it crashes before the database has answered.
  await queryObject(demo.stub, "UPDATE demo SET adopted_by = ?", sub);
  await queryObject(demo.stub, "UPDATE conversation SET user_id = ?", sub);
  await queryObject(demo.stub, "INSERT OR IGNORE INTO outbox (id, topic, due_at) VALUES (1, 'project', 1)");
  await killObject(demo.stub);
  await demo.stub.ping();
  await runDurableObjectAlarm(demo.stub);
  await eventually(async () =>
    expect(await rowOf(demo.storyId)).toMatchObject({ userId: sub, status: "active", messageCount: 3 }),
  );
});

it("a crash while a demo story is given deletes the story if its person's account was deleted meanwhile", async () => {
  const demo = await aWriter();
  await demo.stub.adoptDemo(await ownerOf(demo), { userId: `gone|${crypto.randomUUID()}`, shard: 0 });
  await runDurableObjectAlarm(demo.stub);
  const left = await runInDurableObject(demo.stub, async (_, state) => (await state.storage.list()).size);
  expect(left).toBe(0);
  expect(await rowOf(demo.storyId)).toBeUndefined();
});

async function ownerOf(demo: { storyId: string; stub: DurableObjectStub<StoryObject> }) {
  const [row] = await queryObject<{ user_id: string }>(demo.stub, "SELECT user_id FROM conversation");
  return { conversationId: demo.storyId, userId: row?.user_id ?? "" };
}
