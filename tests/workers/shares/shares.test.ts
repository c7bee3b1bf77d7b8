import { env } from "cloudflare:workers";
import { v7 as uuidv7 } from "uuid";
import { expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { STORY_LIMITS } from "#domain/rate-limits.ts";
import type { Share } from "#domain/share.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { eventually } from "../../durable-objects/story-reader.ts";
import { copyRow, queryRows } from "../helpers/databases.ts";
import {
  allowAdult,
  everywhere,
  openShares,
  postForm,
  ShareSite,
  shareStory,
  writeStory,
} from "../helpers/shares.ts";
import { type Browser, ORIGIN } from "../helpers/site.ts";
import { onPremium } from "../helpers/stories.ts";

const { site, reader, author, share } = await openShares();

it("the author of a copy gets an address of 128 random bits, another one each time; what a crash has left in the story's object goes", async () => {
  const { storyId, shareId, token } = await share();
  const object = env.STORY.get(env.STORY.idFromName(storyId));
  const crashed = uuidv7({ msecs: Date.now() - 120_000 });
  const unknown = { path: null, grows: false, known: [shareId] };
  await object.share({ conversationId: storyId, userId: author.sub }, crashed, unknown);
  const tokens = new Set([token]);
  for (let count = 1; count < 20; count += 1) tokens.add((await shareStory(author, storyId)).token);
  expect(tokens.size).toBe(20);
  for (const one of tokens) expect(one).toMatch(/^[\w-]{22}$/);
  const stored = JSON.stringify(await queryRows("SELECT * FROM shares WHERE user_id = ?", author.sub));
  for (const one of tokens) expect(stored).not.toContain(one);
  const left = (await object.listShared()).map((one) => one.shareId);
  expect(left).toHaveLength(20);
  expect(left).not.toContain(crashed);
});

it("the author of a copy is shown it again, with what was chosen and how many have read it", async () => {
  const expiresAt = "2099-01-01T00:00:00.000Z";
  const chosen = { grows: true, mayFork: true, expiresAt };
  const { storyId, shareId, path } = await share({ penName: " Nora L. ", ...chosen });
  const count = (what: string, address: number) =>
    reader.sendRaw("POST", `${path}/readers`, what, { "CF-Connecting-IP": `198.51.100.${address}` });
  for (const address of [1, 1, 2]) await count("begun", address);
  await count("finished", 2);
  expect((await count("twice", 3)).status).toBe(400);

  const shares = await author.read<Share[]>(`/api/stories/${storyId}/shares`);
  expect(shares).toEqual([
    {
      shareId,
      url: ORIGIN + path,
      penName: "Nora L.",
      ...chosen,
      isIndexed: false,
      createdAt: expect.any(String),
      messageCount: 3,
      pathName: null,
      readerCount: 2,
      finishedCount: 1,
      missingPreview: expect.objectContaining({ title: "The Ninth Signal" }),
    },
  ]);
  const [stored] = await queryRows("SELECT * FROM shares WHERE id = ?", shareId);
  expect(JSON.stringify(stored)).not.toContain("198.51.100");
});

it("the author of a copy changes what is said about it, and nobody else does through a story of their own", async () => {
  const { storyId, shareId } = await share({ penName: "Nora L." });
  const path = `/api/stories/${storyId}/shares/${shareId}`;
  const changed = await author.send("PATCH", path, { penName: "", isIndexed: true });
  expect(await changed.json()).toMatchObject({ shareId, penName: "", isIndexed: true, mayFork: false });

  const another = await site.consented();
  const own = await writeStory(another);
  expect((await another.send("DELETE", `/api/stories/${own}/shares/${shareId}`)).status).toBe(404);
  expect((await another.send("PATCH", `/api/stories/${own}/shares/${shareId}`, {})).status).toBe(404);
  expect((await author.send("PATCH", path, {})).status).toBe(200);
});

it("the author of a copy loses nothing but the address if the server's secret changes: the link still works", async () => {
  const { storyId, path } = await share();
  const renewed = new ShareSite({ SESSION_SECRET: "another secret, also of 32 characters" });
  expect((await renewed.fetch(path)).status).toBe(200);
  await queryRows("UPDATE shares SET token_hash = 'of another secret' WHERE story_id = ?", storyId);
  expect(await author.read(`/api/stories/${storyId}/shares`)).toMatchObject([{ url: null }]);
});

it("the author of a copy makes at most as many as fit, and is told what is wrong with an input", async () => {
  const { storyId, shareId } = await share();
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
  await copyRow(author.sub, "shares", shareId, 60, { token_hash: "copy.value" });
  const refused = await author.send("POST", path, {});
  expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
  await queryRows("DELETE FROM shares WHERE user_id = ?", author.sub);
});

it("an address that leads nowhere is 410 everywhere after its copy was revoked", async () => {
  const { storyId, shareId, path } = await share({ grows: true, mayFork: true });
  expect(await site.askEverywhere(path)).toEqual({ ...everywhere(200), live: 101, readers: 204 });
  expect((await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`)).status).toBe(204);
  expect((await author.send("DELETE", `/api/stories/${storyId}/shares/${shareId}`)).status).toBe(404);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await site.askEverywhere(path)).toEqual(everywhere(410));
  expect((await postForm(await site.consented(), `${path}/fork`, { upTo: "1" })).status).toBe(410);
  expect((await postForm(reader, `${path}/report`, { reason: "x" })).status).toBe(410);
  expect(await (await author.get(path)).text()).toContain("This copy is no longer shared.");
});

it("an address that leads nowhere is 410 after its time, while its story is in the bin, and when its author's account is deleted", async () => {
  const expired = await share({ expiresAt: "2020-01-01T00:00:00.000Z", grows: true });
  expect(await site.askEverywhere(expired.path)).toEqual(everywhere(410));

  const { storyId, path } = await share({ grows: true });
  await author.send("DELETE", `/api/stories/${storyId}`);
  expect(await site.askEverywhere(path)).toEqual(everywhere(410));
  await author.send("POST", `/api/stories/${storyId}/restore`);
  expect(await site.askEverywhere(path)).toEqual({ ...everywhere(200), live: 101, readers: 204 });

  const leaver = await site.consented();
  const left = await shareStory(leaver, await writeStory(leaver), { grows: true });
  const confirmation = "Delete my account";
  const leaving = await leaver.send("DELETE", `/api/users/${leaver.sub}`, { confirmation });
  expect(leaving.status).toBe(202);
  const statuses = new Set(Object.values(await site.askEverywhere(left.path)));
  expect([...statuses].every((status) => status === 410 || status === 404)).toBe(true);
  await eventually(async () =>
    expect(await queryRows("SELECT id FROM shares WHERE user_id = ?", leaver.sub)).toEqual([]),
  );
});

it("an address that leads nowhere is known by its exact address alone", async () => {
  const { path } = await share();
  const answer = await reader.get(path.replace("/s/", "/S/"));
  expect(answer.headers.get("Location")).toMatch(/no-such-page/);
});

it("an address that leads nowhere is 404 everywhere if it was guessed, also with almost the right token", async () => {
  const { path } = await share();
  const other = path.endsWith("A") ? "B" : "A";
  for (const wrong of [`/s/${"A".repeat(22)}`, path.slice(0, -1) + other, "/s/1", `${path}A`]) {
    if (wrong === path) continue;
    expect(await site.askEverywhere(wrong), wrong).toEqual(everywhere(404));
  }
});

it("an address that leads nowhere is refused while the operator forbids sharing, and works again afterwards", async () => {
  const { storyId, path } = await share();
  const closed = new ShareSite({ SHARING: "off" });
  const answer = await closed.fetch(path);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("Sharing is switched off");
  const browser = closed.browser(author.cookies);
  for (const asked of [
    browser.get(`/api/stories/${storyId}/shares`),
    browser.send("POST", `/api/stories/${storyId}/shares`, {}),
  ]) {
    expect(await (await asked).json()).toMatchObject({ code: "SHARING_OFF" });
  }
  expect((await reader.get(path)).status).toBe(200);
});

it("a story of one's own that begins with a copy has the text up to the line in view, and thanks the author; notes, memory and the author's premise stay", async () => {
  const lines = Array.from({ length: 450 }, (_, index) => `Message number ${index + 1}.`);
  const { storyId, path } = await share({ mayFork: true, penName: "Nora L." }, { lines, subGenre: null });
  await author.send("PATCH", `/api/stories/${storyId}/notes`, { note: "The keeper is dead." });
  const person = await onPremium(site);
  const forked = await postForm(person, `${path}/fork`, { upTo: "441" });
  expect(forked.status).toBe(302);
  const own = forked.headers.get("Location")?.replace("/stories/", "") ?? "";
  expect(own).not.toBe(storyId);

  const story = await person.read<StoryRecord>(`/api/stories/${own}`);
  expect(story).toMatchObject({ title: "The Ninth Signal", status: "active" });
  expect(story.description).toBe("Begun from a reading copy of “The Ninth Signal”, with thanks to Nora L.");
  expect(JSON.stringify(story)).not.toContain("relief operator");
  const page = await person.read<Message[]>(`/api/stories/${own}/messages?limit=200`);
  expect(page.map(({ content }) => content)).toEqual(lines.slice(241, 441));
  expect(page.at(-1)?.role).toBe("assistant");
  const notes = await (await person.get(`/api/stories/${own}/notes`)).text();
  expect(notes).not.toContain("keeper");
  const [source] = await author.read<Message[]>(`/api/stories/${storyId}/messages?limit=1`);
  expect(source?.content).toBe(lines.at(-1));
});

it("a story of one's own that begins with a copy needs an account, the terms, and the author's leave; who lacks one is led there and comes back to the line", async () => {
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

it("a story of one's own that begins with a copy counts against the plan like any other: all of it or nothing", async () => {
  const { path } = await share({ mayFork: true });
  const person = await site.consented();
  expect((await postForm(person, `${path}/fork`, { upTo: "99" })).status).toBe(302);
  const refused = await postForm(person, `${path}/fork`, { upTo: "3" });
  expect(refused.status).toBe(402);
  expect(await person.read(`/api/stories/user/${person.sub}`)).toHaveLength(1);
});

it("stories of one's own that begin with a copy are as many in an hour as others, also at the same time", async () => {
  const { path } = await share({ mayFork: true });
  const person = await onPremium(site);
  const { limit } = STORY_LIMITS.begun;
  const asked = Array.from({ length: limit + 3 }, () => postForm(person, `${path}/fork`, { upTo: "3" }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(limit).fill(302), ...Array(3).fill(429)]);
});
