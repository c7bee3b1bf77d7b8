import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { CONSENT_TITLE } from "#app/features/age-gate/age-gate.tsx";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { createChat } from "#tests/workers/characters/people.ts";
import { queryRows } from "../helpers/databases.ts";
import { beginImport } from "../helpers/forms.ts";
import { listRouteFiles, renderPages } from "../helpers/pages.ts";
import { writeAndShare, writeMessages, writeStory } from "../helpers/shares.ts";
import { type Browser, ORIGIN, type Person, sessionCookie, TestSite, watchLog } from "../helpers/site.ts";
import { beginStory } from "../helpers/stories.ts";

type Expected = { visitor: string; withoutConsent: string; signedIn: string; another: string };

const everybody = (outcome: string): Expected => ({
  visitor: outcome,
  withoutConsent: outcome,
  signedIn: outcome,
  another: outcome,
});
/** For visitors; signed-in people are redirected home. */
const VISITORS: Expected = { ...everybody("→ /home"), visitor: "200" };
/** For signed-in people; the gate covers it until it is passed. */
const signedIn = (path: string): Expected => ({
  ...everybody("200"),
  visitor: `→ /login?returnTo=${encodeURIComponent(path)}`,
  withoutConsent: "200 behind the gate",
});

/** Every page of app/routes.ts, requested with exactly this path; `:storyId`, `:chatId` and `:importId` are those of the `signedIn` person. */
const PAGES: Record<string, Expected> = {
  "/": VISITORS,
  "/features": VISITORS,
  "/pricing": VISITORS,
  "/terms": everybody("200"),
  "/privacy-policy": everybody("200"),
  "/cookie-policy": everybody("200"),
  "/api/docs": everybody("200"),
  "/offline": everybody("200"),
  "/login": VISITORS,
  "/auth/callback": everybody("200"),
  "/logout": everybody("→ /"),
  "/welcome": {
    ...everybody("→ /home"),
    visitor: "→ /login?returnTo=%2Fwelcome",
    withoutConsent: "200 gate",
  },
  "/account/delete": { ...everybody("200"), visitor: "→ /login?returnTo=%2Faccount%2Fdelete" },
  "/account/deleted": VISITORS,
  "/s/:token": everybody("200"),
  "/s/:token/fork": everybody("→ /s/:token"),
  "/s/:token/report": everybody("200"),
  "/home": signedIn("/home"),
  "/stories": signedIn("/stories"),
  "/stories/new": signedIn("/stories/new"),
  "/stories/deleted": signedIn("/stories/deleted"),
  "/stories/bring-in": signedIn("/stories/bring-in"),
  "/stories/bring-in/:importId": {
    ...signedIn("/stories/bring-in/:importId"),
    withoutConsent: "→ /stories/bring-in",
    another: "→ /stories/bring-in",
  },
  "/stories/:storyId": {
    ...signedIn("/stories/:storyId"),
    withoutConsent: "→ /stories?toast=story-not-found",
    another: "→ /stories?toast=story-not-found",
  },
  "/settings": signedIn("/settings"),
  "/characters": signedIn("/characters"),
  "/characters/deleted": signedIn("/characters/deleted"),
  "/character-chats/:chatId": {
    ...signedIn("/character-chats/:chatId"),
    withoutConsent: "→ /characters?toast=chat-not-loaded",
    another: "→ /characters?toast=chat-not-loaded",
  },
  "/help": signedIn("/help"),
  "/upgrade": signedIn("/upgrade"),
  "/upgrade-success": signedIn("/upgrade-success"),
  "/payment/success": signedIn("/payment/success"),
  "/age-confirmation": signedIn("/age-confirmation"),
  "/*": { ...everybody("→ /home?toast=no-such-page"), visitor: "→ /?toast=no-such-page" },
};

type Caller = keyof Expected;
const CALLERS = ["visitor", "withoutConsent", "signedIn", "another"] as const satisfies readonly Caller[];

const site = new TestSite({}, renderPages);
const bare = new TestSite();
const owner = await bare.consented();
const people = {
  visitor: bare.browser(),
  withoutConsent: await bare.signedIn(),
  signedIn: owner,
  another: await bare.consented(),
} satisfies Record<Caller, Browser>;
const { storyId, token } = await writeAndShare(owner);
const { chatId } = await createChat(owner);
const { importId } = (await beginImport(owner, { "draft.txt": "The lamp burned all night." })).import;

/** Requests a page as a caller. */
async function open(caller: Caller, path: string, init: RequestInit = {}): Promise<Response> {
  return site.fetch(path, { ...init, headers: { ...init.headers, Cookie: people[caller].cookieHeader } });
}

/** Sends a form to a page as a caller. */
async function post(caller: Caller, path: string, form: Record<string, string> = {}): Promise<Response> {
  return open(caller, path, { method: "POST", headers: { Origin: ORIGIN }, body: new URLSearchParams(form) });
}

async function describePage(response: Response): Promise<string> {
  const text = await response.text();
  const location = response.headers.get("Location");
  if (location !== null)
    return `→ ${location.replace(ORIGIN, "").replace(storyId, "%3AstoryId").replace(chatId, "%3AchatId").replace(importId, "%3AimportId").replace(token, ":token")}`;
  if (!text.includes(CONSENT_TITLE)) return String(response.status);
  return `${response.status} ${/role="dialog" aria-modal="true"/.test(text) ? "behind the gate" : "gate"}`;
}

it("a page of app/routes.ts has a row in this table, and every row has its page", () => {
  const paths = listRouteFiles().flatMap(({ path }) => (path === null ? [] : [path]));
  expect(Object.keys(PAGES).sort()).toEqual(paths.sort());
  expect(hasAction("/stories/new"), "the tests of forms have forms").toBe(true);
});

it.each(Object.entries(PAGES))(
  "the page %s answers each caller as the table says",
  async (path, expected) => {
    const asked = path
      .replace(":storyId", storyId)
      .replace(":chatId", chatId)
      .replace(":importId", importId)
      .replace(":token", token)
      .replace("*", "nowhere/at-all");
    const answers = await Promise.all(
      CALLERS.map(async (caller) => [caller, await describePage(await open(caller, asked))] as const),
    );
    expect(Object.fromEntries(answers)).toEqual(expected);
  },
);

it("Begin Your Story says from the first byte that the shelf is full: it would move the form later", async () => {
  const note = "Your free shelf holds one story";
  expect(await (await open("signedIn", "/stories/new")).text()).toContain(note);
  expect(await (await open("another", "/stories/new")).text()).not.toContain(note);
});

it.each([
  "/stories?cursor=ours",
  "/stories/deleted?cursor=ours",
  "/characters/deleted?characters=ours",
  "/characters/deleted?chats=ours",
])("%s has a cursor that the list did not give, and leads to its beginning", async (path) => {
  expect(await describePage(await open("signedIn", path))).toBe(`→ ${path.split("?")[0]}`);
});

const ENDS: Record<string, (person: Person) => Promise<unknown>> = {
  "that was ended": (person) => person.get("/logout"),
  "that was ended with all others": (person) => person.get("/logout?everywhere"),
  "that KV has lost": async (person) => env.KV.delete(sessionCookie(person).id),
  "of an account that is being deleted": ({ sub }) =>
    queryRows("UPDATE users SET deletion_requested_at = created_at WHERE id = ?", sub),
};

it.each(Object.entries(ENDS))(
  "a session %s shows nothing of its person, whatever was read meanwhile",
  async (_, end) => {
    const person = await new TestSite().consented();
    const story = await beginStory(person, { title: "The Ninth Signal" });
    const cookie = person.cookieHeader;
    const paths = ["/home", "/stories", `/stories/${story.storyId}`, "/settings"];
    const ask = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
    for (const path of paths) expect((await ask(path)).status, path).toBe(200);
    await end(person);

    for (const path of paths) {
      const page = await ask(path);
      expect(await describePage(page), path).toBe(`→ /login?returnTo=${encodeURIComponent(path)}`);
      const data = await (await ask(`${path}.data`)).text();
      expect(data, path).toContain(`/login?returnTo=${encodeURIComponent(path)}`);
      expect(data, path).not.toMatch(/Ninth Signal|Ada Lovelace/);
    }
  },
);

it("the page of a conversation opens with its latest messages, of a story and of a chat; a page of earlier ones has fifty", async () => {
  const { another } = people;
  const long = await writeStory(another, { lines: Array.from({ length: 90 }, (_, n) => `Line ${n}.`) });
  const { chatId: talk } = await createChat(another);
  const lines = Array.from({ length: 30 }, (_, n) => `Line ${n}.`);
  await writeMessages({ storyId: talk, userId: another.sub }, lines, env.CHARACTER_CHAT);

  const latest = await (await open("another", `/stories/${long}`)).text();
  expect(listLines(latest)).toEqual(Array.from({ length: 20 }, (_, n) => 70 + n));
  const [, query] = /href="[^"]*(\?before=[^"]+)"/.exec(latest) ?? [];
  expect(listLines(await (await open("another", `/stories/${long}${query}`)).text())).toHaveLength(50);
  const chat = await (await open("another", `/character-chats/${talk}`)).text();
  expect(listLines(chat)).toEqual(Array.from({ length: 20 }, (_, n) => 10 + n));
});

/** The numbers of the lines that a page shows. */
function listLines(html: string): number[] {
  return [...html.matchAll(/>Line (\d+)\.</g)].map(([, number]) => Number(number));
}

it("home opens the story that is on the shelf, also where six archived ones were written in later", async () => {
  const person = await new TestSite().consented();
  const archiveAll = () => queryRows("UPDATE stories SET status = 'archived' WHERE user_id = ?", person.sub);
  const { storyId: first } = await beginStory(person, { title: "The Ninth Signal" });
  for (let later = 0; later < 6; later += 1) {
    await archiveAll();
    await beginStory(person);
  }
  await archiveAll();
  await queryRows("UPDATE stories SET status = 'active' WHERE id = ?", first);

  const page = await site.fetch("/home", { headers: { Cookie: person.cookieHeader } });
  expect(await page.text()).toMatch(/<h2 id="open-book"[^>]*>The Ninth Signal</);
});

it("a reading copy has one address: with a slash at its end it leads there", async () => {
  expect(await describePage(await open("visitor", `/s/${token}/?page=2`))).toBe("→ /s/:token?page=2");
});

it("the HTML of a page is whole, with the loaders' data: nothing is put in its place by a script later", async () => {
  const html = await (await open("signedIn", "/stories")).text();

  expect(html).toMatch(/^<!DOCTYPE html><html /);
  expect(html).toMatch(/streamController\.enqueue\(.*routes\/stories\/library.*streamController\.close\(\)/s);
  expect(html).not.toMatch(/<template|<!--\$[?!]-->/);
});

it("the HTML of a page whose component fails is the error page, and one line of the log", async () => {
  const person = await new TestSite().consented();
  await beginStory(person);
  const date = (value: string) =>
    queryRows(`UPDATE stories SET updated_at = ${value} WHERE user_id = ?`, person.sub);
  await date("'never'");
  const log = watchLog();
  const response = await site.fetch("/stories", { headers: { Cookie: person.cookieHeader } });
  await date("created_at"); // the nightly run of other tests reads all rows

  expect(response.status).toBe(500);
  expect(await response.text()).toContain("They are safe: only this page could not fetch them.");
  expect(log.texts.filter((line) => line.includes("Invalid time value"))).toHaveLength(1);
});

it.each([
  ["page", "/help", "Unexpected Application Error!"],
  ["data of a client navigation", "/help.data", '"ErrorResponse"'],
])(
  "a %s that fails as nobody foresaw has a reference that is in the log, without the cause",
  async (_, path, shown) => {
    const person = await new TestSite().consented();
    const setTier = (tier: string) => queryRows("UPDATE users SET tier = ? WHERE id = ?", tier, person.sub);
    await setTier("no-such-tier");
    const log = watchLog();
    const response = await site.fetch(path, { headers: { Cookie: person.cookieHeader } });
    const text = await response.text();
    const reference = response.headers.get("X-Request-Id") ?? "none";
    await setTier("free");

    for (const part of [shown, reference]) expect(text).toContain(part);
    expect(text).not.toContain("no-such-tier");
    const causes = log.texts.filter((line) => line.includes("no-such-tier"));
    expect(causes).not.toEqual([]);
    for (const line of causes) expect(line).toContain(reference);
  },
);

const PAGES_WITH_FORMS = Object.entries(PAGES).filter(
  ([path, { withoutConsent }]) => withoutConsent === "200 behind the gate" && hasAction(path),
);

function hasAction(page: string): boolean {
  return listRouteFiles().some(({ path, module }) => path === page && module.action !== undefined);
}

/** Links by which an attacker leads people away; tests/domain/input.test.ts has every kind. */
const HOSTILE_ADDRESSES = [
  "https://evil.example/",
  "/\t/evil.example",
  "/%0d%0aLocation:https://evil.example",
];

it.each(HOSTILE_ADDRESSES)(
  "the way back of a signed-in person who comes back with a hostile address stays on this site: %j",
  async (returnTo) => {
    const query = `?${new URLSearchParams({ returnTo, session_id: "" })}`;
    for (const path of [`/login${query}`, `/welcome${query}`]) {
      const location = (await open("signedIn", path)).headers.get("Location") ?? "none";
      expect(new URL(location, ORIGIN).origin, path).toBe(ORIGIN);
      expect(location, path).toMatch(/^\/(?![/\\])/);
    }
    const html = await (await open("signedIn", `/age-confirmation${query}`)).text();
    expect(html).not.toMatch(/(?:href|action|value)="(?!\/[^/\\])[^"]*evil\.example/);
    const begun = await post("visitor", "/login", { returnTo });
    expect(new URL(begun.headers.get("Location") ?? "").origin).toBe(new URL(site.issuer.url).origin);
  },
);

it("a sign-in that can't begin says why, with one full stop", async () => {
  const headers = { Origin: ORIGIN, "Content-Type": "multipart/form-data; boundary=x" };
  const page = await site.fetch("/login", { method: "POST", headers, body: "x" });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain("This form could not be read. Please try again.");
});

it.each(PAGES_WITH_FORMS)("a form of %s does nothing before the sign-in and the gate", async (path) => {
  const query = encodeURIComponent(path);

  expect(await describePage(await post("visitor", path))).toBe(`→ /login?returnTo=${query}`);
  expect(await describePage(await post("withoutConsent", path))).toBe(`→ /welcome?returnTo=${query}`);
});

it.each(Object.keys(PAGES).filter(hasAction))(
  "a body that is no form is refused by %s, which is no error of ours",
  async (path) => {
    const lines = vi.spyOn(console, "log");
    const init = { method: "POST", headers: { Origin: ORIGIN, "Content-Type": "text/plain" }, body: "x=1" };
    const response = await open("signedIn", path, init);
    await response.text();

    expect(response.status).toBeLessThan(500);
    expect(lines.mock.calls.flat().filter((line) => String(line).includes('"error"'))).toEqual([]);
    lines.mockRestore();
  },
);

it.each(PUBLIC_PAGES)(
  "the head of %s has its own address, a description and the picture that is shared",
  async (path) => {
    const html = await (await open("visitor", path)).text();

    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"`);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="${ORIGIN}/[^"]+\\.(png|jpg|webp)"`));
  },
);

const told = (html: string) => html.split("Ada &amp; Sons").length - 1;

it.each(["/", "/features", "/pricing"])("who runs the site is in the footer of %s", async (path) => {
  const html = await (await open("visitor", path)).text();

  expect(told(html)).toBe(1);
  expect(html.slice(html.indexOf("<footer"))).toMatch(
    /Ada &amp; Sons.*1 Test Street, 12345 Testing.*mailto:support@talespark\.example/,
  );
});

it.each(["/terms", "/privacy-policy", "/cookie-policy"])("who runs the site is named by %s", async (path) => {
  const html = await (await open("visitor", path)).text();

  expect(html).toMatch(/<address[^>]*>Ada &amp; Sons<br\/>1 Test Street, 12345 Testing<br\/>/);
  expect(told(html)).toBeGreaterThanOrEqual(2);
  expect(html).not.toContain("{{"); // all that stands for a figure or a name is filled in
});

it.each(["/home", "/stories", "/help"])(
  "a client navigation to %s is guarded even if it requests only the page's own data",
  async (path) => {
    const file = listRouteFiles().find((route) => route.path === path)?.file ?? "";
    const response = await open("visitor", `${path}.data?_routes=${encodeURIComponent(file)}`);

    expect(response.status).toBe(202);
    expect(await response.text()).toContain(`/login?returnTo=${encodeURIComponent(path)}`);
  },
);

it("a checkout's session id is kept through the sign-in and the callback, up to the page that verifies the payment", async () => {
  const wanted = "/payment/success?session_id=cs_test_1";
  const toLogin = `→ /login?returnTo=${encodeURIComponent(wanted)}`;
  expect(await describePage(await open("visitor", wanted))).toBe(toLogin);
  const goOn = async (caller: Caller) =>
    describePage(
      await post(caller, "/auth/callback?session_id=cs_test_1", { intent: "authenticate-and-go" }),
    );
  expect(await goOn("visitor")).toBe(toLogin);
  expect(await goOn("signedIn")).toBe(`→ ${wanted}`);
});

it("a callback that is loaded again after its sign-in leads on, and signs nobody else in", async () => {
  const used = `/auth/callback?code=used&state=${"a".repeat(43)}`;
  const again = (caller: Caller) => post(caller, used, { intent: "authenticate-and-go" });
  expect(await describePage(await again("signedIn"))).toBe("→ /home");
  expect(await describePage(await again("visitor"))).toBe("400");
});
