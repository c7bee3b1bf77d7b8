import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createChat } from "../character-chats/chats.ts";
import { replaceDatabases } from "../helpers/databases.ts";
import { watchLog } from "../helpers/log.ts";
import { renderPages } from "../helpers/pages.ts";
import { type Person, settingsFor, TestSite } from "../helpers/site.ts";
import { beginStory } from "../helpers/stories.ts";

/** How D1 fails: queries of a table read one that there is not; or everything fails with a text. */
type Failure = { table: string } | { outage: string };
let failure: Failure | null = null;

function withFailures(database: D1Database): D1Database {
  return replaceMethods(database, {
    withSession: (constraint: string) => {
      const session = database.withSession(constraint);
      return replaceMethods(session, {
        prepare: (sql: string) => {
          if (failure !== null && "outage" in failure) throw new Error(failure.outage);
          return session.prepare(breakSql(sql));
        },
      });
    },
  });
}

function breakSql(sql: string): string {
  if (failure === null || "outage" in failure) return sql;
  return sql.replace(`from "${failure.table}"`, 'from "nowhere"');
}

function replaceMethods<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, property) => {
      if (typeof property === "string" && property in methods) return methods[property];
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const bare = new TestSite();
const site = new TestSite({ ...settingsFor(bare.issuer), ...replaceDatabases(withFailures) }, renderPages);
let person: Person;
let storyId: string;
let chatId: string;

beforeAll(async () => {
  person = await bare.consented();
  ({ storyId } = await beginStory(person, { title: "The Ninth Signal" }));
  ({ chatId } = await createChat(person));
});

/** Opens a page in the person's browser. */
async function open(path: string, failing: Failure) {
  const browser = site.browser();
  for (const [name, value] of person.cookies) browser.cookies.set(name, value);
  const log = watchLog();
  failure = failing;
  try {
    const response = await browser.get(path);
    return {
      status: response.status,
      text: await response.text(),
      to: response.headers.get("Location"),
    };
  } finally {
    failure = null;
    log.restore();
  }
}

/** The answer of a page that failed: with the menus and the data of the signed-in person. */
const OF_THE_PAGE = "routes/signed-in/guard.tsx";
/** The sentence of an answer without a page. */
const GENERAL = "Something went wrong on our side. Please try again.\n";

describe("a page whose query fails", () => {
  it("shows the library's own error, to the person who is signed in", async () => {
    const answer = await open("/stories", { table: "stories" });
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining(OF_THE_PAGE) });
    expect(answer.text).toContain("They are safe: only this page could not fetch them.");
    expect(answer.text).toContain("Ada Lovelace");
  });

  it("shows the story's own error", async () => {
    const answer = await open(`/stories/${storyId}`, { table: "stories" });
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining(OF_THE_PAGE) });
    expect(answer.text).toContain("This story did not open");
  });

  it("leaves a chat's failure to the page of the chat", async () => {
    const answer = await open(`/character-chats/${chatId}`, { table: "character_chats" });
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining(OF_THE_PAGE) });
  });

  it("shows nothing to a session that has ended", async () => {
    const cookies = new Map(person.cookies);
    await person.get("/logout");
    for (const [name, value] of cookies) person.cookies.set(name, value);
    onTestFinished(async () => void (await person.signIn({ sub: person.sub })));
    const answer = await open("/stories", { table: "stories" });
    expect(answer).toMatchObject({ status: 302, to: "/login?returnTo=%2Fstories" });
  });
});

it.each([
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "Network connection lost.",
])("a page says one sentence while D1 is away (%s)", async (outage) => {
  for (const path of ["/stories", `/stories/${storyId}`, `/character-chats/${chatId}`, "/home"]) {
    expect(await open(path, { outage })).toMatchObject({ status: 500, text: GENERAL });
  }
});
