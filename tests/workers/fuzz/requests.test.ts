import fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCharacterSchema } from "#domain/character.ts";
import { AppError } from "#domain/errors.ts";
import { checkInput } from "#domain/input.ts";
import { FRAME_MAX_BYTES } from "#domain/protocol.ts";
import { toPng } from "#tests/fakes/png.ts";
import { toCharacter, toGreetings } from "#workers/characters/cards/card.ts";
import { toChunk, toTextChunk } from "#workers/characters/cards/png-chunks.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { logLine } from "#workers/logging.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import CARDS from "../characters/cards.json";
import { ORIGIN } from "../helpers/site.ts";
import { FuzzedSite } from "./fuzzed-site.ts";
import {
  type Bytes,
  bodyFor,
  changed,
  cutOff,
  insert,
  malformedUtf8,
  oddText,
  oddValue,
  TEXT_ELEMENT,
  weighted,
} from "./odd-values.ts";
import {
  examplesOf,
  type FormField,
  FRAME_TYPES,
  listOperations,
  type Operation,
  type RequestCase,
  requestsTo,
  toFrame,
  toPath,
} from "./requests.ts";
import { checked, inTime } from "./runs.ts";

/** The fake model writes the same text for the same prompt, so a regenerate may be refused with this code. */
const MODEL_REPEATS = '"code":"REPEATED_REPLY"';

const OPERATIONS = listOperations();
const EACH = Math.max(1, Math.round((inject("fuzz").cases * 0.6) / OPERATIONS.length));

let site: FuzzedSite;

beforeAll(async () => {
  site = await FuzzedSite.open();
}, 60_000);
beforeEach(() => site.watchErrors());

describe(`${EACH} strange requests each, with seed ${inject("fuzz").seed}, have no 500, don't hang, and show nothing of others: `, () => {
  it.each(OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s",
    async (name, operation) => {
      await site.refresh(operation);
      const examples = operation.isPage ? await findFields(operation) : examplesOf(name, site.exampleIds());
      await checked(name, requestsTo(operation, examples), EACH, (request) => expectFine(operation, request));
    },
    60_000 + EACH * 1_000,
  );
});

it("an error in the log is still noticed in the last test", () => {
  logLine("error", "something.failed");
  expect(site.takeErrors()).toEqual([expect.stringContaining("something.failed")]);
});

/** The fields of all forms of a page, as its owner sees them. */
async function findFields({ path }: Operation): Promise<FormField[]> {
  const page = path.replace(/(\/_root)?\.data$/, "") || "/";
  const asked = page.replace(/:\w+/g, (name) => site.idsOf("ada", name.slice(1), true)[0] ?? "x");
  const response = await site.fetch(asked.replace("*", "x"), { headers: site.credentialsOf("ada") });
  const html = await response.text();
  return [...html.matchAll(/<(?:input|button|select|textarea)\b([^>]*)>/g)].flatMap(([, attributes = ""]) => {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    const value = /\bvalue="([^"]*)"/.exec(attributes)?.[1];
    return name === undefined ? [] : [[name, value ?? "on"] as const];
  });
}

async function expectFine(operation: Operation, request: RequestCase): Promise<void> {
  site.takeErrors();
  const path = toPath(operation, request, (name, isOwn) => site.idsOf(request.caller, name, isOwn));
  const answered = await inTime(answer(operation, path, request));
  const where = `${request.method} ${path} was answered with ${answered.status}`;
  const errors = site.takeErrors().filter((line) => !line.includes(MODEL_REPEATS));
  const isOurs = !answered.texts.some((text) => text.includes(MODEL_REPEATS));
  if (answered.status >= 500 && isOurs)
    throw new Error(`${where}: ${answered.texts.toReversed().join("\n").slice(0, 300)}\n${errors}`);
  if (errors.length > 0) throw new Error(`${where}, and the log has an error: ${errors}`);
  for (const marker of site.markersHiddenFrom(request.caller)) {
    if (answered.texts.some((text) => text.includes(marker))) throw new Error(`${where} and ${marker}`);
  }
  if (answered.isPage && answered.texts.some((text) => text.includes(TEXT_ELEMENT))) {
    throw new Error(`${where} and an element out of a text.`);
  }
}

type Answered = { status: number; texts: string[]; isPage: boolean };

async function answer(operation: Operation, path: string, request: RequestCase): Promise<Answered> {
  const { caller, method, body } = request;
  const hasBody = body !== null && !["GET", "HEAD", "get"].includes(method);
  const headers = new Headers({
    ...site.credentialsOf(caller),
    Origin: ORIGIN,
    "Content-Type": operation.isPage ? "application/x-www-form-urlencoded" : "application/json",
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === "Cookie") headers.append(name, value);
    else headers.set(name, value);
  }
  const response = await site.fetch(path, { method, headers, body: hasBody ? body : null });
  const texts = [[...response.headers].join("\n"), ...(await readTexts(response))];
  if (method === "DELETE" && response.status === 204) {
    await (await site.fetch(`${path.split("?")[0]}/restore`, { method: "POST", headers })).text();
  }
  if (response.status === 201) await site.forgetCreations();
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return { status: response.status, texts, isPage };
}

/**
 * All texts of an answer: its body, or the files of an archive (not for a HEAD, whose answer has none). Of an event stream,
 * which does not end, only that it opened.
 */
async function readTexts(response: Response): Promise<string[]> {
  if (response.webSocket) {
    response.webSocket.accept();
    response.webSocket.close();
    return [];
  }
  const type = response.headers.get("Content-Type");
  if (type === "text/event-stream") {
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return first?.value ? [new TextDecoder().decode(first.value)] : [];
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (type !== "application/zip" || bytes.length === 0) return [new TextDecoder().decode(bytes)];
  return Object.values(unzipSync(bytes)).map((file) => new TextDecoder().decode(file));
}

const FRAMES_EACH = Math.ceil((inject("fuzz").cases * 0.25) / 2);
/** After this many frames a new conversation is begun, because each accepts a limited number of frames per minute. */
const FRAMES_A_CONVERSATION = 15;

const KINDS = {
  story: { path: "stories", idField: "storyId" },
  chat: { path: "character-chats", idField: "chatId" },
} as const;
type KindName = keyof typeof KINDS;

/** In a frame, the place of the conversation's id and of its last message's. */
const CONVERSATION = "{conversation}";
const HEAD = "{head}";

/** Frames of every type with up to three changes, and what is no frame at all. */
function framesTo(kind: KindName): fc.Arbitrary<string | Bytes> {
  const text = fc
    .tuple(fc.constantFrom(...FRAME_TYPES), fc.oneof(fc.uuid(), fc.constant(HEAD)))
    .map(([type, id]) => toFrame(type, { [KINDS[kind].idField]: CONVERSATION }, id))
    .chain(changed)
    .map((frame) => JSON.stringify(frame));
  return weighted<string | Bytes>(
    [12, text],
    [1, oddValue.map((value) => JSON.stringify(value))],
    [1, oddText],
    [1, fc.tuple(text, fc.nat(300)).map(([all, length]) => all.slice(0, length))],
    [1, fc.tuple(text, fc.constantFrom(-1, 0, 1)).map(([all, by]) => all.padEnd(FRAME_MAX_BYTES + by))],
    [1, fc.constantFrom("[".repeat(30_000), '{"a":'.repeat(10_000), "\0")],
    [1, fc.uint8Array({ maxLength: 80 })],
  );
}

describe(`after each of ${FRAMES_EACH} strange frames, with seed ${inject("fuzz").seed}, the conversation still answers, with nothing of others:`, () => {
  it.each(["story", "chat"] as const)(
    "a %s",
    async (kind) => {
      let conversationId = "";
      let reader: StoryReader | null = null;
      let sent = 0;
      await checked(kind, framesTo(kind), FRAMES_EACH, async (frame) => {
        if (sent % FRAMES_A_CONVERSATION === 0) {
          reader?.close();
          reader = null;
          await site.forgetCreations();
          conversationId = await site.beginConversation("ada", kind);
        }
        sent += 1;
        if (reader === null || reader.closed) reader = await openReader(kind, conversationId);
        await expectAnswered(reader, kind, conversationId, frame);
      });
    },
    60_000 + FRAMES_EACH * 1_000,
  );
});

function openReader(kind: KindName, conversationId: string): Promise<StoryReader> {
  const { path, idField } = KINDS[kind];
  const headers = { ...site.credentialsOf("ada"), Origin: ORIGIN, Upgrade: "websocket" };
  const stub = { fetch: () => site.fetch(`/live/${path}/${conversationId}`, { headers }) };
  const id = idField === "storyId" ? { storyId: conversationId } : { chatId: conversationId };
  return StoryReader.connect({ stub, userId: "", ...id });
}

/** Sends a frame, then joins: whatever became of the frame, the join is answered, or the socket was closed for the frame. */
async function expectAnswered(
  reader: StoryReader,
  kind: KindName,
  conversationId: string,
  frame: string | Bytes,
): Promise<void> {
  site.takeErrors();
  const head = reader.events.findLast((event) => event.type === "joined")?.headMessageId ?? "none";
  const filled =
    typeof frame === "string" ? frame.replaceAll(CONVERSATION, conversationId).replaceAll(HEAD, head) : frame;
  const seen = reader.events.length;
  reader.sendRaw(filled);
  reader.sendRaw(JSON.stringify(toFrame("join-story", { [KINDS[kind].idField]: conversationId }, head)));
  await inTime(untilJoined(reader));
  const errors = site.takeErrors();
  if (errors.length > 0) throw new Error(`The log has an error: ${errors}`);
  const received = JSON.stringify(reader.events.slice(seen));
  if (received.includes('"INTERNAL"')) throw new Error(received);
  const shown = site.markersHiddenFrom("ada").find((marker) => received.includes(marker));
  if (shown !== undefined) throw new Error(`A frame was answered with ${shown}.`);
}

async function untilJoined(reader: StoryReader): Promise<void> {
  try {
    await reader.next("joined");
  } catch (error) {
    if (reader.closed === null || reader.closed.code !== 1009) throw error;
  }
}

const CARDS_EACH = Math.ceil((inject("fuzz").cases * 0.15) / 3);

const CARD = CARDS.fuzzed;

/** Cards of the third version, and flat ones of the first. */
const json = bodyFor(fc.constantFrom<unknown>(CARD, CARD.data)).map((bytes) => bytes ?? new Uint8Array());

const size = fc.constantFrom(0, 1, 2, 64, 4_899, 2 ** 31, 2 ** 32 - 1);
const png = fc
  .record({ json, width: size, height: size, keyword: fc.constantFrom("chara", "ccv3", "Chara", "comment") })
  .map(({ json: bytes, width, height, keyword }) => {
    const card = toTextChunk(keyword, btoa(String.fromCharCode(...bytes.subarray(0, 60_000))));
    return toPng([card, toChunk("IDAT", new Uint8Array(8))], { width, height });
  });

const charx = fc
  .record({ json, icon: png, path: fc.oneof(fc.constant("assets/icon"), oddText) })
  .map(
    ({ json: bytes, icon, path }) =>
      zipSync({ "card.json": bytes, [`${path.slice(0, 200)}.png`]: icon }) as Bytes,
  );

/** Files as they should be, cut off, and with bytes changed or put in. */
function damaged(files: fc.Arbitrary<Bytes>): fc.Arbitrary<Bytes> {
  return weighted(
    [3, files],
    [1, fc.tuple(files, fc.nat()).map(cutOff)],
    [1, fc.tuple(files, malformedUtf8, fc.nat()).map(insert)],
    [2, fc.tuple(files, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })).map(flip)],
  );
}

function flip([file, changes]: [Bytes, [at: number, byte: number][]]): Bytes {
  const flipped = file.slice();
  for (const [at, byte] of changes) flipped[at % flipped.length] = byte;
  return flipped;
}

const FILES = { JSON: json, PNG: png, CHARX: charx };

describe(`${CARDS_EACH} strange cards each, with seed ${inject("fuzz").seed}, are refused with a sentence or become a character within its limits:`, () => {
  it.each(Object.entries(FILES))(
    "%s",
    async (name, files) => {
      await checked(name, damaged(files), CARDS_EACH, async (file) => {
        const card = readOrRefuse(file);
        if (card === null) return;
        const character = toCharacter(card.fields);
        expect(checkInput(createCharacterSchema, character)).toMatchObject({ ok: true });
        toGreetings(card.fields, { char: character.name, user: "Ada" });
      });
    },
    30_000 + CARDS_EACH * 100,
  );
});

function readOrRefuse(file: Bytes) {
  try {
    return readCard(file);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "INVALID_INPUT") throw error;
    return null;
  }
}
