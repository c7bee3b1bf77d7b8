import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DEMO_LIFE_MS } from "#domain/demo.ts";
import { createId } from "#domain/ids.ts";
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

describe("a demo story is its visitor's alone", () => {
  it("and is refused without the cookie, with another visitor's, or with a forged one", async () => {
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

  it("and is not found by the calls for signed-in people", async () => {
    const demo = await aVisitor(site);
    const person = await site.consented();
    for (const path of [`/api/stories/${demo.storyId}`, `/live/stories/${demo.storyId}`]) {
      expect(await describeAnswer(await person.get(path))).toBe("404 NOT_FOUND");
      expect(await describeAnswer(await demo.browser.get(path))).toBe("401 UNAUTHENTICATED");
    }
  });

  it("by a cookie that no script can read, bound to this host", async () => {
    const response = await site.browser().send("POST", "/api/stories/demo", SENT);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-talespark-demo=/);
    expect(cookie).toMatch(/Max-Age=86400; Path=\/; .*HttpOnly; Secure; SameSite=Lax/);
  });
});

it("what a visitor enters is at most 200 characters a message, and never empty", async () => {
  const demo = await aVisitor(site);
  expect(await describeAnswer(await demo.write("a".repeat(201)))).toBe("400 INVALID_INPUT");
  expect(await describeAnswer(await demo.write("   "))).toBe("400 INVALID_INPUT");
  expect(await describeAnswer(await demo.write("a".repeat(70_000)))).toBe("413 BODY_TOO_LARGE");
  expect((await demo.write("é".repeat(200))).status).toBe(200);
});

describe("where the model fails", () => {
  const failing = (script: Parameters<typeof replyScript>[0]) => replyScript(script, "I knock on the door.");

  it("the opening can be requested again", async () => {
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

  it.each(["status-500", "status-429", "empty", "malformed"] as const)(
    "a message is given back, with its interaction (%s)",
    async (fault) => {
      const demo = await aVisitor(site);
      await demo.open();
      for (let tries = 0; tries < 3; tries += 1) {
        expect((await demo.write(failing({ fault }))).ok).toBe(false);
      }
      expect(await usedBy(demo)).toBe(0);
      expect(await messagesOf(demo.stub)).toHaveLength(1);
      expect((await demo.write("I knock.")).status).toBe(200);
      expect((await demo.goOn()).status).toBe(200);
      expect(await usedBy(demo)).toBe(2);
    },
  );

  it("a reply that is cut off keeps its text and costs no interaction", async () => {
    const demo = await aVisitor(site);
    await demo.open();
    const reply = await demo.write(failing({ pieces: 20, fault: "cut", after: 6, everyMs: 30 }));
    expect(await reply.json()).toMatchObject({ interactions: { used: 0 } });
    expect((await demo.write("I knock again.")).status).toBe(200);
    expect((await demo.goOn()).status).toBe(200);
  });
});
