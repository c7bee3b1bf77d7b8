import { describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { CLOSE_SESSION_ENDED } from "#domain/protocol.ts";
import { findSessionEpoch, raiseSessionEpoch } from "#workers/accounts/store.ts";
import { LiveSessions } from "#workers/auth/live-sessions.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import { openDatabaseOf } from "../helpers/databases.ts";
import { type Browser, ORIGIN, TestSite } from "../helpers/site.ts";
import { beginStory, joinStory } from "../helpers/stories.ts";

/** Whether a KV key belongs to the session of a browser's cookie. */
function sessionIn(browser: Browser, key: string): boolean {
  const [, cookie = ""] = browser.cookieNamed("session") ?? [];
  return atob(decodeURIComponent(cookie).split(".")[0] ?? "").includes(key);
}

describe("signing in over a session", () => {
  it("closes the connections of the browser's last session with 4401, whoever signs in", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const { sub } = browser;
    const storyId = (await beginStory(browser)).storyId;
    const first = await joinStory(browser, storyId);
    await browser.signIn({ sub, name: "Ada Lovelace" });
    await vi.waitFor(() => expect(first.closed?.code).toBe(CLOSE_SESSION_ENDED));

    const second = await joinStory(browser, storyId);
    await browser.signIn({ sub: "somebody-else", name: "Grace Hopper" });
    await vi.waitFor(() => expect(second.closed?.code).toBe(CLOSE_SESSION_ENDED));
  });

  it("uses the same session's lines as long as they are open", async () => {
    const browser = await new TestSite().consented();
    const storyId = (await beginStory(browser)).storyId;
    const line = await joinStory(browser, storyId);
    await joinStory(browser, storyId);
    expect(line.closed).toBeNull();
  });
});

describe("a line with an access token", () => {
  it("closes with 4401 when the token has expired, whatever the client claims", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const storyId = (await beginStory(browser)).storyId;
    // Clocks may differ by a minute, so a token is accepted for that long after its expiry.
    const exp = Math.floor(Date.now() / 1000) - 56;
    const token = await site.issuer.accessToken({ sub: browser.sub, exp });
    const headers = { Upgrade: "websocket", "X-Talespark-Expires": String(Date.now() + 3_600_000) };
    const response = await site.call("GET", `/live/stories/${storyId}`, { token, headers });
    const line = StoryReader.over(response, storyId);
    const ofSession = await joinStory(browser, storyId);
    await vi.waitFor(() => expect(line.closed?.code).toBe(CLOSE_SESSION_ENDED), { timeout: 10_000 });
    expect(Date.now()).toBeGreaterThanOrEqual((exp + 60) * 1000);
    expect(ofSession.closed).toBeNull();
  });
});

describe("logging out", () => {
  it("closes the session's lines with 4401 and leaves the other sessions of the person alone", async () => {
    const site = new TestSite();
    const laptop = await site.consented();
    const phone = site.browser();
    await phone.signIn({ sub: laptop.sub, name: "Ada Lovelace" });
    const storyId = (await beginStory(laptop)).storyId;
    const onLaptop = await joinStory(laptop, storyId);
    const onPhone = await joinStory(phone, storyId);

    await laptop.send("POST", "/logout");
    await vi.waitFor(() => expect(onLaptop.closed?.code).toBe(CLOSE_SESSION_ENDED));
    expect(onPhone.closed).toBeNull();
    onPhone.send({ type: "join-story", storyId });
    await onPhone.next("joined");
  });

  it("leaves a copied cookie without any use, at every edge", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const storyId = (await beginStory(browser)).storyId;
    await joinStory(browser, storyId);
    const stolen = site.browser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    // A location whose copy of KV still has the session.
    const [key] = (await site.env.KV.list()).keys
      .map(({ name }) => name)
      .filter((name) => sessionIn(stolen, name));
    const kept = await site.env.KV.get(key ?? "");

    await browser.send("POST", "/logout");
    await site.env.KV.put(key ?? "", kept ?? "");
    const path = `/live/stories/${storyId}`;
    expect(kept).toContain(browser.sub);
    expect((await stolen.get(path, { Upgrade: "websocket", Origin: ORIGIN })).status).toBe(401);
    expect((await stolen.get(`/api/stories/${storyId}`)).status).toBe(401);
  });

  it("everywhere ends every session and every connection at once", async () => {
    const site = new TestSite();
    const laptop = await site.consented();
    const phone = site.browser();
    await phone.signIn({ sub: laptop.sub, name: "Ada Lovelace" });
    const storyId = (await beginStory(laptop)).storyId;
    const readers = [await joinStory(laptop, storyId), await joinStory(phone, storyId)];

    await laptop.send("POST", "/logout?everywhere");
    await vi.waitFor(() => {
      for (const reader of readers) expect(reader.closed?.code).toBe(CLOSE_SESSION_ENDED);
    });
    expect((await phone.get(`/api/stories/${storyId}`)).status).toBe(401);
  });
});

describe("a line that opens in the moment of a sign-out", () => {
  it("is refused: the session is checked again after the connection is recorded", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const objects = { story: site.env.STORY, "character-chat": site.env.CHARACTER_CHAT };
    const db = openDatabaseOf(browser.sub);
    const lines = new LiveSessions({ db, objects, now: () => new Date() });
    const conversation = () => ({ kind: "story" as const, conversationId: createId(), userId: browser.sub });
    const [user] = await findSessionEpoch(db, browser.sub);
    const session = { id: createId(), epoch: user?.sessionEpoch ?? 0 };
    await lines.recordOpening(session, conversation());
    await lines.end(session.id);
    await expect(lines.recordOpening(session, conversation())).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });

    const another = { id: createId(), epoch: session.epoch };
    await lines.recordOpening(another, conversation());
    await raiseSessionEpoch(db, browser.sub, new Date());
    await expect(lines.recordOpening(another, conversation())).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});
