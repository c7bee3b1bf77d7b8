import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DEMO_LIFE_MS } from "#domain/demo.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { listDailyKeys } from "#workers/http/client-address.ts";
import { DailyLimit } from "#workers/http/daily-limit.ts";
import { eventually, joinChunks, messagesOf, modelRequests } from "../../durable-objects/story-reader.ts";
import { replyScript, scriptedText } from "../../fakes/reply-script.ts";
import { queryObject } from "../helpers/databases.ts";
import { describeAnswer } from "../helpers/site.ts";
import { aVisitor, openSite, readEvents, SENT } from "./visitors.ts";

const site = openSite();
const STREAM = { Accept: "text/event-stream" };

async function usedBy(demo: { get: () => Promise<Response> }): Promise<number> {
  const { interactions } = await (await demo.get()).json<{ interactions: { used: number } }>();
  return interactions.used;
}

describe("a demo story", () => {
  it("opens, takes a message and a continue, and no third interaction", async () => {
    const demo = await aVisitor(site);
    expect(demo.title).toBe("New Story");

    const opened = await (await demo.open()).json();
    expect(opened).toEqual({
      aiMessage: { messageId: expect.any(String), content: scriptedText(12) },
      interactions: { used: 0, limit: 2 },
    });
    expect(await (await demo.write("I turn the register round.")).json()).toMatchObject({
      aiMessage: { content: scriptedText(12) },
      interactions: { used: 1 },
    });
    expect(await (await demo.goOn()).json()).toMatchObject({ interactions: { used: 2 } });
    expect(await describeAnswer(await demo.goOn())).toBe("403 DEMO_LIMIT_REACHED");
    expect(await describeAnswer(await demo.write("And then?"))).toBe("403 DEMO_LIMIT_REACHED");

    const story = await (await demo.get()).json<{ messages: { role: string }[] }>();
    expect(story.messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant", "assistant"]);
    expect(story).toMatchObject({ storyId: demo.storyId, interactions: { used: 2, limit: 2 } });
  });

  it("gives exactly two interactions to fifty simultaneous messages", async () => {
    const demo = await aVisitor(site);
    await demo.open();
    const sent = Array.from({ length: 50 }, (_, index) => demo.write(`I knock ${index} times.`));
    const answers = await Promise.all((await Promise.all(sent)).map(describeAnswer));
    expect(answers.filter((answer) => answer === "200")).toHaveLength(2);
    expect(answers.filter((answer) => answer === "403 DEMO_LIMIT_REACHED")).toHaveLength(48);
    expect(await usedBy(demo)).toBe(2);
    expect(await messagesOf(demo.stub)).toHaveLength(5);
  });

  it("answers a message that is sent again as before, also once the interactions are used up", async () => {
    const demo = await aVisitor(site);
    const requestId = createId();
    const send = () => demo.write("I knock.", requestId);
    const [first, second] = await Promise.all([send(), send()]);
    expect(await second.json()).toEqual(await first.json());
    expect(await usedBy(demo)).toBe(1);
    await demo.goOn();
    expect((await send()).status).toBe(200);
    expect(await usedBy(demo)).toBe(2);
  });

  it("streams each reply if the request accepts a stream, and ends the stream with it", async () => {
    const demo = await aVisitor(site, { description: replyScript({ pieces: 30, everyMs: 10 }) });
    const ask = (call: string, body: unknown) =>
      demo.browser.send("POST", `${demo.path}/${call}`, body, STREAM);

    const opening = await ask("continue", { isInitialContinue: true });
    expect(opening.headers.get("Content-Type")).toBe("text/event-stream");
    expect((await readEvents(opening)).at(-1)?.type).toBe("stream-complete");

    const reply = await readEvents(await ask("message", { content: "I knock." }));
    expect(reply.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["message-accepted", "stream-start", "stream-chunk", "stream-complete"]),
    );
  });

  it("writes on when its reader leaves in the middle of a reply, who joins it by asking again", async () => {
    const demo = await aVisitor(site, { description: replyScript({ pieces: 30, everyMs: 20 }) });
    const body = { isInitialContinue: true, requestId: createId() };
    const ask = () => demo.browser.send("POST", `${demo.path}/continue`, body, STREAM);
    const reader = (await ask()).body?.getReader();
    for (let read = 0; read < 3; read += 1) await reader?.read();
    await reader?.cancel();
    const [joined, ...events] = await readEvents(await ask());
    const end = events.at(-1);
    if (joined?.type !== "joined" || end?.type !== "stream-complete") throw new Error("Not joined");
    expect(joined.turn).toMatchObject({ requestId: body.requestId, messageId: end.messageId });
    expect(joinChunks(events, end.messageId, joined.turn?.content)).toBe(scriptedText(30));
    expect(await messagesOf(demo.stub)).toMatchObject([{ content: scriptedText(30) }]);
  });

  it("is short and never for adults, whatever the body contains", async () => {
    const id = createId();
    const demo = await aVisitor(site, { description: replyScript({ id }, "A guest checks out.") });
    await demo.open();
    const [asked] = await modelRequests(id);
    const told = asked?.messages.map(({ content }) => content).join("\n");
    expect(told).toContain("general audience");
    expect(await queryObject(demo.stub, "SELECT premise FROM demo")).toEqual([
      { premise: expect.stringMatching(/"storyLength":"short","isNSFW":false/) },
    ]);
  });

  it("deletes itself after a day, with all of its text", async () => {
    const demo = await aVisitor(site);
    await demo.open();
    await eventually(async () => {
      const alarm = await runInDurableObject(demo.stub, (_, state) => state.storage.getAlarm());
      expect(Math.abs((alarm ?? 0) - Date.now() - DEMO_LIFE_MS)).toBeLessThan(20_000);
    });
    await queryObject(demo.stub, "UPDATE demo SET expires_at = 1");
    expect(await describeAnswer(await demo.goOn())).toBe("404 NOT_FOUND");
    await runDurableObjectAlarm(demo.stub);
    const left = await runInDurableObject(demo.stub, async (_, state) => ({
      keys: (await state.storage.list()).size,
      alarm: await state.storage.getAlarm(),
    }));
    expect(left).toEqual({ keys: 0, alarm: null });
    expect(await describeAnswer(await demo.get())).toBe("404 NOT_FOUND");
  });
});

it("a demo story is its visitor's alone and is refused without the cookie, with another visitor's, or with a forged one", async () => {
  const demo = await aVisitor(site);
  const another = await aVisitor(site);
  const [name = "", value = ""] = demo.browser.cookieNamed("demo") ?? [];
  const forged = site.browser();
  forged.cookies.set(name, value.replace(/^.{8}/, "AAAAAAAA"));
  for (const browser of [site.browser(), another.browser, forged, await site.signedIn()]) {
    expect(await describeAnswer(await browser.get(demo.path))).toBe("404 NOT_FOUND");
    const open = browser.send("POST", `${demo.path}/continue`, { isInitialContinue: true });
    expect(await describeAnswer(await open)).toBe("404 NOT_FOUND");
  }
});

it("a demo story is its visitor's alone and is not found by the calls for signed-in people", async () => {
  const demo = await aVisitor(site);
  const person = await site.consented();
  for (const path of [`/api/stories/${demo.storyId}`, `/live/stories/${demo.storyId}`]) {
    expect(await describeAnswer(await person.get(path))).toBe("404 NOT_FOUND");
    expect(await describeAnswer(await demo.browser.get(path))).toBe("401 UNAUTHENTICATED");
  }
});

it("a demo story is its visitor's alone by a cookie that no script can read, bound to this host", async () => {
  const response = await site.browser().send("POST", "/api/stories/demo", SENT);
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-talespark-demo=/);
  expect(cookie).toMatch(/Max-Age=86400; Path=\/; .*HttpOnly; Secure; SameSite=Lax/);
});

it("what a visitor enters is at most 200 characters a message, and never empty", async () => {
  const demo = await aVisitor(site);
  expect(await describeAnswer(await demo.write("a".repeat(201)))).toBe("400 INVALID_INPUT");
  expect(await describeAnswer(await demo.write("   "))).toBe("400 INVALID_INPUT");
  expect(await describeAnswer(await demo.write("a".repeat(70_000)))).toBe("413 BODY_TOO_LARGE");
  expect((await demo.write("é".repeat(200))).status).toBe(200);
});

const failing = (script: Parameters<typeof replyScript>[0]) => replyScript(script, "I knock on the door.");

it("where the model fails, the opening can be requested again", async () => {
  const id = createId();
  const demo = await aVisitor(site, { description: replyScript({ id, fault: "status-500" }, "A guest.") });
  expect((await demo.open()).status).toBeGreaterThanOrEqual(500);
  expect((await demo.open()).status).toBeGreaterThanOrEqual(500);
  expect(await messagesOf(demo.stub)).toEqual([]);
  expect(await (await demo.write(failing({ pieces: 3 }))).json()).toMatchObject({
    aiMessage: { content: scriptedText(3) },
    interactions: { used: 1 },
  });
});

it("where the model fails, a message is given back, with its interaction, as often as it fails", async () => {
  const demo = await aVisitor(site);
  await demo.open();
  for (const fault of ["status-500", "empty"] as const)
    expect((await demo.write(failing({ fault }))).ok).toBe(false);
  expect(await usedBy(demo)).toBe(0);
  expect(await messagesOf(demo.stub)).toHaveLength(1);
  expect((await demo.write("I knock.")).status).toBe(200);
  expect((await demo.goOn()).status).toBe(200);
  expect(await usedBy(demo)).toBe(2);
});

it("where the model fails, a reply that is cut off keeps its text and costs no interaction", async () => {
  const demo = await aVisitor(site);
  await demo.open();
  const reply = await demo.write(failing({ pieces: 20, fault: "cut", after: 6, everyMs: 30 }));
  expect(await reply.json()).toMatchObject({ interactions: { used: 0 } });
  expect((await demo.write("I knock again.")).status).toBe(200);
  expect((await demo.goOn()).status).toBe(200);
});

const SECRET = "a secret of the tests, of 32 characters or more";
const COUNTING = {
  thing: "demo",
  code: "DEMO_RATE_LIMIT_EXCEEDED",
  counts: env.DEMO_COUNT,
  secret: SECRET,
} as const;
const NOON = "2026-03-01T12:00:00.000Z";

/** Takes stories of an address until none is left; returns how many there were. */
async function takeAll(address: string | null, { at = NOON, perDay = 5 } = {}): Promise<number> {
  const limit = new DailyLimit({
    ...COUNTING,
    perDay,
    now: () => new Date(at),
  });
  for (let taken = 0; ; taken += 1) {
    try {
      await limit.take(address);
    } catch (error) {
      if (error instanceof AppError && error.code === "DEMO_RATE_LIMIT_EXCEEDED") return taken;
      throw error;
    }
  }
}

function randomAddress(): string {
  return crypto.getRandomValues(new Uint8Array(4)).join(".");
}

describe("the limit of an address", () => {
  it("is a number of stories per day, and starts again with the next day in UTC", async () => {
    const address = randomAddress();
    expect(await takeAll(address, { at: "2026-03-01T00:00:00.000Z" })).toBe(5);
    expect(await takeAll(address, { at: "2026-03-01T23:59:59.999Z" })).toBe(0);
    expect(await takeAll(address, { at: "2026-03-02T00:00:00.000Z" })).toBe(5);
    expect(await takeAll(randomAddress())).toBe(5);
    expect(await takeAll(randomAddress(), { perDay: 2 })).toBe(2);
    expect(await takeAll(randomAddress(), { perDay: 0 })).toBe(0);
  });

  it("returns the time until the next day", async () => {
    const now = () => new Date("2026-03-01T23:00:00.000Z");
    const limit = new DailyLimit({ ...COUNTING, perDay: 0, now });
    await expect(limit.take(randomAddress())).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
  });

  it("is one for a network of 64 bits, twice that for 56 bits and four times that for 48", async () => {
    const at = "2026-03-05T12:00:00.000Z";
    const site = `2001:db8:${crypto.randomUUID().slice(0, 4)}`;
    expect(await takeAll(`${site}:1::1`, { at })).toBe(5);
    expect(await takeAll(`${site}:1:ffff:2:3:4`, { at })).toBe(0);
    expect(await takeAll(`${site}:2::1`, { at })).toBe(5);
    expect(await takeAll(`${site}:3::1`, { at })).toBe(0);
    expect((await takeAll(`${site}:100::1`, { at })) + (await takeAll(`${site}:200::1`, { at }))).toBe(10);
    expect(await takeAll(`${site}:300::1`, { at })).toBe(0);
    const v4 = randomAddress();
    expect(await takeAll(v4, { at })).toBe(5);
    expect(await takeAll(`::ffff:${v4}`, { at })).toBe(0);
  });

  it("is shared by all unknown addresses", async () => {
    const at = "2026-03-06T12:00:00.000Z";
    expect((await takeAll(null, { at })) + (await takeAll(null, { at }))).toBe(5);
  });

  it("is counted under names without the address, which another day's names have nothing in common with", async () => {
    const listNames = (day: string) => listDailyKeys("2001:db8:1:2::9", SECRET, day);
    const names = [...(await listNames("2026-04-01")), ...(await listNames("2026-04-02"))];
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });

  it("is forgotten when its day is over", async () => {
    const count = env.DEMO_COUNT.getByName(crypto.randomUUID());
    expect([await count.take(1), await count.take(1)]).toEqual([true, false]);
    const left = await runInDurableObject(count, async (_, { storage }) => (await storage.getAlarm()) ?? 0);
    expect(left - Date.now()).toBeGreaterThan(24 * 3_600_000);
    expect(await runDurableObjectAlarm(count)).toBe(true);
    expect(await count.take(1)).toBe(true);
  });

  it("is given back if the story could not be begun", async () => {
    const now = () => new Date(NOON);
    const limit = new DailyLimit({ ...COUNTING, perDay: 1, now });
    const address = randomAddress();
    const giveBack = await limit.take(address);
    await giveBack();
    await limit.take(address);
    await expect(limit.take(address)).rejects.toMatchObject({ code: "DEMO_RATE_LIMIT_EXCEEDED" });
  });
});

it("a visitor who begins one demo after the other is refused above the limit, also in a burst, whatever address their headers and body contain", async () => {
  const site = openSite({ DEMO_STORIES_PER_DAY: undefined });
  const address = randomAddress();
  const begin = () => {
    const forged = randomAddress();
    const headers = {
      "CF-Connecting-IP": address,
      "X-Forwarded-For": forged,
      "X-Real-IP": forged,
      "True-Client-IP": forged,
      Forwarded: `for=${forged}`,
    };
    return site.browser().send("POST", "/api/stories/demo", { ...SENT, clientIdentifier: forged }, headers);
  };
  const answers = await Promise.all(Array.from({ length: 21 }, begin));
  const told = await Promise.all(answers.map(describeAnswer));
  expect(told.toSorted()).toEqual([
    ...Array(5).fill("201"),
    ...Array(16).fill("429 DEMO_RATE_LIMIT_EXCEEDED"),
  ]);
  const wait = Number(answers.find(({ status }) => status === 429)?.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(86_400);
});
