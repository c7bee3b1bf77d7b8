import { env } from "cloudflare:workers";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { SHARED_PER_PAGE, type Share } from "#domain/share.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { RenderPage } from "#workers/http/create-app.ts";
import { d1 } from "../helpers/databases.ts";
import { renderPages } from "../helpers/pages.ts";
import { LINES, shareStory, writeStory } from "../helpers/shares.ts";
import { type Browser, bareSignInPages, ORIGIN, type Person, TestSite } from "../helpers/site.ts";
import { joinStory, onPremium } from "../helpers/stories.ts";

/** The pages as the build serves them, except those of the sign-in. */
const pages: RenderPage = (request, parts) =>
  /^\/(login|auth|logout)/.test(new URL(request.url).pathname)
    ? bareSignInPages(request, parts)
    : renderPages(request, parts);
const site = new TestSite({}, pages);
let author: Person;
let reader: Browser;

beforeAll(async () => {
  author = await site.consented({ name: "Nora Lindqvist", email: "nora@example.org", email_verified: true });
  await givePlan(author);
  reader = site.browser();
});
afterEach(() => void vi.useRealTimers());

async function givePlan({ sub }: Person): Promise<void> {
  await d1.prepare("UPDATE users SET tier = 'premium' WHERE id = ?").bind(sub).run();
}

/** The author's story with a copy of it. */
async function share(input: Record<string, unknown> = {}, story: Parameters<typeof writeStory>[1] = {}) {
  const storyId = await writeStory(author, story);
  return { storyId, ...(await shareStory(author, storyId, input)) };
}

async function allowAdult(person: Person): Promise<void> {
  const nsfwConsent = { version: "2025-08-11", timestamp: "2026-01-15T09:30:00.000Z" };
  const settings = { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent };
  const path = `/api/users/${encodeURIComponent(person.sub)}/age-confirmation`;
  expect((await person.send("PATCH", path, { settings })).status).toBe(200);
}

function postForm(browser: Browser, path: string, form: Record<string, string>): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return browser.sendRaw("POST", path, new URLSearchParams(form).toString(), headers);
}

/** Everything that the address of a copy leads to, as a visitor asks for it. */
async function askEverywhere(path: string): Promise<Record<string, number>> {
  const token = path.slice(3);
  const ask = async (name: string, asked: Promise<Response>) => {
    const response = await asked;
    response.webSocket?.accept();
    response.webSocket?.close();
    await response.body?.cancel();
    return [name, response.status] as const;
  };
  const socket = { Upgrade: "websocket", Origin: ORIGIN };
  return Object.fromEntries(
    await Promise.all([
      ask("page", reader.get(path)),
      ask("data", reader.get(`${path}.data`)),
      ask("report", reader.get(`${path}/report`)),
      ask("live", reader.get(`/live/shares/${token}`, socket)),
      ask("readers", reader.sendRaw("POST", `${path}/readers`, "begun", {})),
    ]),
  );
}

const EVERYWHERE = ["page", "data", "report", "live", "readers"];
const everywhere = (status: number) => Object.fromEntries(EVERYWHERE.map((name) => [name, status]));

describe("the author of a copy", () => {
  it("gets an address of 128 random bits, another one each time; what a crash has left in the story's object goes", async () => {
    const { storyId, shareId, token } = await share();
    const object = env.STORY.get(env.STORY.idFromName(storyId));
    const crashed = uuidv7({ msecs: Date.now() - 120_000 });
    const unknown = { path: null, grows: false, known: [shareId] };
    await object.share({ conversationId: storyId, userId: author.sub }, crashed, unknown);
    const tokens = new Set([token]);
    for (let count = 1; count < 20; count += 1) tokens.add((await shareStory(author, storyId)).token);
    expect(tokens.size).toBe(20);
    for (const one of tokens) expect(one).toMatch(/^[\w-]{22}$/);
    const stored = await d1.prepare("SELECT * FROM shares WHERE user_id = ?").bind(author.sub).all();
    for (const one of tokens) expect(JSON.stringify(stored.results)).not.toContain(one);
    const left = (await object.listShared()).map((one) => one.shareId);
    expect(left).toHaveLength(20);
    expect(left).not.toContain(crashed);
  });

  it("is shown it again, with what was chosen and how many have read it", async () => {
    const expiresAt = "2099-01-01T00:00:00.000Z";
    const { storyId, shareId, path } = await share({
      penName: " Nora L. ",
      grows: true,
      mayFork: true,
      expiresAt,
    });
    await reader.sendRaw("POST", `${path}/readers`, "begun", { "CF-Connecting-IP": "198.51.100.1" });
    await reader.sendRaw("POST", `${path}/readers`, "begun", { "CF-Connecting-IP": "198.51.100.1" });
    await reader.sendRaw("POST", `${path}/readers`, "begun", { "CF-Connecting-IP": "198.51.100.2" });
    await reader.sendRaw("POST", `${path}/readers`, "finished", { "CF-Connecting-IP": "198.51.100.2" });
    expect((await reader.sendRaw("POST", `${path}/readers`, "twice", {})).status).toBe(400);

    const shares = await (await author.get(`/api/stories/${storyId}/shares`)).json<Share[]>();
    expect(shares).toEqual([
      {
        shareId,
        url: ORIGIN + path,
        penName: "Nora L.",
        grows: true,
        mayFork: true,
        isIndexed: false,
        expiresAt,
        createdAt: expect.any(String),
        messageCount: 3,
        pathName: null,
        readerCount: 2,
        finishedCount: 1,
      },
    ]);
    const stored = await d1.prepare("SELECT * FROM shares WHERE id = ?").bind(shareId).first();
    expect(JSON.stringify(stored)).not.toContain("198.51.100");
  });

  it("changes what is said about it, and nobody else does", async () => {
    const { storyId, shareId } = await share({ penName: "Nora L." });
    const path = `/api/stories/${storyId}/shares/${shareId}`;
    const changed = await author.send("PATCH", path, { penName: "", isIndexed: true });
    expect(await changed.json()).toMatchObject({ shareId, penName: "", isIndexed: true, mayFork: false });

    const another = await site.consented();
    expect((await another.send("PATCH", path, { penName: "Mine" })).status).toBe(404);
    expect((await another.send("DELETE", path)).status).toBe(404);
    expect((await another.get(`/api/stories/${storyId}/shares`)).status).toBe(404);
    const own = await writeStory(another);
    expect((await another.send("DELETE", `/api/stories/${own}/shares/${shareId}`)).status).toBe(404);
    expect((await another.send("PATCH", `/api/stories/${own}/shares/${shareId}`, {})).status).toBe(404);
    expect((await author.send("PATCH", path, {})).status).toBe(200);
  });

  it("loses nothing but the address if the server's secret changes: the link still works", async () => {
    const { storyId, path } = await share();
    const renewed = new TestSite({ SESSION_SECRET: "another secret, also of 32 characters" }, pages);
    expect((await renewed.fetch(path)).status).toBe(200);
    await d1
      .prepare("UPDATE shares SET token_hash = 'of another secret' WHERE story_id = ?")
      .bind(storyId)
      .run();
    expect(await (await author.get(`/api/stories/${storyId}/shares`)).json()).toMatchObject([{ url: null }]);
  });

  it("makes at most as many as fit, and is told what is wrong with an input", async () => {
    const { storyId } = await share();
    const path = `/api/stories/${storyId}/shares`;
    for (const [input, message] of [
      [{ penName: "n".repeat(61) }, "A name under the title can be at most 60 characters long."],
      [{ expiresAt: "tomorrow" }, "Please choose a date."],
      [{ expiresAt: "2020-01-01T00:00:00+00" }, "Please choose a date."], // `Date` can't read it, so it would never end
    ] as const) {
      const refused = await author.send("POST", path, input);
      expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ message })]);
    }
    expect((await author.send("POST", path, { path: createId() })).status).toBe(404);
    const values = Array.from(
      { length: 60 },
      () => `('${createId()}', ?1, ?2, '${createId()}', 0, '', 0, 0, ?3)`,
    );
    await d1
      .prepare(
        `INSERT INTO shares (id, user_id, story_id, token_hash, grows, pen_name, may_fork, is_indexed, created_at) VALUES ${values.join()}`,
      )
      .bind(author.sub, storyId, new Date().toISOString())
      .run();
    const refused = await author.send("POST", path, {});
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: "RATE_LIMITED" }),
    ]);
    await d1.prepare("DELETE FROM shares WHERE user_id = ?").bind(author.sub).run();
  });
});

describe("a reader of a copy", () => {
  it("reads title, pen name and text on a page without an account and without a script", async () => {
    const { path } = await share({ penName: "Nora L." });
    const response = await reader.get(path);
    const html = await response.text();

    expect(response.status).toBe(200);
    for (const text of [
      ...LINES,
      "The Ninth Signal",
      "Nora L.",
      "written with an AI",
      "3 passages, 1 minute",
    ]) {
      expect(html).toContain(text);
    }
    expect(html.match(/type="radio" name="size"/g)).toHaveLength(4);
    expect(html.match(/<script/g)).toEqual(["<script"]);
    expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>/);
    expect(html).not.toContain("Begin your own");
  });

  it("learns nothing of the account, the story's id, other paths, notes or memory from page, data and connection", async () => {
    const { storyId, shareId, path, token } = await share({ grows: true, mayFork: true });
    const notes = await author.send("PATCH", `/api/stories/${storyId}/notes`, {
      note: "The keeper is dead.",
    });
    expect(notes.status).toBe(200);
    const messages = await (await author.get(`/api/stories/${storyId}/messages`)).json<Message[]>();
    const [opening] = messages;
    await author.send("POST", `/api/stories/${storyId}/messages/${opening?.messageId}/versions`, {
      content: "Elsewhere.",
    });

    const answers = await Promise.all([path, `${path}.data`].map((one) => reader.get(one)));
    const socket = await reader.get(`/live/shares/${token}`, { Upgrade: "websocket", Origin: ORIGIN });
    const frames: string[] = [];
    socket.webSocket?.accept();
    socket.webSocket?.addEventListener("message", ({ data }) => frames.push(String(data)));
    await vi.waitFor(() => expect(frames).toEqual(['{"count":3}']));
    socket.webSocket?.close();

    const secrets = [
      author.sub,
      encodeURIComponent(author.sub),
      storyId,
      shareId,
      "Lindqvist",
      "nora@example.org",
    ];
    secrets.push(
      "The keeper is dead",
      "Elsewhere",
      "relief operator",
      ...messages.map(({ messageId }) => messageId),
    );
    for (const answer of answers) {
      const told = JSON.stringify([...answer.headers]) + (await answer.text());
      for (const secret of secrets) expect(told, answer.url).not.toContain(secret);
    }
  });

  it("is told no address of a copy by the browser, and search engines stay away unless its author allows them", async () => {
    const hidden = await reader.get((await share()).path);
    expect(hidden.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(hidden.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
    expect(hidden.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(hidden.headers.get("X-Frame-Options")).toBe("DENY");
    expect(await hidden.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');

    const { path } = await share({ isIndexed: true });
    const listed = await reader.get(path);
    expect(listed.headers.get("X-Robots-Tag")).toBeNull();
    const html = await listed.text();
    expect(html).not.toContain('name="robots"');
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
    expect(await (await reader.get("/sitemap.xml")).text()).not.toContain("/s/");
  });

  it("sees a preview with title, picture and first words in a messenger, escaped", async () => {
    const lines = ['"><script>alert(1)</script> The radio hissed.', "I wait."];
    const { path } = await share({ penName: "<b>Nora</b>" }, { lines, title: '"><img src=x>' });
    const html = await (await reader.get(path)).text();

    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/`); // of its genre: a file
    expect(html).toContain("A story by &lt;b&gt;Nora&lt;/b&gt;, written with an AI.");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x>");
  });

  it("reads a long story in pages, and gets 404 for one that is not there", async () => {
    const lines = Array.from({ length: SHARED_PER_PAGE + 1 }, (_, index) => `Message number ${index + 1}.`);
    const { path } = await share({}, { lines });
    const first = await (await reader.get(path)).text();
    const second = await (await reader.get(`${path}?page=2`)).text();

    expect(first).toContain(`Message number ${SHARED_PER_PAGE}.`);
    expect(first).not.toContain(lines.at(-1));
    expect(first).toContain(`href="${path}?page=2"`);
    expect(second).toContain(lines.at(-1));
    expect(second).not.toContain("Message number 1.");
    expect((await reader.get(`${path}?page=3`)).status).toBe(404);
    expect((await reader.get(`${path}?page=999999`)).status).toBe(404);
  });

  it("is told when a growing copy grows, and nothing else; who sends something is disconnected", async () => {
    const { storyId, token, path } = await share({ grows: true });
    const sockets = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const { webSocket } = await site.fetch(`/live/shares/${token}`, {
          headers: { Upgrade: "websocket", Origin: ORIGIN },
        });
        const heard: unknown[] = [];
        webSocket?.addEventListener("message", ({ data }) => heard.push(data));
        webSocket?.accept();
        return { webSocket, heard };
      }),
    );
    const own = await joinStory(author, storyId); // the author is not kept out by 500 readers
    own.write("I turn the dial");
    await own.nextEnd();
    own.write("I listen");
    await own.nextEnd();
    await vi.waitFor(() => {
      for (const { heard } of sockets) expect(heard).toEqual(['{"count":3}', '{"count":5}']);
    });
    expect(await (await reader.get(`${path}?page=1&count=5`)).text()).toContain("I turn the dial");

    const closed = Promise.withResolvers<number>();
    sockets[0]?.webSocket?.addEventListener("close", ({ code }) => closed.resolve(code));
    sockets[0]?.webSocket?.send(
      JSON.stringify({ type: "stream-message", storyId, content: "Mine", requestId: createId() }),
    );
    expect(await closed.promise).toBe(1008);
    const ended = Promise.withResolvers<number>();
    sockets[1]?.webSocket?.addEventListener("close", ({ code }) => ended.resolve(code));
    const [{ shareId }] = await (await author.get(`/api/stories/${storyId}/shares`)).json<[Share]>();
    await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`);
    expect(await ended.promise).toBe(4410);
    for (const { webSocket } of sockets.slice(2)) webSocket?.close();
    own.close();
    const messages = await (await author.get(`/api/stories/${storyId}/messages`)).json<Message[]>();
    expect(messages.map(({ content }) => content)).not.toContain("Mine");
  });

  it("can't follow a copy that does not grow, nor the author's own connection by its header", async () => {
    const { token, storyId } = await share();
    const socket = { Upgrade: "websocket", Origin: ORIGIN };
    expect((await reader.get(`/live/shares/${token}`, socket)).status).toBe(404);
    const growing = await share({ grows: true });
    expect((await reader.get(`/live/shares/${growing.token}`)).status).toBe(426);
    expect(
      (await reader.get(`/live/shares/${growing.token}`, { ...socket, Origin: "https://evil.example" }))
        .status,
    ).toBe(403);
    const smuggled = await reader.get(`/live/stories/${storyId}`, {
      ...socket,
      "X-Talespark-Share": growing.shareId,
    });
    expect(smuggled.status).toBe(401);
  });

  it("tells the operator what is wrong with a copy, some times a day, without an account", async () => {
    const { storyId, shareId, path } = await share();
    expect((await postForm(reader, `/s/${path.slice(3)}/report`, { reason: " " })).status).toBe(400);
    const sent = await postForm(reader, `${path}/report`, { reason: "It is my text." });
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, `${path}/report?sent`]);
    expect(await (await reader.get(`${path}/report?sent`)).text()).toContain("Thank you");
    const row = await d1.prepare("SELECT * FROM feedback WHERE user_id = ?").bind(`share:${shareId}`).first();
    expect(row).toMatchObject({ user_email: null, feedback: expect.stringContaining("It is my text.") });
    expect(row?.["feedback"]).toContain(storyId);
    for (let count = 1; count < 20; count += 1)
      await postForm(reader, `${path}/report`, { reason: "Again." });
    expect((await postForm(reader, `${path}/report`, { reason: "Again." })).status).toBe(429);
  });
});

describe("an address that leads nowhere", () => {
  it("is 410 everywhere after its copy was revoked", async () => {
    const { storyId, shareId, path } = await share({ grows: true, mayFork: true });
    expect(await askEverywhere(path)).toEqual({ ...everywhere(200), live: 101, readers: 204 });
    expect((await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`)).status).toBe(204);
    expect((await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`)).status).toBe(404);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(await askEverywhere(path)).toEqual(everywhere(410));
    expect((await postForm(await site.consented(), `${path}/fork`, { upTo: "1" })).status).toBe(410);
    expect((await postForm(reader, `${path}/report`, { reason: "x" })).status).toBe(410);
    expect(await (await author.get(path)).text()).toContain("This copy is no longer shared.");
  });

  it("is 410 after its time, while its story is in the bin, and when its author's account is deleted", async () => {
    const expired = await share({ expiresAt: "2020-01-01T00:00:00.000Z", grows: true });
    expect(await askEverywhere(expired.path)).toEqual(everywhere(410));

    const { storyId, path } = await share({ grows: true });
    await author.send("DELETE", `/api/stories/${storyId}`);
    expect(await askEverywhere(path)).toEqual(everywhere(410));
    await author.send("POST", `/api/stories/${storyId}/restore`);
    expect(await askEverywhere(path)).toEqual({ ...everywhere(200), live: 101, readers: 204 });

    const leaver = await site.consented();
    const left = await shareStory(leaver, await writeStory(leaver), { grows: true });
    const confirmation = "Delete my account";
    const leaving = await leaver.send("DELETE", `/api/users/${encodeURIComponent(leaver.sub)}`, {
      confirmation,
    });
    expect(leaving.status).toBe(202);
    const statuses = new Set(Object.values(await askEverywhere(left.path)));
    expect([...statuses].every((status) => status === 410 || status === 404)).toBe(true);
    await vi.waitFor(
      async () => {
        const rows = await d1.prepare("SELECT id FROM shares WHERE user_id = ?").bind(leaver.sub).all();
        expect(rows.results).toEqual([]);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it("is known by its exact address alone", async () => {
    const { path } = await share();
    const answer = await reader.get(path.replace("/s/", "/S/"));
    expect(answer.headers.get("Location")).toMatch(/no-such-page/);
  });

  it("is 404 everywhere if it was guessed, also with almost the right token", async () => {
    const { path } = await share();
    const other = path.endsWith("A") ? "B" : "A";
    for (const wrong of [`/s/${"A".repeat(22)}`, path.slice(0, -1) + other, "/s/1", `${path}A`]) {
      if (wrong === path) continue;
      expect(await askEverywhere(wrong), wrong).toEqual(everywhere(404));
    }
  });

  it("is refused while the operator forbids sharing, and works again afterwards", async () => {
    const { storyId, path } = await share();
    const closed = new TestSite({ SHARING: "off" }, pages);
    const answer = await closed.fetch(path);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining("Sharing is switched off"),
    ]);
    const browser = closed.browser();
    for (const [name, value] of author.cookies) browser.cookies.set(name, value);
    for (const asked of [
      browser.get(`/api/stories/${storyId}/shares`),
      browser.send("POST", `/api/stories/${storyId}/shares`, {}),
    ]) {
      expect(await (await asked).json()).toMatchObject({ code: "SHARING_OFF" });
    }
    expect((await reader.get(path)).status).toBe(200);
  });
});

describe("a copy of a story for adults", () => {
  it("asks for age first, shows nothing of it before, and is kept by no cache", async () => {
    await allowAdult(author);
    const { path } = await share(
      { penName: "Nora L.", isIndexed: true },
      { isNSFW: true, title: "The Locked Cabin" },
    );
    const page = await reader.get(path);
    const asked = await page.text();
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
    for (const answer of [asked, await (await reader.get(`${path}.data`)).text()]) {
      for (const secret of ["The Locked Cabin", "Nora L.", "og:title", "/covers/", ...LINES]) {
        expect(answer).not.toContain(secret);
      }
    }

    const adult = site.browser();
    expect((await postForm(adult, path, { isAdult: "no" })).status).toBe(400);
    const yes = await postForm(adult, path, { isAdult: "yes" });
    expect([yes.status, yes.headers.get("Location")]).toEqual([302, path]);
    const read = await adult.get(path);
    const html = await read.text();
    expect(read.headers.get("Cache-Control")).toBe("private, no-store");
    expect(html).toContain("The Locked Cabin");
    for (const hint of ["og:title", "og:image", "og:description"]) expect(html).not.toContain(hint);
    expect(await (await reader.get(path)).text()).not.toContain("The Locked Cabin");
    expect(await (await author.get(path)).text()).toContain("The Locked Cabin"); // has confirmed it in the settings
  });
});

describe("a shared cache", () => {
  it("may keep a page for a minute and not longer, counted from when it was begun", async () => {
    const { path } = await share();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    const first = await reader.get(path);
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=0");
    expect(first.headers.get("CDN-Cache-Control")).toBe("public, max-age=60");
    expect(first.headers.get("Vary")).toBe("Cookie");
    vi.setSystemTime(now + 45_000);
    const kept = await reader.get(path);
    expect(kept.headers.get("CDN-Cache-Control")).toBe("public, max-age=15");
    expect(kept.headers.get("ETag")).toBe(first.headers.get("ETag"));
    expect(kept.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
  });

  it("has forgotten a copy a minute after it was revoked; its author sees that at once", async () => {
    const { storyId, shareId, path } = await share();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect((await reader.get(path)).status).toBe(200);
    await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`);
    expect((await author.get(path)).status).toBe(410);
    vi.setSystemTime(now + 60_000);
    const ended = await reader.get(path);
    expect([ended.status, ended.headers.get("CDN-Cache-Control")]).toEqual([410, null]);
  });

  it("is given no page that a query, a cookie or a header of somebody else has changed", async () => {
    const { path } = await share({ grows: true, penName: "Nora L." });
    const headers = {
      "X-Forwarded-Host": "evil.example",
      "X-Original-URL": "/evil",
      Cookie: "__Host-talespark-theme=dark",
    };
    for (const query of [
      "?page=1",
      "?utm=1",
      "?page=x",
      "?page=1&count=4",
      "?count=3",
      "?page=1&count=3&x",
    ]) {
      const response = await reader.get(path + query, headers);
      expect(response.headers.get("CDN-Cache-Control"), query).toBeNull();
      expect(response.headers.get("Cache-Control"), query).toBe("private, no-store");
    }
    const strange = await reader.get(path, headers);
    expect(strange.headers.get("CDN-Cache-Control")).not.toBeNull();
    const html = await strange.text();
    for (const word of ["evil", 'data-theme="dark"', "nonce"]) expect(html).not.toContain(word);
    expect(await (await reader.get(path)).text()).toBe(html);
    const current = await reader.get(`${path}?page=1&count=3`);
    expect(current.headers.get("CDN-Cache-Control")).toMatch(/^public, max-age=(59|60)$/);

    const own = await author.get(path);
    expect(own.headers.get("Cache-Control")).not.toContain("public, max-age=60");
    expect(own.headers.get("CDN-Cache-Control")).toBeNull();
  });
});

describe("a story of one's own that begins with a copy", () => {
  it("has the text up to the line in view, and thanks the author; notes, memory and the author's premise stay", async () => {
    const lines = Array.from({ length: 450 }, (_, index) => `Message number ${index + 1}.`);
    const { storyId, path } = await share({ mayFork: true, penName: "Nora L." }, { lines, subGenre: null });
    await author.send("PATCH", `/api/stories/${storyId}/notes`, { note: "The keeper is dead." });
    const person = await onPremium(site);
    const forked = await postForm(person, `${path}/fork`, { upTo: "441" });
    expect(forked.status).toBe(302);
    const own = forked.headers.get("Location")?.replace("/stories/", "") ?? "";
    expect(own).not.toBe(storyId);

    const story = await (await person.get(`/api/stories/${own}`)).json<StoryRecord>();
    expect(story).toMatchObject({ title: "The Ninth Signal", status: "active" });
    expect(story.description).toBe("Begun from a reading copy of “The Ninth Signal”, with thanks to Nora L.");
    expect(JSON.stringify(story)).not.toContain("relief operator");
    const page = await (await person.get(`/api/stories/${own}/messages?limit=200`)).json<Message[]>();
    expect(page.map(({ content }) => content)).toEqual(lines.slice(241, 441));
    expect(page.at(-1)?.role).toBe("assistant");
    const notes = await (await person.get(`/api/stories/${own}/notes`)).text();
    expect(notes).not.toContain("keeper");
    const [source] = await (await author.get(`/api/stories/${storyId}/messages?limit=1`)).json<Message[]>();
    expect(source?.content).toBe(lines.at(-1));
  });

  it("needs an account, the terms, and the author's leave; who lacks one is led there and comes back to the line", async () => {
    const { path } = await share({ mayFork: true });
    const welcome = `/welcome?returnTo=${encodeURIComponent(`${path}#p3`)}`;
    const leads = async (browser: Browser) =>
      (await postForm(browser, `${path}/fork`, { upTo: "3" })).headers.get("Location");
    expect(await leads(reader)).toBe(`/login?returnTo=${encodeURIComponent(welcome)}`);
    expect(await leads(await site.signedIn())).toBe(welcome);
    const closed = await share();
    expect((await postForm(await site.consented(), `${closed.path}/fork`, { upTo: "3" })).status).toBe(403);
    expect((await postForm(await site.consented(), `${path}/fork`, { upTo: "none" })).status).toBe(400);
    await allowAdult(author);
    const adult = await share({ mayFork: true }, { isNSFW: true });
    const refused = await postForm(await site.consented(), `${adult.path}/fork`, { upTo: "3" });
    expect(refused.headers.get("Location")).toMatch(/^\/age-confirmation\?returnTo=/);
  });

  it("counts against the plan like any other: all of it or nothing", async () => {
    const { path } = await share({ mayFork: true });
    const person = await site.consented();
    expect((await postForm(person, `${path}/fork`, { upTo: "99" })).status).toBe(302);
    const refused = await postForm(person, `${path}/fork`, { upTo: "3" });
    expect(refused.status).toBe(402);
    const stories = await (await person.get(`/api/stories/user/${encodeURIComponent(person.sub)}`)).json<
      unknown[]
    >();
    expect(stories).toHaveLength(1);
  });
});
