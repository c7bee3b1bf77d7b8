import { StoryReader } from "../../durable-objects/story-reader.ts";
import { givePremium } from "./databases.ts";
import { type Browser, ORIGIN, type Person, TestSite } from "./site.ts";

/** What a person fills in for a story. */
export const STORY = {
  genre: "Mystery",
  subGenre: "Locked Room Mystery",
  character: "A relief operator on her first night",
  description: "A voice on the harbour radio reads out the name of a lost boat.",
  storyLength: "short",
};

export type BegunStory = { storyId: string; title: string; status: string; updatedAt: string };

/** Begins a story by the API; `changes` to `STORY`. */
export async function beginStory(
  browser: Browser,
  changes: Record<string, unknown> = {},
): Promise<BegunStory> {
  const response = await browser.send("POST", "/api/stories", { ...STORY, ...changes });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json();
}

/** A person who is signed in, past the gate and on the paid plan. */
export async function onPremium(site = new TestSite()): Promise<Person> {
  const browser = await site.consented();
  await givePremium(browser.sub);
  return browser;
}

/** Opens a person's story over a socket and joins. */
export async function joinStory(browser: Browser, storyId: string): Promise<StoryReader> {
  const upgrade = await browser.get(`/live/stories/${storyId}`, { Upgrade: "websocket", Origin: ORIGIN });
  const reader = StoryReader.over(upgrade, { storyId });
  reader.send({ type: "join-story", storyId });
  await reader.next("joined");
  return reader;
}
