import { describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { SHARED_PER_PAGE, type Share } from "#domain/share.ts";
import { queryRows } from "../helpers/databases.ts";
import { allowAdult, LINES, openShares, postForm } from "../helpers/shares.ts";
import { ORIGIN } from "../helpers/site.ts";
import { joinStory } from "../helpers/stories.ts";

const { site, reader, author, share } = await openShares();

describe("a reader of a copy", () => {
  it("reads title, pen name and text on a page without an account and without a script", async () => {
    const { path } = await share({ penName: "Nora L." });
    const response = await reader.get(path);
    const html = await response.text();

    expect(response.status).toBe(200);
    const texts = ["The Ninth Signal", "Nora L.", "written with an AI", "3 passages, 1 minute"];
    for (const text of [...LINES, ...texts]) expect(html).toContain(text);
    expect(html.match(/type="radio" name="size"/g)).toHaveLength(4);
    expect(html.match(/<script/g)).toEqual(["<script"]);
    expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>/);
    expect(html).not.toContain("Begin your own");
  });

  it("learns nothing of the account, the story's id, other paths, notes or memory from page, data and connection", async () => {
    const { storyId, shareId, path, token } = await share({ grows: true, mayFork: true });
    const note = "The keeper is dead.";
    expect((await author.send("PATCH", `/api/stories/${storyId}/notes`, { note })).status).toBe(200);
    const messages = await author.read<Message[]>(`/api/stories/${storyId}/messages`);
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

    const ids = [author.sub, encodeURIComponent(author.sub), storyId, shareId];
    const texts = ["Lindqvist", "nora@example.org", "The keeper is dead", "Elsewhere", "relief operator"];
    const secrets = [...ids, ...texts, ...messages.map(({ messageId }) => messageId)];
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
    const headers = { Upgrade: "websocket", Origin: ORIGIN };
    const sockets = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const { webSocket } = await site.fetch(`/live/shares/${token}`, { headers });
        const heard: unknown[] = [];
        webSocket?.addEventListener("message", ({ data }) => heard.push(data));
        webSocket?.accept();
        return { webSocket, heard };
      }),
    );
    const own = await joinStory(author, storyId); // the author is not kept out by 500 readers
    await own.exchange("I turn the dial");
    await own.exchange("I listen");
    await vi.waitFor(() => {
      for (const { heard } of sockets) expect(heard).toEqual(['{"count":3}', '{"count":5}']);
    });
    expect(await (await reader.get(`${path}?page=1&count=5`)).text()).toContain("I turn the dial");

    const closed = sockets.map(
      ({ webSocket }) =>
        new Promise((resolve) => webSocket?.addEventListener("close", ({ code }) => resolve(code))),
    );
    const frame = { type: "stream-message", storyId, content: "Mine", requestId: createId() };
    sockets[0]?.webSocket?.send(JSON.stringify(frame));
    expect(await closed[0]).toBe(1008);
    const [{ shareId }] = await author.read<[Share]>(`/api/stories/${storyId}/shares`);
    await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`);
    expect(await closed[1]).toBe(4410);
    for (const { webSocket } of sockets.slice(2)) webSocket?.close();
    own.close();
    const messages = await author.read<Message[]>(`/api/stories/${storyId}/messages`);
    expect(messages.map(({ content }) => content)).not.toContain("Mine");
  });

  it("can't follow a copy that does not grow, nor the author's own connection by its header", async () => {
    const { token, storyId } = await share();
    const socket = { Upgrade: "websocket", Origin: ORIGIN };
    expect((await reader.get(`/live/shares/${token}`, socket)).status).toBe(404);
    const growing = await share({ grows: true });
    expect((await reader.get(`/live/shares/${growing.token}`)).status).toBe(426);
    const foreign = { ...socket, Origin: "https://evil.example" };
    expect((await reader.get(`/live/shares/${growing.token}`, foreign)).status).toBe(403);
    const smuggled = { ...socket, "X-Talespark-Share": growing.shareId };
    expect((await reader.get(`/live/stories/${storyId}`, smuggled)).status).toBe(401);
  });

  it("tells the operator what is wrong with a copy, some times a day, without an account", async () => {
    const { storyId, shareId, path } = await share();
    expect((await postForm(reader, `/s/${path.slice(3)}/report`, { reason: " " })).status).toBe(400);
    const sent = await postForm(reader, `${path}/report`, { reason: "It is my text." });
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, `${path}/report?sent`]);
    expect(await (await reader.get(`${path}/report?sent`)).text()).toContain("Thank you");
    const [row] = await queryRows("SELECT * FROM feedback WHERE user_id = ?", `share:${shareId}`);
    expect(row).toMatchObject({ user_email: null, feedback: expect.stringContaining("It is my text.") });
    expect(row?.["feedback"]).toContain(storyId);
    for (let count = 1; count < 20; count += 1)
      await postForm(reader, `${path}/report`, { reason: "Again." });
    const refused = await postForm(reader, `${path}/report`, { reason: "Once more." });
    expect(refused.status).toBe(429);
    expect(await refused.text(), "the page keeps what was typed").toContain("Once more.");
  });

  it("reports some copies a day, whoever has shared them", async () => {
    const copies = [await share(), await share(), await share()];
    const report = async (path: string, address: string) => {
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "CF-Connecting-IP": address };
      return (await reader.sendRaw("POST", `${path}/report`, "reason=Spam", headers)).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push(await report(copies[count % 2]?.path ?? "", "203.0.113.7"));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 302), 429]);
    expect(await report(copies[2]?.path ?? "", "203.0.113.7")).toBe(429);
    expect(await report(copies[2]?.path ?? "", "203.0.113.8")).toBe(302);
  });
});

it("a copy of a story for adults asks for age first, shows nothing of it before, and is kept by no cache", async () => {
  await allowAdult(author);
  const story = { isNSFW: true, title: "The Locked Cabin" };
  const { path } = await share({ penName: "Nora L.", isIndexed: true }, story);
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
  expect(read.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
  expect(html).toContain("The Locked Cabin");
  for (const hint of ["og:title", "og:image", "og:description"]) expect(html).not.toContain(hint);
  expect(await (await reader.get(path)).text()).not.toContain("The Locked Cabin");
  expect(await (await author.get(path)).text()).toContain("The Locked Cabin"); // has confirmed it in the settings
});

it("a shared cache may keep a page for a minute and not longer, counted from when it was begun", async () => {
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

it("a shared cache has forgotten a copy a minute after it was revoked; its author sees that at once", async () => {
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

it("a shared cache is given no page that a query, a cookie or a header of somebody else has changed", async () => {
  const { path } = await share({ grows: true, penName: "Nora L." });
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Original-URL": "/evil",
    Cookie: "__Host-talespark-theme=dark",
  };
  const odd = ["?page=1", "?utm=1", "?page=x", "?page=1&count=4", "?count=3", "?page=1&count=3&x"];
  for (const query of odd) {
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
