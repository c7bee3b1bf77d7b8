import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { CLOSE_SESSION_ENDED } from "#domain/protocol.ts";
import { eventually, StoryReader } from "#tests/durable-objects/story-reader.ts";
import { openDatabaseOf, shardOf } from "#tests/workers/helpers/databases.ts";
import { type Browser, ORIGIN, sessionCookie, TestSite } from "#tests/workers/helpers/site.ts";
import { beginStory, joinStory } from "#tests/workers/helpers/stories.ts";
import { findSessionEpoch, raiseSessionEpoch } from "#workers/accounts/store.ts";
import { LiveSessions } from "#workers/auth/live-sessions.ts";
import { signedCookie } from "#workers/http/cookies.ts";
import { parseSettings } from "#workers/settings.ts";

const DAY_MS = 86_400_000;

async function toOwner(userId: string) {
  return { userId, shard: await shardOf(userId) };
}

/** The cookie of a site, signed as the site signs it. */
async function signed(name: string, content: unknown): Promise<string> {
  const secret = parseSettings(env).SESSION_SECRET;
  const cookie = await signedCookie(name, { secret, maxAge: 60 }).serialize(content);
  return cookie.split(";")[0]?.slice(name.length + 1) ?? "";
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { user } = await browser.read<{ user: unknown }>("/me");
  return user !== null;
}

async function expirationOf(sessionId: string): Promise<number> {
  const { keys } = await env.KV.list({ prefix: sessionId });
  return keys[0]?.expiration ?? Number.NaN;
}

describe("a session", () => {
  it("has a cookie that only this host gets, that no script can read, and that contains only its id and its user's, signed", async () => {
    const site = new TestSite();
    const response = await site.browser().signIn({ sub: "auth0|cookie" });

    const cookie = response.headers.getSetCookie().find((value) => value.includes("session"));
    expect(cookie).toMatch(/^__Host-talespark-session=/);
    expect(cookie?.split("; ").slice(1).sort()).toEqual(
      ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"].sort(),
    );
    const content = atob(decodeURIComponent(cookie?.split(/[=;]/)[1] ?? "").split(".")[0] ?? "");
    expect(JSON.parse(content)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      owner: await toOwner("auth0|cookie"),
    });
  });

  // WebKit keeps no Secure cookie on http://localhost.
  it.each([
    ["http://localhost:5173", "talespark-session-5173", false],
    ["http://127.0.0.1:5173", "talespark-session-5173", false],
    ["http://[::1]:5173", "talespark-session-5173", false],
    ["https://localhost:5173", "__Host-talespark-session-5173", true],
    ["http://192.168.1.2:5173", "__Host-talespark-session-5173", true],
    ["http://localhost.example", "__Host-talespark-session", true],
  ])("at %s has the port in its cookie's name %s, which is Secure: %s", async (origin, name, isSecure) => {
    const browser = new TestSite({ APP_ORIGIN: origin }).browser();
    const answer = await browser.signIn({ sub: "auth0|port" });

    const cookie = answer.headers.getSetCookie().find((value) => value.includes("session"));
    expect(cookie?.split("=")[0]).toBe(name);
    expect(cookie?.includes("; Secure")).toBe(isSecure);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("is invalid if its cookie is changed or signed with another secret", async () => {
    const site = new TestSite();
    const browser = await site.signedIn();
    const { name, value } = sessionCookie(browser);
    const other = new TestSite({ SESSION_SECRET: "another secret, of 32 characters or more" });
    const stranger = await other.signedIn();

    const owner = await toOwner(browser.sub);
    const forged = btoa(JSON.stringify({ id: sessionCookie(stranger).id, owner }));
    browser.cookies.set(name, value.replace(/^[^.]*/, encodeURIComponent(forged)));
    expect(await isSignedIn(browser)).toBe(false);
    browser.cookies.set(name, sessionCookie(stranger).value);
    expect(await isSignedIn(browser)).toBe(false);
    browser.cookies.set(name, value);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("does not give its user's data to a cookie that names another session, even with our signature", async () => {
    const site = new TestSite();
    const victim = await site.signedIn();
    const attacker = await site.signedIn();
    const { name, id } = sessionCookie(attacker);

    for (const named of [id, "0000000000000000"]) {
      attacker.cookies.set(name, await signed(name, { id: named, owner: await toOwner(victim.sub) }));
      expect(await isSignedIn(attacker)).toBe(false);
    }
  });

  it("is a new one at each sign-in, and the one before is over", async () => {
    const site = new TestSite();
    const browser = await site.signedIn();
    const before = sessionCookie(browser);

    await browser.signIn({ sub: browser.sub });

    const thief = site.browser();
    thief.cookies.set(before.name, before.value);
    expect(sessionCookie(browser).id).not.toBe(before.id);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("is not begun under an id that came with the request", async () => {
    const site = new TestSite();
    const attacker = await site.signedIn();
    const victim = site.browser();
    const callback = await victim.beginSignIn({ sub: "auth0|victim" });
    const planted = sessionCookie(attacker);
    victim.cookies.set(planted.name, planted.value);

    await victim.get(`/auth/callback${callback.search}`);

    expect(sessionCookie(victim).id).not.toBe(planted.id);
  });

  it("slides once a day: 30 days more in KV and in the cookie", async () => {
    const browser = await new TestSite().signedIn();
    const { id } = sessionCookie(browser);
    const began = await expirationOf(id);

    const sameDay = await browser.get("/me");
    expect(sameDay.headers.getSetCookie().join()).not.toContain("session");
    expect(began * 1000).toBeGreaterThan(Date.now() + 29.9 * DAY_MS);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.5 * DAY_MS });
    const nextDay = await browser.get("/me");
    const thirdTime = await browser.get("/me");
    vi.useRealTimers();

    expect(nextDay.headers.getSetCookie().join()).toContain("session");
    expect(thirdTime.headers.getSetCookie().join()).not.toContain("session");
    expect(sessionCookie(browser).id).toBe(id);
    expect((await expirationOf(id)) - began).toBeGreaterThan((1.4 * DAY_MS) / 1000);
  });

  it("ends 90 days after it began, however often it is used", async () => {
    const browser = await new TestSite().signedIn();
    const began = Date.now();

    const seen: boolean[] = [];
    for (const days of [29, 58, 87, 89.9, 90.1]) {
      vi.useFakeTimers({ toFake: ["Date"], now: began + days * DAY_MS });
      seen.push(await isSignedIn(browser));
      vi.useRealTimers();
    }

    expect(seen).toEqual([true, true, true, true, false]);
  });

  it("does not come back to life when it is ended on the day that it would slide", async () => {
    const browser = await new TestSite().signedIn();
    const { name, value } = sessionCookie(browser);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.5 * DAY_MS });
    const left = await browser.send("POST", "/logout");
    vi.useRealTimers();

    expect(left.headers.getSetCookie().filter((cookie) => cookie.includes("session"))).toHaveLength(1);
    browser.cookies.set(name, value);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

it("signing out removes the cookie and returns to the site through the issuer", async () => {
  const site = new TestSite();
  const browser = await site.signedIn();
  const { name } = sessionCookie(browser);

  const left = await browser.send("POST", "/logout");

  const location = new URL(left.headers.get("Location") ?? "");
  expect(location.origin + location.pathname).toBe(`${site.issuer.url}/end-session`);
  expect(location.searchParams.get("post_logout_redirect_uri")).toBe(`${ORIGIN}/`);
  expect(browser.cookies.has(name)).toBe(false);
});

it("signing out returns directly if the issuer has no sign-out or is away, also without a session", async () => {
  const site = new TestSite();
  await site.issuer.set({ endSession: false });
  const away = new TestSite({ OIDC_ISSUER: "http://127.0.0.1:1" });

  for (const browser of [await site.signedIn(), away.browser()])
    expect((await browser.send("POST", "/logout")).headers.get("Location")).toBe(`${ORIGIN}/`);
});

/** A person with a story who is signed in on a laptop and on a phone. */
async function aPerson() {
  const site = new TestSite();
  const laptop = await site.consented();
  const phone = site.browser();
  await phone.signIn({ sub: laptop.sub, name: "Ada Lovelace" });
  const { storyId } = await beginStory(laptop);
  return { site, laptop, phone, storyId };
}

/** What closes the lines of a person's sessions. */
function linesOf(sub: string, { story = env.STORY, now = new Date() } = {}): LiveSessions {
  const objects = { story, "character-chat": env.CHARACTER_CHAT };
  return new LiveSessions({ db: openDatabaseOf(sub), objects, now: () => now });
}

function expectEnded(line: StoryReader): Promise<void> {
  return eventually(() => expect(line.closed?.code).toBe(CLOSE_SESSION_ENDED));
}

it("signing in over a session closes the connections of the browser's last session with 4401, whoever signs in", async () => {
  const { laptop, storyId } = await aPerson();
  const first = await joinStory(laptop, storyId);
  await laptop.signIn({ sub: laptop.sub, name: "Ada Lovelace" });
  await expectEnded(first);

  const second = await joinStory(laptop, storyId);
  await laptop.signIn({ sub: "somebody-else", name: "Grace Hopper" });
  await expectEnded(second);
});

it("a line with an access token closes with 4401 when the token has expired, whatever the client claims", async () => {
  const { site, laptop, storyId } = await aPerson();
  // Clocks may differ by a minute, so a token is accepted for that long after its expiry.
  const exp = Math.floor(Date.now() / 1000) - 56;
  const token = await site.issuer.accessToken({ sub: laptop.sub, exp });
  const headers = { Upgrade: "websocket", "X-Talespark-Expires": String(Date.now() + 3_600_000) };
  const response = await site.call("GET", `/live/stories/${storyId}`, { token, headers });
  const line = StoryReader.over(response, { storyId });
  const ofSession = await joinStory(laptop, storyId);
  await expectEnded(line);
  expect(Date.now()).toBeGreaterThanOrEqual((exp + 60) * 1000);
  expect(ofSession.closed).toBeNull();
});

it("logging out closes the session's lines with 4401 and leaves the other sessions of the person alone", async () => {
  const { laptop, phone, storyId } = await aPerson();
  const onLaptop = await joinStory(laptop, storyId);
  const onPhone = await joinStory(phone, storyId);

  await laptop.send("POST", "/logout");
  await expectEnded(onLaptop);
  expect(onPhone.closed).toBeNull();
  onPhone.send({ type: "join-story", storyId });
  await onPhone.next("joined");
});

it("logging out leaves a copied cookie without any use, at every edge", async () => {
  const { site, laptop, storyId } = await aPerson();
  await joinStory(laptop, storyId);
  const stolen = site.browser(laptop.cookies);
  // A location whose copy of KV still has the session.
  const { id } = sessionCookie(stolen);
  const kept = (await site.env.KV.get(id)) ?? "";
  expect(kept).toContain(laptop.sub);

  await laptop.send("POST", "/logout");
  await site.env.KV.put(id, kept);
  const socket = { Upgrade: "websocket", Origin: ORIGIN };
  expect((await stolen.get(`/live/stories/${storyId}`, socket)).status).toBe(401);
  expect((await stolen.get(`/api/stories/${storyId}`)).status).toBe(401);
  expect(await isSignedIn(stolen)).toBe(false);
});

it("logging out everywhere ends every session and every connection at once", async () => {
  const { laptop, phone, storyId } = await aPerson();
  const readers = [await joinStory(laptop, storyId), await joinStory(phone, storyId)];

  await laptop.send("POST", "/logout?everywhere");
  for (const reader of readers) await expectEnded(reader);
  expect((await phone.get(`/api/stories/${storyId}`)).status).toBe(401);
  await phone.signIn({ sub: laptop.sub });
  expect((await phone.get(`/api/stories/${storyId}`)).status).toBe(200);
});

it("logging out everywhere ends the lines of access tokens too", async () => {
  const { site, laptop, storyId } = await aPerson();
  const token = await site.issuer.accessToken({ sub: laptop.sub });
  const headers = { Upgrade: "websocket" };
  const response = await site.call("GET", `/live/stories/${storyId}`, { token, headers });
  const line = StoryReader.over(response, { storyId });
  await laptop.send("POST", "/logout?everywhere");
  await expectEnded(line);
});

it("logging out closes the line of a story that the session has opened long ago, and again now", async () => {
  const { laptop, phone, storyId } = await aPerson();
  const longAgo = linesOf(laptop.sub, { now: new Date(Date.now() - 61 * DAY_MS) });
  const [user] = await findSessionEpoch(openDatabaseOf(laptop.sub), laptop.sub);
  const session = { id: sessionCookie(laptop).id, epoch: user?.sessionEpoch };
  await longAgo.recordOpening(session, { kind: "story", conversationId: storyId, userId: laptop.sub });
  const line = await joinStory(laptop, storyId);
  await phone.send("POST", "/logout"); // forgets what is older than any session
  await laptop.send("POST", "/logout");
  await expectEnded(line);
});

it("a sign-out that stops in the middle leaves the connections recorded: the next one closes them", async () => {
  const { laptop, storyId } = await aPerson();
  const line = await joinStory(laptop, storyId);
  const story = new Proxy(env.STORY, {
    get() {
      throw new Error("The Worker stops.");
    },
  });
  await expect(linesOf(laptop.sub, { story }).closeAll(laptop.sub)).rejects.toThrow("stops");
  await linesOf(laptop.sub).closeAll(laptop.sub);
  await expectEnded(line);
});

it("a line that opens in the moment of a sign-out is refused: the session is checked again after the connection is recorded", async () => {
  const browser = await new TestSite().consented();
  const db = openDatabaseOf(browser.sub);
  const lines = linesOf(browser.sub);
  const conversation = () => ({ kind: "story" as const, conversationId: createId(), userId: browser.sub });
  const [user] = await findSessionEpoch(db, browser.sub);
  const session = { id: createId(), epoch: user?.sessionEpoch ?? 0 };
  await lines.recordOpening(session, conversation());
  await lines.end(session.id);
  const refused = { code: "UNAUTHENTICATED" };
  await expect(lines.recordOpening(session, conversation())).rejects.toMatchObject(refused);

  const another = { id: createId(), epoch: session.epoch };
  await lines.recordOpening(another, conversation());
  await raiseSessionEpoch(db, browser.sub, new Date());
  await expect(lines.recordOpening(another, conversation())).rejects.toMatchObject(refused);
});
