import * as v from "valibot";
import { expect, it } from "vitest";
import { encode } from "#domain/protocol.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { type Forbidden, findBuildLeaks, findLeaks, findLogLeaks } from "#tests/harness/leaks.ts";
import type { Visitor } from "#tests/harness/visitor.ts";
import { makeThings } from "./harness/things.ts";
import { World } from "./harness/world.ts";

/*
 * One person and one visitor do what the product is for, and what goes wrong with it. Afterwards every line that the
 * product has printed is searched for everything that they have written, for who they are, and for what signs them in.
 */

/** A word that is nowhere else, for each thing that a person tells the product. */
const WORDS = {
  "the e-mail address": "ada.zanzibar",
  "the name": "Zephyrina",
  "the story's premise": "quinquereme",
  "the story's character": "xylographer",
  "a message of a story": "borborygmus",
  "a message that fails": "floccinaucity",
  "a message of a chat": "sesquipedal",
  "a character's name": "Ozymandra",
  "a character's card": "rhododaktylos",
  "the details of a picture": "chiaroscuresque",
  "a search": "hapaxlegomenon",
  feedback: "honorificity",
  "ideas for a form": "triskaidekan",
  "a visitor's premise": "ultracrepidary",
  "a visitor's message": "velleitously",
  "broken JSON": "wamblecropped",
  "a code of the issuer": "zugzwangcode",
  "a frame": "yarboroughly",
} as const satisfies Record<string, string>;

const world = await World.shared();
/** Other files of tests have printed before. */
const before = world.product.output.length;
const readLog = () => world.product.output.slice(before);

it("no line of the log has what people write, who they are, or what signs them in", async () => {
  const reader = await world.newWebVisitor({
    name: `${WORDS["the name"]} Reader`,
    email: `${WORDS["the e-mail address"]}@example.com`,
    email_verified: true,
  });
  const secrets: Forbidden = { "the session's cookie": toSessionCookie(reader) };
  const ids = await makeThings(reader);
  await write(reader);
  await converse(reader, ids);
  await fail(reader, ids);
  await tryDemo(world.newVisitor());
  const program = await world.newReader();
  secrets["a bearer token"] = program.token;
  await program.beginStory({
    character: `A ${WORDS["the story's character"]}`,
    description: `A boat, a lamp, a ${WORDS["the story's premise"]}.`,
  });
  await reader.submit("/logout", { everywhere: "yes" });

  // The log lines of earlier requests are printed once one more request has been answered.
  await expect
    .poll(async () => {
      await world.newVisitor().fetch("/api/health");
      return readLog().includes('"event":"signed-out"');
    })
    .toBe(true);
  const output = readLog();
  expect(output.split("\n").filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(30);
  // One line for a turn: how long it took, and what it wrote.
  const turn = output
    .split("\n")
    .find((line) => line.includes('"event":"turn"') && line.includes('"complete"'));
  const logged = JSON.parse(turn ?? "{}");
  expect(logged).toMatchObject({ kind: "message", state: "complete", code: null, attempt: 1 });
  for (const name of ["msAccepted", "msFirstDelta", "ms", "rowsWritten"])
    expect(logged[name]).toBeTypeOf("number");
  expect(logged.rowsWritten).toBeLessThanOrEqual(60);
  expect(output).toContain('"event":"signed-in"');
  expect(findLeaks(output, { ...WORDS, ...secrets })).toEqual([]);
  expect(findLogLeaks({ output, stateDir: world.product.stateDir })).toEqual([]);
});

it("no file of the build, for the browser or for the Worker, has a secret of the product", () => {
  expect(findBuildLeaks(world.product)).toEqual([]);
});

function toSessionCookie(reader: Visitor): string {
  const [, value] = /talespark-session[^=]*=([^;]+)/.exec(reader.cookieHeader) ?? [];
  if (value === undefined) throw new Error("There is no session.");
  return value;
}

/** Everything that is written into forms. */
async function write(reader: Visitor & { sub: string }): Promise<void> {
  await reader.fetch(`/stories?search=${WORDS["a search"]}`);
  await reader.fetch(`/stories.data?search=${WORDS["a search"]}`);
  await reader.fetch(`/api/stories/user/${encodeURIComponent(reader.sub)}?search=${WORDS["a search"]}`);
  const card = {
    spec: "chara_card_v2",
    spec_version: "2.0",
    data: { name: WORDS["a character's name"], description: `She is ${WORDS["a character's card"]}.` },
  };
  await reader.call("POST", "/api/characters/import", card);
  await reader.call("POST", "/api/feedback", { feedback: `This is ${WORDS["feedback"]}.` });
  await reader.call("POST", "/api/prompts/generate", {
    ideas: `A harbour with ${WORDS["ideas for a form"]}`,
  });
  await reader.call("PATCH", `/api/users/${encodeURIComponent(reader.sub)}`, { name: WORDS["the name"] });
  await (await reader.fetch(`/api/users/${encodeURIComponent(reader.sub)}/library-export`)).arrayBuffer();
}

/** Messages of a story, of a chat, and a picture. */
async function converse(reader: Visitor, ids: Record<string, string>): Promise<void> {
  const say = (content: string) =>
    reader.fetch(`/live/stories/${ids["story"]}`, {
      method: "POST",
      body: encode({
        type: "stream-message",
        requestId: crypto.randomUUID(),
        storyId: ids["story"] ?? "",
        content,
      }),
    });
  await (await say(`${WORDS["a message of a story"]} ${replyScript({ id: "private", pieces: 3 })}`)).text();
  await expect.poll(() => countTurns()).toBeGreaterThan(0);
  await reader.call("POST", `/api/character-chats/${ids["chat"]}/messages`, {
    content: `${WORDS["a message of a chat"]} ${replyScript({ id: "private-chat", pieces: 3 })}`,
  });
  await reader.fetch(`/api/character-chats/${ids["chat"]}/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      content: `${WORDS["a message that fails"]} ${replyScript({ id: "private-fault", fault: "status-500" })}`,
    }),
  });
}

function countTurns(): number {
  return readLog()
    .split("\n")
    .filter((line) => line.includes('"event":"turn"')).length;
}

/** What goes wrong, and is logged. */
async function fail(reader: Visitor, ids: Record<string, string>): Promise<void> {
  const json = { "Content-Type": "application/json" };
  const picture = {
    style: "realistic",
    additionalPrompt: `${WORDS["the details of a picture"]} #image {"fault":"status-500"}`,
  };
  const wrong: [string, RequestInit][] = [
    [`/api/images/character/${ids["character"]}`, { body: JSON.stringify(picture), headers: json }],
    ["/api/stories", { body: `{"character": ${WORDS["broken JSON"]}`, headers: json }],
    ["/api/characters/import", { body: `{"name": "${WORDS["broken JSON"]}`, headers: json }],
    [`/live/stories/${ids["story"]}`, { body: `{"type":"${WORDS["a frame"]}"}` }],
    [
      `/auth/callback?code=${WORDS["a code of the issuer"]}&state=${"a".repeat(43)}`,
      { body: new URLSearchParams({ intent: "authenticate" }) },
    ],
    [
      `/auth/callback?error=${WORDS["a code of the issuer"]}&state=${"a".repeat(43)}`,
      { body: new URLSearchParams({ intent: "authenticate" }) },
    ],
  ];
  for (const [path, init] of wrong) {
    const response = await reader.fetch(path, { method: "POST", ...init });
    await response.body?.cancel();
  }
  const forged = { Authorization: `Bearer ${"eyJhbGciOiJSUzI1NiJ9"}.${"e30"}.${"forged-signature"}` };
  await (await reader.fetch("/api/users/x", { headers: forged })).body?.cancel();
}

async function tryDemo(visitor: Visitor): Promise<void> {
  const begun = v.parse(
    v.object({ storyId: v.string() }),
    await visitor.call("POST", "/api/stories/demo", {
      genre: "Mystery",
      character: "A keeper",
      description: `A voice on the radio is ${WORDS["a visitor's premise"]}.`,
    }),
  );
  const { storyId } = begun;
  await visitor.call("POST", `/api/stories/demo/${storyId}/continue`, { isInitialContinue: true });
  await visitor.call("POST", `/api/stories/demo/${storyId}/message`, {
    content: `I listen ${WORDS["a visitor's message"]}.`,
  });
}
