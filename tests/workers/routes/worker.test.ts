import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { toCoverPath } from "#domain/cover.ts";
import { createChat, say } from "#tests/workers/characters/people.ts";
import { replaceDatabases } from "#tests/workers/helpers/databases.ts";
import { makePicture, pagesButSignIn, writeAndShare } from "#tests/workers/helpers/shares.ts";
import {
  type Browser,
  ORIGIN,
  type Person,
  siteWithImages,
  TestSite,
  watchLog,
} from "#tests/workers/helpers/site.ts";
import { beginStory, onPremium } from "#tests/workers/helpers/stories.ts";
import { createApp } from "#workers/http/create-app.ts";

/** The status for each caller. */
type Expected = { visitor: number; withoutConsent: number; another: number; owner: number };
type Asked = { expected: Expected; headers?: Record<string, string>; body?: unknown; text?: string };

const EVERYBODY: Expected = { visitor: 200, withoutConsent: 200, another: 200, owner: 200 };
/** Only the owner gets an answer; everybody else gets 404. */
const ownersOnly = (owner: number): Expected => ({ visitor: 401, withoutConsent: 404, another: 404, owner });

const SOCKET = { Upgrade: "websocket", Origin: ORIGIN };
const EVENT_STREAM = { Accept: "text/event-stream" };

const site = siteWithImages();
const owner = await onPremium(site);
const people: Record<keyof Expected, Browser> = {
  visitor: site.browser(),
  withoutConsent: await site.signedIn(),
  another: await site.consented(),
  owner,
};
const { storyId, token, shareId, missingPreview } = await writeAndShare(owner, { grows: true });
const { characterId, chatId } = await createChat(owner);
const painted = await owner.post(`/api/images/character/${characterId}`, { style: "sketch" });
await say(owner, chatId);
const pictured = await owner.post(`/api/character-chats/${chatId}/picture`);
const preview = `preview/${missingPreview?.mark}`;
await owner.sendRaw("PUT", `/api/stories/${storyId}/shares/${shareId}/${preview}`, await makePicture(), {
  "Content-Type": "application/octet-stream",
});
const paths: Record<string, string> = {
  "/covers/:kind/:file": toCoverPath("mystery", "a story"),
  "/portraits/:characterId/:version/:size": findUrl(painted, /\/portraits\/[^"]+\/512/),
  "/chat-pictures/:chatId/:version": findUrl(pictured, /\/chat-pictures\/[^"]+/),
  "/live/stories/:id": `/live/stories/${storyId}`,
  "/live/shares/:token": `/live/shares/${token}`,
  "/s/:token/preview/:mark": `/s/${token}/${preview}`,
  "/s/:token/readers": `/s/${token}/readers`,
  "/live/character-chats/:id": `/live/character-chats/${chatId}`,
};

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
    body: { type: "stream-stop", storyId },
  },
  "GET /live/shares/:token": {
    expected: { visitor: 101, withoutConsent: 101, another: 101, owner: 101 },
    headers: SOCKET,
  },
  "GET /s/:token/preview/:mark": { expected: EVERYBODY },
  "POST /s/:token/readers": {
    expected: { visitor: 204, withoutConsent: 204, another: 204, owner: 204 },
    text: "begun",
  },
  "GET /live/character-chats/:id (socket)": { expected: ownersOnly(101), headers: SOCKET },
  "GET /live/character-chats/:id (event stream)": { expected: ownersOnly(200), headers: EVENT_STREAM },
  "POST /live/character-chats/:id": {
    expected: ownersOnly(200),
    body: { type: "stream-stop", chatId },
  },
};

const CALLERS = [
  "visitor",
  "withoutConsent",
  "another",
  "owner",
] as const satisfies readonly (keyof Expected)[];

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
  const response = await (method === "GET"
    ? browser.get(path, headers)
    : text === undefined
      ? browser.send(method, path, body)
      : browser.sendRaw(method, path, text, {}));
  response.webSocket?.accept();
  response.webSocket?.close();
  await response.body?.cancel();
  return response.status;
}

it("a route of the Worker has a row in this table, and every row has its route", () => {
  const rows = Object.keys(ROUTES).map((row) => row.replace(/ \(.*\)$/, ""));
  expect([...new Set(rows)].sort()).toEqual(listRoutes().sort());
});

it.each(Object.entries(ROUTES))(
  "the route %s of the Worker answers each caller as the table says",
  async (route, asked) => {
    const [method = "", pattern = ""] = route.split(" ");
    const answers: Partial<Expected> = {};
    for (const caller of CALLERS) {
      answers[caller] = await ask(people[caller], method, paths[pattern] ?? pattern, asked);
    }
    expect(answers).toEqual(asked.expected);
  },
);

describe("a page whose store fails", () => {
  /** What becomes of each statement before D1 gets it. */
  let change = (sql: string) => sql;

  /** The database, whose sessions change each statement. The product uses D1 through sessions only. */
  function withChanges(database: D1Database): D1Database {
    const withSession = (constraint: string) => {
      const session = database.withSession(constraint);
      const prepare = (sql: string) => session.prepare(change(sql));
      return { prepare, batch: session.batch.bind(session), getBookmark: session.getBookmark.bind(session) };
    };
    return { withSession } as unknown as D1Database;
  }

  const site = new TestSite(replaceDatabases(withChanges), pagesButSignIn);
  let person: Person;
  let storyId: string;
  let chatId: string;

  beforeAll(async () => {
    person = await site.consented();
    ({ storyId } = await beginStory(person, { title: "The Ninth Signal" }));
    ({ chatId } = await createChat(person));
  });

  /** Opens a page in the person's browser. */
  async function open(path: string, failure: typeof change) {
    const log = watchLog();
    change = failure;
    onTestFinished(() => {
      change = (sql) => sql;
    });
    const response = await site.browser(person.cookies).get(path);
    const { status, headers } = response;
    return { status, text: await response.text(), to: headers.get("Location"), lines: log.texts };
  }

  /** Reads a table that there is not in place of this one. */
  function without(table: string): typeof change {
    return (sql) => sql.replace(`from "${table}"`, 'from "nowhere"');
  }

  /** The answer of a page that failed: with the menus and the data of the signed-in person. */
  const OF_THE_PAGE = "routes/signed-in/guard.tsx";
  /** The sentence of an answer without a page. */
  const GENERAL = "Something went wrong on our side. Please try again.\n";

  it.each([
    ["/stories", "stories", ["They are safe: only this page could not fetch them.", "Ada Lovelace"]],
    ["/stories/:storyId", "stories", ["This story did not open"]],
    ["/character-chats/:chatId", "character_chats", []],
  ])("%s shows its own error, within the page of who is signed in", async (path, table, sentences) => {
    const { status, text } = await open(
      path.replace(":storyId", storyId).replace(":chatId", chatId),
      without(table),
    );
    expect(status).toBe(500);
    for (const shown of [OF_THE_PAGE, ...sentences]) expect(text).toContain(shown);
  });

  it("shows nothing to a session that has ended", async () => {
    await site.browser(person.cookies).get("/logout");
    onTestFinished(async () => void (await person.signIn({ sub: person.sub })));
    const answer = await open("/stories", without("stories"));
    expect(answer).toMatchObject({ status: 302, to: "/login?returnTo=%2Fstories" });
  });

  it.each([
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
    "Network connection lost.",
  ])("a page says one sentence while D1 is away (%s)", async (outage) => {
    for (const path of ["/stories", `/stories/${storyId}`, `/character-chats/${chatId}`, "/home"]) {
      const { status, text, to, lines } = await open(path, () => {
        throw new Error(outage);
      });
      expect({ status, text, to }).toEqual({ status: 500, text: GENERAL, to: null });
      const errors = lines.flatMap((line) => /"level":"error","event":"(\w+)"/.exec(line)?.[1] ?? []);
      expect(new Set(errors)).toEqual(new Set(["page", "exception", "request"]));
    }
  });
});
