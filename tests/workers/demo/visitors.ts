import { env } from "cloudflare:workers";
import { createParser } from "eventsource-parser";
import { decodeServerEvent, type ServerEvent } from "#domain/protocol.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { type Browser, TestSite } from "../helpers/site.ts";

export const PREMISE = {
  genre: "Mystery",
  subGenre: "Cold Case",
  character: "A night porter who has never opened room 12",
  description: "A guest checks out of a room that was never let.",
};

/** A body as the specification's client sends it. */
export const SENT = {
  ...PREMISE,
  categories: [],
  tropes: [],
  storyLength: "long",
  setting: "",
  isNSFW: true,
  isDemo: true,
  clientIdentifier: "203.0.113.7",
};

/** A site on which an address may begin any number of demos. */
export function openSite(settings: Record<string, unknown> = {}): TestSite {
  return new TestSite({ DEMO_STORIES_PER_DAY: "100000", ...settings });
}

/** A visitor with a demo story that has not been opened yet. */
export async function aVisitor(site: TestSite, premise: Record<string, unknown> = {}) {
  const browser = site.browser();
  return Object.assign(await beginDemo(browser, premise), { browser });
}

export async function beginDemo(browser: Browser, premise: Record<string, unknown> = {}) {
  const response = await browser.send("POST", "/api/stories/demo", { ...SENT, ...premise });
  const { storyId, title } = await response.json<{ storyId: string; title: string }>();
  if (response.status !== 201) throw new Error(`No demo: ${response.status}`);
  const path = `/api/stories/demo/${storyId}`;
  return {
    storyId,
    title,
    path,
    /** A new stub each time: after its object was aborted, a stub stays broken. */
    get stub(): DurableObjectStub<StoryObject> {
      return env.STORY.get(env.STORY.idFromName(storyId));
    },
    open: () => browser.send("POST", `${path}/continue`, { isInitialContinue: true }),
    goOn: () => browser.send("POST", `${path}/continue`, { isInitialContinue: false }),
    write: (content: string, requestId?: string) =>
      browser.send("POST", `${path}/message`, { content, requestId }),
    get: () => browser.get(path),
  };
}

/** All events of a streamed answer. */
export async function readEvents(response: Response): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const decoded = decodeServerEvent(data);
      if (!decoded.ok) throw new Error(decoded.fault.message ?? data);
      events.push(decoded.event);
    },
  });
  parser.feed(await response.text());
  return events;
}
