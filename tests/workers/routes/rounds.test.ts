import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { createCharacter, createChat } from "#tests/workers/characters/people.ts";
import { bindingOf } from "#tests/workers/helpers/databases.ts";
import { listRouteFiles, renderPages } from "#tests/workers/helpers/pages.ts";
import { writeAndShare } from "#tests/workers/helpers/shares.ts";
import { ORIGIN, settingsFor, TestSite } from "#tests/workers/helpers/site.ts";
import { joinStory } from "#tests/workers/helpers/stories.ts";
import { whileObjectCalls } from "#tests/workers/helpers/watched-calls.ts";

/**
 * Counts how many calls of D1, KV, R2 and objects something makes one after another. Calls are held back until nothing else
 * can happen, then all of them are made: that is one round. So the number does not depend on time.
 */
class Rounds {
  /** The calls of each round, by name. */
  readonly rounds: string[][] = [];
  #held: { name: string; isReleased: boolean }[] = [];
  #underWay = 0;
  #isCounting = false;

  /** The environment whose calls are counted. */
  watch<Bindings extends object>(env: Bindings): Bindings {
    return watchBindings(env, (name, call) => this.around(name, call));
  }

  /** One call, held back while rounds are counted. It polls, because an object can't wait for a promise from outside of it. */
  async around<T>(name: string, call: () => Promise<T>): Promise<T> {
    if (!this.#isCounting) return call();
    const held = { name, isReleased: false };
    this.#held.push(held);
    while (!held.isReleased) await new Promise((resolve) => setTimeout(resolve, 1));
    try {
      return await call();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Runs something to its end and returns the rounds that it took. */
  async count(run: () => Promise<unknown>): Promise<string[][]> {
    this.rounds.length = 0;
    this.#isCounting = true;
    let isOver = false;
    const ended = run().finally(() => {
      isOver = true;
    });
    ended.catch(() => undefined);
    while (!isOver) {
      await this.#quiet(() => isOver);
      if (this.#held.length > 0 && !isOver) this.rounds.push(this.#held.map(({ name }) => name).sort());
      this.#release();
    }
    this.#isCounting = false;
    this.#release();
    await ended;
    return this.rounds;
  }

  #release(): void {
    this.#underWay += this.#held.length;
    for (const held of this.#held.splice(0)) held.isReleased = true;
  }

  async #quiet(isOver: () => boolean): Promise<void> {
    let held = -1;
    for (let turns = 0; turns < QUIET_TURNS && !isOver(); turns += 1) {
      if (this.#underWay > 0 || this.#held.length !== held) turns = 0;
      held = this.#held.length;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/*
 * How many calls of D1, KV, R2 and objects a page or a step makes one after another. Far from the database each of them is a wait
 * of its own, which nobody notices where everything is near. A page that is not named here takes one round: for the session, its user and
 * everything else.
 */
const ORDINARY = 1;
const OTHER_PAGES: Record<string, number> = {
  // The second round reads the chats and stories of the characters that the first one has found.
  "/characters": 2,
  // Their limit is that of the person, who must be known first.
  "/upgrade": 2,
  // Its imports are listed by the user's record.
  "/stories/bring-in": 2,
  // What is read next depends on Stripe's answer.
  "/upgrade-success": 3,
  // The object is asked when its row is known to be the person's.
  "/stories/:storyId": 2,
  "/character-chats/:chatId": 2,
  // Whose copy it is, and which object has its text, is known once its address was found. Visitors save the first round.
  "/s/:token": 3,
  "/s/:token/report": 2,
};
/** The pages of a sign-in and of its end, whose steps depend on each other. */
const NOT_COUNTED = ["/auth/callback", "/logout"];

const PAGES = listRouteFiles().flatMap(({ path }) =>
  path === null || NOT_COUNTED.includes(path) ? [] : [path],
);

const rounds = new Rounds();
const bare = new TestSite();
const site = new TestSite({ ...settingsFor(bare.issuer), ...rounds.watch({ ...env }) }, renderPages);
const person = await bare.consented();
const browser = site.browser(person.cookies);
const { storyId, token } = await writeAndShare(person);
const { chatId } = await createChat(person);
await createCharacter(person, { name: "Ines Calder", description: "Mends nets." });
const other = bare.browser();
await other.signIn({ sub: person.sub });
/** Of a session of the person that has ended. */
const endedCookies = new Map(other.cookies);
await other.get("/logout");

function toPath(page: string): string {
  return page
    .replace(":storyId", storyId)
    .replace(":chatId", chatId)
    .replace(":token", token)
    .replace("*", "nowhere");
}

/** The rounds of a request, with those of the story's and the chat's objects. */
function countRounds(ask: () => Promise<unknown>): Promise<string[][]> {
  return whileObjectCalls(
    (name, call) => rounds.around(name, call),
    () => rounds.count(ask),
    [env.STORY.idFromName(storyId), env.CHARACTER_CHAT.idFromName(chatId)],
  );
}

describe("the number of calls one after another", () => {
  it.each(PAGES)("of the page %s for a signed-in person is as small as it can be", async (page) => {
    const asked = await countRounds(() => browser.get(toPath(page)));
    expect(asked.length, JSON.stringify(asked)).toBeLessThanOrEqual(OTHER_PAGES[page] ?? ORDINARY);
  });

  it.each(PAGES.filter((page) => !page.startsWith("/s/")))(
    "of the page %s with a session that has ended is that of the session: no object, no file, no write",
    async (page) => {
      const ended = site.browser(endedCookies);
      const asked = await countRounds(() => ended.get(toPath(page)));
      expect(asked).toEqual([[expect.stringMatching(/^DB(_\d)?\.(batch|raw)$/), "KV.get"]]);
    },
  );

  it.each(["/", "/features", "/pricing", "/terms", "/privacy-policy", "/cookie-policy", "/login"])(
    "of the page %s for a visitor is 0",
    async (path) => {
      expect(await countRounds(() => site.browser().get(path))).toEqual([]);
    },
  );

  it("of a reading copy for a visitor is 2, and 0 for the next ones within a minute", async () => {
    const read = () => site.browser().get(`/s/${token}`);
    const [databases, ...others] = await countRounds(read);
    expect(databases?.filter((name) => !name.startsWith("DB"))).toEqual([]);
    expect(others).toEqual([["STORY.readShared"]]);
    expect(await countRounds(read)).toEqual([]);
  });

  it("of opening a socket is 3", async () => {
    const headers = { Upgrade: "websocket", Origin: ORIGIN };
    for (const path of [`/live/stories/${storyId}`, `/live/character-chats/${chatId}`]) {
      const asked = await countRounds(async () => {
        const response = await browser.get(path, headers);
        response.webSocket?.accept();
        response.webSocket?.close();
        return response;
      });
      expect(asked.length, JSON.stringify(asked)).toBeLessThanOrEqual(3);
      expect(asked.at(-1)).toEqual([path.includes("chats") ? "CHARACTER_CHAT.fetch" : "STORY.fetch"]);
    }
  });

  it("of a send until its message is accepted is 1", async () => {
    const reader = await joinStory(person, storyId);
    const asked = await countRounds(async () => {
      reader.write("I look around");
      await reader.next("message-accepted");
    });
    expect(asked).toEqual([[`${await bindingOf(person.sub)}.batch`]]);
    await reader.nextEnd();
  });
});

/** After this many turns of the event loop without a new call, everything waits for the calls that are held back. */
const QUIET_TURNS = 30;
