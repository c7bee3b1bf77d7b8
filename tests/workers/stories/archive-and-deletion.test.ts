import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { d1 } from "../helpers/databases.ts";
import type { Browser } from "../helpers/site.ts";
import { TestSite } from "../helpers/site.ts";
import { type BegunStory, beginStory, joinStory, onPremium } from "../helpers/stories.ts";

type Owner = Browser & { sub: string };
type Deleted = BegunStory & { deletedAt: string; goneAt: string };

async function titlesOf(browser: Owner, query: Record<string, string> = {}): Promise<string[]> {
  const response = await browser.get(`/api/stories/user/${browser.sub}?${new URLSearchParams(query)}`);
  return (await response.json<BegunStory[]>()).map(({ title }) => title);
}

async function deletedOf(browser: Owner): Promise<Deleted[]> {
  return (await browser.get(`/api/stories/user/${browser.sub}/deleted`)).json();
}

async function codeOf(response: Response): Promise<[number, unknown]> {
  return [response.status, (await response.json<{ code: unknown }>()).code];
}

describe("an archived story", () => {
  it("does not count as active, can be read but not written, and notifies its readers", async () => {
    const browser = await new TestSite().consented();
    const { storyId, updatedAt } = await beginStory(browser);
    const reader = await joinStory(browser, storyId);

    const answer = await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

    expect(await answer.json()).toMatchObject({ status: "archived", title: "New Story", updatedAt });
    expect(await reader.next("conversation-updated")).toMatchObject({ status: "archived" });
    expect((await browser.get(`/api/stories/${storyId}/messages`)).status).toBe(200);
    reader.write("I look around");
    expect(await reader.next("stream-error")).toMatchObject({ code: "STORY_READ_ONLY", status: 403 });
    await beginStory(browser, { title: "Another" }); // the free plan's only one
    reader.close();
  });

  it("is restored only if the plan has room, whatever else the call changes", async () => {
    const browser = await new TestSite().consented();
    const first = await beginStory(browser, { title: "First" });
    await browser.send("PUT", `/api/stories/${first.storyId}`, { status: "archived" });
    const second = await beginStory(browser, { title: "Second" });
    const path = `/api/stories/${first.storyId}`;

    const refused = await browser.send("PUT", path, { status: "active", title: "Renamed" });
    expect(await codeOf(refused)).toEqual([402, "STORY_LIMIT_EXCEEDED"]);
    expect(await browser.read(path)).toMatchObject({ title: "First", status: "archived" });

    await browser.send("PUT", `/api/stories/${second.storyId}`, { status: "archived" });
    expect((await browser.send("PUT", path, { status: "active" })).status).toBe(200);
    // A story that is active already takes no more room.
    expect((await browser.send("PUT", path, { status: "active" })).status).toBe(200);
  });
});

describe("a deleted story", () => {
  it("stays in Recently deleted for 30 days, and is restored unchanged", async () => {
    const browser = await new TestSite().consented();
    const story = await beginStory(browser, { title: "The Ninth Signal" });
    await browser.send("DELETE", `/api/stories/${story.storyId}`);

    const [deleted, ...others] = await deletedOf(browser);
    expect(others).toEqual([]);
    expect(deleted).toMatchObject({ storyId: story.storyId, title: "The Ninth Signal" });
    expect(Date.parse(deleted?.goneAt ?? "") - Date.parse(deleted?.deletedAt ?? "")).toBe(
      RECENTLY_DELETED_MS,
    );

    const restored = await browser.send("POST", `/api/stories/${story.storyId}/restore`);
    expect(restored.status).toBe(200);
    expect(await restored.json()).toMatchObject({ storyId: story.storyId, updatedAt: story.updatedAt });
    expect(await titlesOf(browser)).toEqual(["The Ninth Signal"]);
    expect(await deletedOf(browser)).toEqual([]);
  });

  it("is open again for its readers once it is restored, and has no day to go any more", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await beginStory(browser);
    (await joinStory(browser, storyId)).close();
    await browser.send("DELETE", `/api/stories/${storyId}`);
    const object = env.STORY.get(env.STORY.idFromName(storyId));
    const alarm = () => runInDurableObject(object, (_, state) => state.storage.getAlarm());
    expect(await alarm()).toBeGreaterThan(Date.now() + RECENTLY_DELETED_MS - 60_000);

    await browser.send("POST", `/api/stories/${storyId}/restore`);

    expect(await alarm()).toBeNull();
    const reader = await joinStory(browser, storyId);
    reader.write("I look around");
    expect(await reader.next("message-accepted")).toMatchObject({ message: { content: "I look around" } });
    reader.close();
  });

  it("restored twice is restored once, and its object is called again", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await beginStory(browser);
    await browser.send("DELETE", `/api/stories/${storyId}`);
    await browser.send("POST", `/api/stories/${storyId}/restore`);
    const object = env.STORY.get(env.STORY.idFromName(storyId));
    await object.close({ conversationId: storyId, userId: browser.sub });

    expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(200);

    const reader = await joinStory(browser, storyId);
    reader.close();
  });

  it("is restored only if the plan has room; an archived one needs none", async () => {
    const browser = await new TestSite().consented();
    const active = await beginStory(browser);
    await browser.send("DELETE", `/api/stories/${active.storyId}`);
    const archived = await beginStory(browser);
    await browser.send("PUT", `/api/stories/${archived.storyId}`, { status: "archived" });
    await browser.send("DELETE", `/api/stories/${archived.storyId}`);
    await beginStory(browser, { title: "The one there is room for" });

    const refused = await browser.send("POST", `/api/stories/${active.storyId}/restore`);
    expect(await refused.json()).toMatchObject({
      code: "STORY_LIMIT_EXCEEDED",
      message:
        "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
    });
    expect((await browser.send("POST", `/api/stories/${archived.storyId}/restore`)).status).toBe(200);
    expect((await deletedOf(browser)).map(({ storyId }) => storyId)).toEqual([active.storyId]);
  });

  it("of 30 days ago is not found, even before it is purged", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await beginStory(browser);
    await browser.send("DELETE", `/api/stories/${storyId}`);
    await d1
      .prepare("UPDATE stories SET deleted_at = ? WHERE id = ?")
      .bind(new Date(Date.now() - RECENTLY_DELETED_MS - 1_000).toISOString(), storyId)
      .run();

    expect(await deletedOf(browser)).toEqual([]);
    expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(404);
  });

  it("is listed page by page, the latest first", async () => {
    const browser = await onPremium();
    for (const title of ["One", "Two", "Three"]) {
      const { storyId } = await beginStory(browser, { title });
      await browser.send("DELETE", `/api/stories/${storyId}`);
    }
    const first = await browser.get(`/api/stories/user/${browser.sub}/deleted?limit=2`);
    const next = /^<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await browser.get(next);

    expect((await first.json<BegunStory[]>()).map(({ title }) => title)).toEqual(["Three", "Two"]);
    expect((await second.json<BegunStory[]>()).map(({ title }) => title)).toEqual(["One"]);
    expect(second.headers.has("Link")).toBe(false);
  });
});
