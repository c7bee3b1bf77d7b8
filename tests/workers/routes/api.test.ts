import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { apiRoutes } from "#workers/api/router.ts";
import { stories } from "#workers/db/schema/index.ts";
import { db, givePremium } from "../helpers/databases.ts";
import { beginImport } from "../helpers/forms.ts";
import { type Browser, CONSENT, ORIGIN, TestSite } from "../helpers/site.ts";

/** The answer for each caller: the status, and the code of a refusal. */
type Expected = {
  visitor: string;
  withoutConsent: string;
  /** The ids in the path are those of `owner`. */
  another: string;
  owner: string;
};
type Call = { expected: Expected; body?: unknown };

const SIGNED_OUT = "401 UNAUTHENTICATED";
const GATED = "403 CONSENT_REQUIRED";
const FORBIDDEN = "403 FORBIDDEN";
const NO_PAYMENTS = "503 PAYMENT_UNAVAILABLE";
const NOT_THEIRS = "404 NOT_FOUND";

/** Data of the caller that may be read before the gate is passed. */
const reads = (owner = "200"): Expected => ({
  visitor: SIGNED_OUT,
  withoutConsent: NOT_THEIRS,
  another: NOT_THEIRS,
  owner,
});
/** Calls for the caller's own data, without an id in the path. */
const makes = (owner: string): Expected => ({
  visitor: SIGNED_OUT,
  withoutConsent: GATED,
  another: owner,
  owner,
});
/** Calls that change something with an id. */
const changes = (owner: string): Expected => ({
  visitor: SIGNED_OUT,
  withoutConsent: GATED,
  another: NOT_THEIRS,
  owner,
});

/** Calls without personal data: the answer is the same for everybody. */
const OPEN: Expected = { visitor: "200", withoutConsent: "200", another: "200", owner: "200" };

/** Things that belong to none of the callers. */
const NOBODYS: Expected = {
  visitor: NOT_THEIRS,
  withoutConsent: NOT_THEIRS,
  another: NOT_THEIRS,
  owner: NOT_THEIRS,
};

/** Payments are not configured here: a caller who passes the checks gets this error. */
const unpaid: Expected = {
  visitor: SIGNED_OUT,
  withoutConsent: NO_PAYMENTS,
  another: NO_PAYMENTS,
  owner: NO_PAYMENTS,
};

const STORY = {
  genre: "Mystery",
  character: "A relief operator",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
};
const CHARACTER = { name: "Mara Voss", description: "She keeps the radio of a lighthouse." };
const BOOK = { name: "Kestrel Island" };
const ENTRY = { name: "The reef", text: "It has taken four boats.", keys: ["reef"] };
const CARD = { spec: "chara_card_v2", spec_version: "2.0", data: CHARACTER };

/** What is changed by hand in a story or chat without messages: there is none that could be changed. */
function changesByHand(base: string): Record<string, Call> {
  const message = `${base}/messages/:messageId`;
  const missing = changes(NOT_THEIRS);
  return {
    [`PATCH ${message}`]: { expected: missing, body: { content: "She waited.", revision: 1 } },
    [`DELETE ${message}`]: { expected: missing },
    [`POST ${message}/versions`]: { expected: missing, body: { content: "She ran." } },
    [`POST ${message}/continue-from`]: { expected: missing },
    [`POST ${message}/restore`]: { expected: missing },
    [`GET ${message}/revisions`]: { expected: reads(NOT_THEIRS) },
    [`GET ${base}/paths`]: { expected: reads() },
    [`GET ${base}/export`]: { expected: reads() },
    [`PATCH ${base}/paths/:leafId`]: { expected: missing, body: { name: "The reef" } },
    [`POST ${base}/paths/:leafId/open`]: { expected: missing },
    [`GET ${base}/notes`]: { expected: reads() },
    [`PATCH ${base}/notes`]: { expected: changes("200"), body: { note: "Nobody explains the signals." } },
    [`GET ${base}/memory`]: { expected: reads() },
    [`POST ${base}/memory`]: { expected: changes("400 INVALID_INPUT"), body: { text: "Mara can't swim." } },
    [`PATCH ${base}/memory/:lineId`]: { expected: missing, body: { isPinned: true } },
    [`DELETE ${base}/memory/:lineId`]: { expected: missing },
  };
}

/**
 * Every call of the API. `:userId`, `:storyId` and `:characterId` are the owner's for every caller; the owner calls
 * last. The model and Stripe can't be reached.
 */
const CALLS: Record<string, Call> = {
  "GET /openapi.json": { expected: OPEN },
  "GET /schemas/story-file-1.json": { expected: OPEN },
  "GET /health/live": { expected: OPEN },
  "GET /health": { expected: OPEN },

  "POST /users": {
    expected: { visitor: SIGNED_OUT, withoutConsent: FORBIDDEN, another: FORBIDDEN, owner: "200" },
    body: { auth0Id: ":userId" },
  },
  "GET /users/:userId": { expected: reads() },
  "PATCH /users/:userId": { expected: reads(), body: { name: "Grace" } },
  // With the right words the account would be deleted, and the other calls would have no owner.
  "DELETE /users/:userId": { expected: reads("400 INVALID_INPUT"), body: { confirmation: "not the words" } },
  "PATCH /users/:userId/age-confirmation": { expected: reads(), body: CONSENT },
  "GET /users/:userId/library-export": { expected: reads() },
  "GET /users/:userId/chats": { expected: reads() },

  "POST /stories": { expected: makes("201"), body: STORY },
  "GET /stories/user/:userId": { expected: reads() },
  "GET /stories/user/:userId/deleted": { expected: reads() },
  // Open to everybody, for the stories of a visitor's cookie; none of these callers has one.
  "POST /stories/demo": {
    expected: { visitor: "201", withoutConsent: "201", another: "201", owner: "201" },
    body: STORY,
  },
  "GET /stories/demo/:storyId": { expected: NOBODYS },
  "POST /stories/demo/:storyId/continue": { expected: NOBODYS, body: {} },
  "POST /stories/demo/:storyId/message": { expected: NOBODYS, body: { content: "I look around" } },
  "GET /stories/:storyId": { expected: reads() },
  "PUT /stories/:storyId": { expected: changes("200"), body: { title: "Another title" } },
  "DELETE /stories/:storyId": { expected: changes("204") },
  "POST /stories/:storyId/restore": { expected: changes("200") },
  "GET /stories/:storyId/suggestion": { expected: reads() },
  "POST /stories/:storyId/suggestion": { expected: changes("409 NOT_BEGUN") },
  "GET /stories/:storyId/last-prompt": { expected: reads() },
  "GET /stories/:storyId/messages": { expected: reads() },

  ...changesByHand("/stories/:storyId"),
  "PATCH /stories/:storyId/cast/:personId": { expected: changes(NOT_THEIRS), body: { name: "Mara" } },

  "POST /characters": { expected: makes("201"), body: CHARACTER },
  "POST /characters/import": { expected: makes("201"), body: CARD },
  "GET /characters/user/:userId": { expected: reads() },
  "GET /characters/user/:userId/deleted": { expected: reads() },
  "GET /characters/:characterId": { expected: reads() },
  "PATCH /characters/:characterId": { expected: changes("200"), body: { name: "Mara" } },
  "DELETE /characters/:characterId": { expected: changes("204") },
  "POST /characters/:characterId/restore": { expected: changes("200") },
  "GET /characters/:characterId/card.json": { expected: reads() },
  // There is no portrait yet that could contain the card.
  "GET /characters/:characterId/card.png": { expected: reads(NOT_THEIRS) },
  "POST /images/character/:characterId": {
    expected: changes("200"),
    body: { style: "realistic" },
  },

  "POST /character-chats": { expected: changes("201"), body: { characterId: ":characterId" } },
  "GET /character-chats/user/:userId": { expected: reads() },
  "GET /character-chats/user/:userId/deleted": { expected: reads() },
  "GET /character-chats/:chatId": { expected: reads() },
  "GET /character-chats/:chatId/last-prompt": { expected: reads() },
  "GET /character-chats/:chatId/messages": { expected: reads() },
  "PATCH /character-chats/:chatId": { expected: changes("200"), body: { title: "Another title" } },
  "DELETE /character-chats/:chatId": { expected: changes("204") },
  "POST /character-chats/:chatId/restore": { expected: changes("200") },
  "POST /character-chats/:chatId/config": { expected: changes("200"), body: { messageLength: "short" } },
  "POST /character-chats/:chatId/messages": {
    expected: changes("200"),
    body: { content: "Hello" },
  },
  "POST /character-chats/:chatId/regenerate": { expected: changes("409 NOTHING_TO_REGENERATE"), body: {} },
  "POST /character-chats/:chatId/picture": { expected: changes("409 NOTHING_TO_PICTURE") },

  "GET /lorebooks": { expected: { ...makes("200"), withoutConsent: "200" } },
  "POST /lorebooks": { expected: makes("201"), body: BOOK },
  "GET /lorebooks/deleted": { expected: { ...makes("200"), withoutConsent: "200" } },
  // The files come in a form, which this table does not send.
  "POST /lorebooks/import": { expected: makes("415 UNSUPPORTED_MEDIA_TYPE"), body: {} },
  "GET /lorebooks/:lorebookId": { expected: reads() },
  "POST /imports": { expected: makes("415 UNSUPPORTED_MEDIA_TYPE"), body: {} },
  "GET /imports/:importId": { expected: reads() },
  "DELETE /imports/:importId": { expected: changes("204") },
  "PATCH /lorebooks/:lorebookId": { expected: changes("200"), body: { depth: 6 } },
  "DELETE /lorebooks/:lorebookId": { expected: changes("204") },
  "POST /lorebooks/:lorebookId/restore": { expected: changes("200") },
  "GET /lorebooks/:lorebookId/export": { expected: reads() },
  "GET /lorebooks/:lorebookId/entries": { expected: reads() },
  "POST /lorebooks/:lorebookId/entries": { expected: changes("201"), body: ENTRY },
  "GET /lorebooks/:lorebookId/entries/:entryId": { expected: reads() },
  "PATCH /lorebooks/:lorebookId/entries/:entryId": { expected: changes("200"), body: { isLocked: true } },
  "DELETE /lorebooks/:lorebookId/entries/:entryId": { expected: changes("204") },
  "POST /lorebooks/:lorebookId/entries/:entryId/restore": { expected: changes("200") },
  "GET /stories/:storyId/lorebooks": { expected: reads() },
  "PUT /stories/:storyId/lorebooks": { expected: changes("200"), body: { lorebookIds: [] } },
  // There is nothing in the story yet that could be shared.
  "POST /stories/:storyId/shares": { expected: changes("409 NOT_BEGUN"), body: {} },
  "GET /stories/:storyId/shares": { expected: reads() },
  "PATCH /stories/:storyId/shares/:shareId": { expected: changes(NOT_THEIRS), body: { penName: "Nora L." } },
  "DELETE /stories/:storyId/shares/:shareId": { expected: changes(NOT_THEIRS) },
  "GET /character-chats/:chatId/lorebooks": { expected: reads() },
  "PUT /character-chats/:chatId/lorebooks": { expected: changes("200"), body: { lorebookIds: [] } },
  "GET /stories/:storyId/lore-proposals": { expected: reads() },
  // There is no such proposal.
  "POST /stories/:storyId/lore-proposals/:proposalId/keep": { expected: changes(NOT_THEIRS), body: {} },
  "POST /stories/:storyId/lore-proposals/:proposalId/dismiss": { expected: changes(NOT_THEIRS) },
  "POST /stories/:storyId/lore-proposals/:proposalId/restore": { expected: changes(NOT_THEIRS) },
  "POST /stories/:storyId/lore-preview": { expected: reads(), body: { text: "The reef." } },
  ...changesByHand("/character-chats/:chatId"),

  "POST /prompts/character": { expected: makes("200"), body: { currentData: {} } },
  "POST /prompts/generate-full": {
    expected: makes("200"),
    body: { currentData: {}, generateFullForm: true },
  },
  "POST /prompts/generate": { expected: makes("200"), body: { ideas: "A lighthouse" } },
  "GET /search": { expected: { ...makes("200"), withoutConsent: "200" } },
  "POST /feedback": { expected: makes("201"), body: { feedback: "I like the lighthouse." } },

  "POST /stripe/webhook": { expected: { ...unpaid, visitor: NO_PAYMENTS } },
  "POST /stripe/create-checkout-session": {
    expected: changes(NO_PAYMENTS),
    body: {
      tier: "PREMIUM",
      userId: ":userId",
      successUrl: `${ORIGIN}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${ORIGIN}/upgrade`,
    },
  },
  "POST /stripe/create-portal-session": {
    expected: reads(NO_PAYMENTS),
    body: { userId: ":userId", returnUrl: `${ORIGIN}/upgrade` },
  },
  "POST /stripe/verify-payment": { expected: unpaid, body: { sessionId: "cs_test_1" } },
};

type Caller = keyof Expected;
const CALLERS = ["visitor", "withoutConsent", "another", "owner"] as const satisfies readonly Caller[];

// Requests have no address here, so all tests share one allowance of demo stories.
const site = new TestSite({ DEMO_STORIES_PER_DAY: "100000" });
let people: Record<Caller, Browser>;
let ownerId: string;

/** Rows with the same people: 200 requests of a person in ten seconds are the limit. */
const ROWS_AT_ONCE = 30;
let rowsDone = 0;

beforeEach(async () => {
  rowsDone += 1;
  if (rowsDone % ROWS_AT_ONCE !== 1) return;
  const withoutConsent = await site.signedIn();
  const another = await site.consented();
  const owner = await site.consented();
  ownerId = owner.sub;
  await givePremium(ownerId);
  people = { visitor: site.browser(), withoutConsent, another, owner };
});

/** The calls of the router: handlers of a method and a path, without those that refuse other methods. */
function listCalls(): string[] {
  const calls = apiRoutes.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(calls)];
}

async function makeOf(path: string, body: unknown, key: string): Promise<string> {
  const response = await people.owner.send("POST", path, body);
  const made = await response.json<Record<string, string>>();
  if (response.status !== 201 || made[key] === undefined) throw new Error(JSON.stringify(made));
  return made[key];
}

/** Puts the owner's ids into a path or a body; makes a story, a character and a chat for it. */
async function withIds(path: string): Promise<string> {
  let filled = path.replace(":userId", path.startsWith("/") ? encodeURIComponent(ownerId) : ownerId);
  if (path.includes(":storyId")) {
    filled = filled.replace(":storyId", await makeOf("/api/stories", STORY, "storyId"));
    // There are more calls about stories than one person begins stories in an hour.
    await db
      .update(stories)
      .set({ createdAt: "2020-01-01T00:00:00.000Z" })
      .where(eq(stories.userId, ownerId));
  }
  if (path.includes(":characterId")) {
    filled = filled.replace(":characterId", await makeOf("/api/characters", CHARACTER, "characterId"));
  }
  if (path.includes(":importId")) {
    const { import: begun } = await beginImport(people.owner, { "draft.txt": `One evening ${path}.` });
    filled = filled.replace(":importId", begun.importId);
  }
  if (path.includes(":lorebookId")) {
    const lorebookId = await makeOf("/api/lorebooks", BOOK, "lorebookId");
    filled = filled.replace(":lorebookId", lorebookId);
    if (path.includes(":entryId")) {
      const entryId = await makeOf(`/api/lorebooks/${lorebookId}/entries`, ENTRY, "entryId");
      filled = filled.replace(":entryId", entryId);
    }
  }
  if (path.includes(":chatId")) {
    const characterId = await makeOf("/api/characters", CHARACTER, "characterId");
    filled = filled.replace(":chatId", await makeOf("/api/character-chats", { characterId }, "chatId"));
  }
  return filled;
}

async function describeAnswer(response: Response): Promise<string> {
  if (response.status < 400) {
    await response.body?.cancel();
    return String(response.status);
  }
  const { code } = await response.json<{ code: string }>();
  return `${response.status} ${code}`;
}

describe("a call of the API", () => {
  it("has a row in this table, and every row has its call", () => {
    expect(Object.keys(CALLS).sort()).toEqual(listCalls().sort());
  });

  it.each(Object.entries(CALLS))(
    "%s answers each caller as the table says",
    async (call, { expected, body }) => {
      const [method = "", pattern = ""] = call.split(" ");
      const path = `/api${await withIds(pattern)}`;
      const own = body && JSON.parse(await withIds(JSON.stringify(body)));
      const send = (browser: Browser) =>
        method === "GET" ? browser.get(path) : browser.send(method, path, own);
      const answers: Partial<Record<Caller, string>> = {};
      for (const caller of CALLERS) {
        answers[caller] = await describeAnswer(await send(people[caller]));
      }
      expect(answers).toEqual(expected);
    },
  );
});
