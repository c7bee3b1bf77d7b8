import { beforeAll, describe, expect, inject, it } from "vitest";
import { toCoverPath } from "#domain/cover.ts";
import { createApp } from "#workers/http/create-app.ts";
import { givePremium } from "../helpers/databases.ts";
import { LINES, shareStory, writeMessages } from "../helpers/shares.ts";
import { type Browser, ORIGIN, TestSite } from "../helpers/site.ts";

/** The status for each caller. */
type Expected = { visitor: number; withoutConsent: number; another: number; owner: number };
type Asked = { expected: Expected; headers?: Record<string, string>; body?: unknown; text?: string };

const EVERYBODY: Expected = { visitor: 200, withoutConsent: 200, another: 200, owner: 200 };
/** Only the owner gets an answer; everybody else gets 404. */
const ownersOnly = (owner: number): Expected => ({ visitor: 401, withoutConsent: 404, another: 404, owner });

const SOCKET = { Upgrade: "websocket", Origin: ORIGIN };
const EVENT_STREAM = { Accept: "text/event-stream" };

/**
 * Everything that the Worker answers besides the API and the pages, which have tables of their own. What a pattern names is
 * the owner's for every caller; the owner calls last. In brackets: one of several ways to ask.
 */
const ROUTES: Record<string, Asked> = {
  "GET /covers/:kind/:file": { expected: EVERYBODY },
  "GET /robots.txt": { expected: EVERYBODY },
  "GET /sitemap.xml": { expected: EVERYBODY },
  "GET /portraits/:characterId/:version/:size": { expected: ownersOnly(200) },
  "GET /chat-pictures/:chatId/:version": { expected: ownersOnly(200) },
  "GET /live/stories/:id (socket)": { expected: ownersOnly(101), headers: SOCKET },
  "GET /live/stories/:id (event stream)": { expected: ownersOnly(200), headers: EVENT_STREAM },
  "POST /live/stories/:id": {
    expected: ownersOnly(200),
    body: { type: "stream-stop", storyId: ":storyId" },
  },
  "GET /live/shares/:token": {
    expected: { visitor: 101, withoutConsent: 101, another: 101, owner: 101 },
    headers: SOCKET,
  },
  "POST /s/:token/readers": {
    expected: { visitor: 204, withoutConsent: 204, another: 204, owner: 204 },
    text: "begun",
  },
  "GET /live/character-chats/:id (socket)": { expected: ownersOnly(101), headers: SOCKET },
  "GET /live/character-chats/:id (event stream)": { expected: ownersOnly(200), headers: EVENT_STREAM },
  "POST /live/character-chats/:id": {
    expected: ownersOnly(200),
    body: { type: "stream-stop", chatId: ":chatId" },
  },
};

const CALLERS = [
  "visitor",
  "withoutConsent",
  "another",
  "owner",
] as const satisfies readonly (keyof Expected)[];

let people: Record<keyof Expected, Browser>;
let paths: Record<string, string>;
let ids: { storyId: string; chatId: string };

beforeAll(async () => {
  const model = inject("modelUrl");
  const site = new TestSite({
    AI_IMAGE_PROVIDER: "openai-compatible",
    AI_IMAGE_BASE_URL: `${model}/v1`,
    AI_IMAGE_MODEL: "scripted-images",
  });
  const owner = await site.consented();
  people = {
    visitor: site.browser(),
    withoutConsent: await site.signedIn(),
    another: await site.consented(),
    owner,
  };
  await givePremium(owner.sub);
  const send = async (path: string, body?: unknown): Promise<Record<string, never>> => {
    const response = await owner.send("POST", path, body);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const story = { genre: "Mystery", character: "A keeper", description: "A voice reads out a boat's name." };
  const mara = { name: "Mara Voss", description: "She keeps the radio of a lighthouse." };
  const { storyId } = await send("/api/stories", story);
  const { characterId } = await send("/api/characters", mara);
  const painted = await send(`/api/images/character/${characterId}`, { style: "sketch" });
  const { chatId } = await send("/api/character-chats", { characterId });
  await send(`/api/character-chats/${chatId}/messages`, { content: "Hello" });
  const pictured = await send(`/api/character-chats/${chatId}/picture`);
  await writeMessages({ storyId: String(storyId), userId: owner.sub }, LINES);
  const { token } = await shareStory(owner, String(storyId), { grows: true });
  ids = { storyId: String(storyId), chatId: String(chatId) };
  paths = {
    "/covers/:kind/:file": toCoverPath("mystery", "a story"),
    "/portraits/:characterId/:version/:size": findUrl(painted, /\/portraits\/[^"]+\/512/),
    "/chat-pictures/:chatId/:version": findUrl(pictured, /\/chat-pictures\/[^"]+/),
    "/live/stories/:id": `/live/stories/${ids.storyId}`,
    "/live/shares/:token": `/live/shares/${token}`,
    "/s/:token/readers": `/s/${token}/readers`,
    "/live/character-chats/:id": `/live/character-chats/${ids.chatId}`,
  };
});

function findUrl(answer: unknown, pattern: RegExp): string {
  const [url] = pattern.exec(JSON.stringify(answer)) ?? [];
  if (url === undefined) throw new Error(`There is no picture in ${JSON.stringify(answer)}.`);
  return url;
}

/** The routes of the Worker, without the API's, and without steps that every request passes. */
function listRoutes(): string[] {
  const { routes } = createApp({ renderPage: async () => new Response() });
  const own = routes.filter(({ method, path }) => method !== "ALL" && !path.startsWith("/api/"));
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))];
}

async function ask(
  browser: Browser,
  method: string,
  path: string,
  { headers, body, text }: Asked,
): Promise<number> {
  const sent =
    body && JSON.parse(JSON.stringify(body).replace(/:(storyId|chatId)/, (_, key) => ids[key as "chatId"]));
  const response = await (method === "GET"
    ? browser.get(path, headers)
    : text === undefined
      ? browser.send(method, path, sent)
      : browser.sendRaw(method, path, text, {}));
  response.webSocket?.accept();
  response.webSocket?.close();
  await response.body?.cancel();
  return response.status;
}

describe("a route of the Worker", () => {
  it("has a row in this table, and every row has its route", () => {
    const rows = Object.keys(ROUTES).map((row) => row.replace(/ \(.*\)$/, ""));
    expect([...new Set(rows)].sort()).toEqual(listRoutes().sort());
  });

  it.each(Object.entries(ROUTES))("%s answers each caller as the table says", async (route, asked) => {
    const [method = "", pattern = ""] = route.split(" ");
    const answers: Partial<Expected> = {};
    for (const caller of CALLERS) {
      answers[caller] = await ask(people[caller], method, paths[pattern] ?? pattern, asked);
    }
    expect(answers).toEqual(asked.expected);
  });
});
