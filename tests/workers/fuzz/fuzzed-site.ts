import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { COVER_KINDS } from "#domain/cover.ts";
import { createId } from "#domain/ids.ts";
import { PORTRAIT_SIZES } from "#workers/characters/portrait-store.ts";
import { PayingSite } from "../helpers/billing.ts";
import { givePremium, queryRows } from "../helpers/databases.ts";
import { renderPages } from "../helpers/pages.ts";
import { type Browser, scriptedModels, TestSite } from "../helpers/site.ts";
import type { CallerName, Ids } from "./requests.ts";

/** A person whose texts may be sent to nobody else. Each text contains their marker. */
export type Person = {
  name: string;
  marker: string;
  browser: Browser;
  /** The subject of their sign-in; empty for a visitor. */
  sub: string;
  token: string | null;
  /** Their ids by the name of the parameter that takes them. */
  ids: Record<string, string[]>;
};

const MARA = { description: "Keeper of Harrow Light; says little.", quirks: ["counts gulls"] };
const TOKEN_LIFE_S = 24 * 3600;
const COVER_FILES = ["0a1b2c3d-book.svg", "ffffffff-plate.svg"];
/** Stories and chats of each person. */
const CONVERSATIONS = 3;

/**
 * The Worker's HTTP code with real services behind it (a model, a painter, payments), no limits on how often anybody asks,
 * and three people with texts of their own: two with accounts, and a visitor with a demo story.
 */
export class FuzzedSite {
  readonly people: Person[] = [];
  /** Signs people in: its pages need no browser. */
  readonly #door: PayingSite;
  readonly #site: TestSite;
  /** What was written to the console as an error since the last time that it was taken. */
  #errors: string[] = [];

  private constructor() {
    const everything: RateLimit = { limit: () => Promise.resolve({ success: true }) };
    const limits = Object.keys(env).filter((name) => /_PER_(?:USER|ADDRESS)$/.test(name));
    this.#door = new PayingSite({
      ...scriptedModels(),
      DEMO_STORIES_PER_DAY: "100000",
      ...Object.fromEntries(limits.map((name) => [name, everything])),
    });
    this.#site = new TestSite({ ...this.#door.env }, renderPages);
  }

  static async open(): Promise<FuzzedSite> {
    const site = new FuzzedSite();
    for (const name of ["ada", "ben"]) site.people.push(await site.#addMember(name));
    site.people.push(await site.#addVisitor("carl"));
    return site;
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return this.#site.fetch(path, init);
  }

  /** The person of a name; `null`: an unknown caller. */
  find(caller: CallerName): Person | null {
    return this.people.find(({ name }) => caller.startsWith(name)) ?? null;
  }

  /** The headers by which a caller is known. */
  credentialsOf(caller: CallerName): Record<string, string> {
    const person = this.find(caller);
    if (person === null) return {};
    if (caller.endsWith("ByToken")) return { Authorization: `Bearer ${person.token}` };
    return { Cookie: person.browser.cookieHeader };
  }

  /** The ids that a parameter may have: the caller's own, or those of others. A parameter without ids gets any. */
  idsOf(caller: CallerName, parameter: string, isOwn: boolean): string[] {
    const own = this.find(caller) ?? this.people[0];
    const owners = this.people.filter((person) => (person === own) === isOwn);
    const named = owners.flatMap(({ ids }) => ids[parameter] ?? []);
    return named.length > 0 ? named : this.people.flatMap(({ ids }) => Object.values(ids).flat());
  }

  /** Texts that an answer to this caller may not contain. */
  markersHiddenFrom(caller: CallerName): string[] {
    return this.people.flatMap((person) => (person === this.find(caller) ? [] : [person.marker]));
  }

  /** A new story of somebody with one reply, or a new chat with their first character; returns its id. */
  async beginConversation(caller: CallerName, kind: "story" | "chat"): Promise<string> {
    const person = this.find(caller);
    if (person === null) throw new Error(`${caller} has no account.`);
    return kind === "story" ? beginStory(person) : beginChat(person, person.ids["characterId"]?.[0] ?? "");
  }

  /** Ids for correct bodies: those of the person who sends most of the requests. */
  exampleIds(): Ids {
    const names = ["userId", "storyId", "characterId", "chatId"];
    const [userId = "", storyId = "", characterId = "", chatId = ""] = names.map(
      (name) => this.idsOf("ada", name, true)[0],
    );
    return { userId, storyId, characterId, chatId };
  }

  /**
   * Records errors from now on, and hides all other lines of the log. Call it before each test, because the console is restored after each
   * test.
   */
  watchErrors(): void {
    vi.spyOn(console, "error").mockImplementation((...words) => void this.#errors.push(words.join(" ")));
    for (const method of ["log", "warn"] as const) vi.spyOn(console, method).mockImplementation(() => {});
  }

  takeErrors(): string[] {
    return this.#errors.splice(0);
  }

  /**
   * Signs people in again whose session a request has ended, gives the visitor a new demo story for requests to such, and makes room for
   * new stories, characters and chats.
   */
  async refresh({ path }: { path: string }): Promise<void> {
    for (const person of this.people) {
      if (person.sub === "") {
        if (path.includes("/demo")) await beginDemo(person);
        continue;
      }
      const known = await person.browser.get(`/api/users/${person.sub}`);
      await known.body?.cancel();
      if (known.status !== 200) await person.browser.signIn({ sub: person.sub, name: person.marker });
    }
    await this.forgetCreations();
  }

  /** The limits on how many are begun within an hour do not count what is older. */
  async forgetCreations(): Promise<void> {
    const old = "2026-01-01T00:00:00.000Z";
    const tables = ["stories", "characters", "character_chats"];
    for (const { sub } of this.people) {
      if (sub === "") continue;
      for (const table of tables)
        await queryRows(
          `UPDATE ${table} SET created_at = ?1 WHERE user_id = ?2 AND created_at > ?1`,
          old,
          sub,
        );
    }
  }

  async #addMember(name: string): Promise<Person> {
    const marker = `marker-of-${name}-${createId()}`;
    const browser = await this.#door.consented({ name: marker });
    const { sub } = browser;
    await givePremium(sub);
    const exp = Math.floor(Date.now() / 1000) + TOKEN_LIFE_S;
    const token = await this.#door.issuer.accessToken({ sub, exp });
    const ids: Person["ids"] = { userId: [sub], size: PORTRAIT_SIZES.map(String) };
    const person = { name, marker, browser, sub, token, ids };
    for (let index = 0; index < CONVERSATIONS; index += 1) await addConversations(person);
    ids["id"] = [...(ids["storyId"] ?? []), ...(ids["chatId"] ?? [])];
    // With an index of the first half it belongs to the portrait, of the second to the chat's picture.
    ids["version"] = [...(ids["portraitVersion"] ?? []), ...(ids["pictureVersion"] ?? [])];
    ids["kind"] = [...COVER_KINDS];
    ids["file"] = COVER_FILES;
    return person;
  }

  async #addVisitor(name: string): Promise<Person> {
    const marker = `marker-of-${name}-${createId()}`;
    const browser = this.#door.browser();
    const person = { name, marker, browser, sub: "", token: null, ids: {} };
    const storyId = await beginDemo(person);
    await browser.post(`/api/stories/demo/${storyId}/continue`, { isInitialContinue: true });
    await browser.post(`/api/stories/demo/${storyId}/message`, { content: marker });
    return person;
  }
}

/** The latest is the first of the visitor's ids. */
async function beginDemo({ browser, marker, ids }: Person): Promise<string> {
  const { storyId } = await browser.post<{ storyId: string }>("/api/stories/demo", toPremise(marker));
  ids["storyId"] = [storyId, ...(ids["storyId"] ?? [])].slice(0, CONVERSATIONS);
  return storyId;
}

function toPremise(marker: string) {
  return {
    genre: "Mystery",
    character: `A porter, ${marker}`,
    description: `Room 12 was never let. ${marker}`,
  };
}

/** A story with a reply, a character with a portrait, and a chat with a picture. */
async function addConversations(person: Person): Promise<void> {
  const { browser, marker, ids } = person;
  const storyId = await beginStory(person);
  const character = { ...MARA, name: marker.slice(0, 50) };
  const { characterId } = await browser.post<{ characterId: string }>("/api/characters", character);
  const painted = await browser.post(`/api/images/character/${characterId}`, { style: "realistic" });
  const chatId = await beginChat(person, characterId);
  const pictured = await browser.post(`/api/character-chats/${chatId}/picture`);
  const portraitVersion = findVersion(painted, "portraits");
  const pictureVersion = findVersion(pictured, "chat-pictures");
  const added = { storyId, characterId, portraitVersion, chatId, pictureVersion };
  for (const [name, id] of Object.entries(added)) ids[name] = [...(ids[name] ?? []), id];
}

async function beginStory({ browser, marker, sub }: Person): Promise<string> {
  const premise = { ...toPremise(marker), title: marker };
  const { storyId: conversationId } = await browser.post<{ storyId: string }>("/api/stories", premise);
  const object = env.STORY.get(env.STORY.idFromName(conversationId));
  const owner = { conversationId, userId: sub };
  await object.ask(owner, { requestId: createId(), kind: "opening", content: "" });
  await object.ask(owner, { requestId: createId(), kind: "message", content: marker });
  return conversationId;
}

async function beginChat({ browser, marker }: Person, characterId: string): Promise<string> {
  const { chatId } = await browser.post<{ chatId: string }>("/api/character-chats", { characterId });
  await browser.post(`/api/character-chats/${chatId}/messages`, { content: marker });
  return chatId;
}

/** The version of a picture from its address in an answer: `/portraits/{id}/{version}`. */
function findVersion(answer: unknown, folder: string): string {
  return JSON.stringify(answer).match(new RegExp(`/${folder}/[^/"]+/([^/"]+)`))?.[1] ?? "none";
}
