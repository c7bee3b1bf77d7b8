import { CCardLib } from "@risuai/ccardlib";
import { strToU8, zipSync, zlibSync } from "fflate";
import { expect, it, test } from "vitest";
import { type CharacterRecord, createCharacterSchema } from "#domain/character.ts";
import { checkInput } from "#domain/input.ts";
import { toPng } from "#tests/fakes/png.ts";
import { siteWithImages, TestSite } from "#tests/workers/helpers/site.ts";
import { fillMacros, toCharacter, toGreetings } from "#workers/characters/cards/card.ts";
import {
  type PngChunk,
  readChunks,
  toChunk,
  toTextChunk,
  writeChunks,
} from "#workers/characters/cards/png-chunks.ts";
import { CARD_FILE_MAX_BYTES, readCard } from "#workers/characters/cards/read-card.ts";
import { toCardV2, toCardV3, writePngCard } from "#workers/characters/cards/write-card.ts";
import publishedCard from "../../../node_modules/@risuai/ccardlib/testResult.json?raw";
import CARDS from "./cards.json";
import { createCharacter, importCard, listCharacters, MARA, toCardFile } from "./people.ts";

const NOW = new Date("2026-05-04T03:02:01Z");
const V2_DATA = CARDS.v2;
const V2 = { spec: "chara_card_v2", spec_version: "2.0", data: V2_DATA };
const V3 = {
  spec: "chara_card_v3",
  spec_version: "3.0",
  data: {
    ...V2_DATA,
    nickname: "Mara",
    group_only_greetings: [],
    source: ["https://example.test/1"],
    x_future: { a: [1] },
  },
};

function toBytes(json: unknown): Uint8Array {
  return strToU8(JSON.stringify(json));
}

function toBase64(json: unknown): string {
  return btoa(String.fromCharCode(...toBytes(json)));
}

/** A grey picture of that size, with equal rows. */
function png(extra: PngChunk[] = [], size = { width: 2, height: 2 }): Uint8Array {
  const rows = new Uint8Array(Math.min(64, size.height) * (size.width % 64) + 8);
  return toPng([...extra, toChunk("IDAT", zlibSync(rows))], size);
}

test("a card is read from JSON of all three versions, from PNG and from CHARX", () => {
  const charx = zipSync({ "card.json": toBytes(V3), "assets/other.bin": new Uint8Array(100) });
  for (const file of [
    toBytes(V2),
    toBytes(V3),
    toBytes(V2_DATA),
    new Uint8Array([0xef, 0xbb, 0xbf, ...toBytes(V2)]),
    png([toTextChunk("chara", toBase64(V2))]),
    png([toTextChunk("ccv3", toBase64(V3))]),
    png([toTextChunk("Chara", toBase64(V2))]),
    charx,
    new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 9, 9, ...charx]),
  ]) {
    const { fields } = readCard(file);
    expect(fields.name).toBe("Mara Voss");
    expect(fields.alternate_greetings).toHaveLength(3);
  }
});

test("a card of Agnai or of text-generation-webui has its persona, greetings and examples", () => {
  const told = {
    description: "Keeps the light.",
    first_mes: "Tea?",
    mes_example: "{{char}}: Hm.",
    scenario: "Night.",
  };
  const webui = {
    char_name: "Mara Voss",
    char_persona: "Keeps the light.",
    char_greeting: "Tea?",
    example_dialogue: "{{char}}: Hm.",
    world_scenario: "Night.",
  };
  expect(readCard(toBytes(webui)).fields).toMatchObject({ name: "Mara Voss", ...told });
  const agnai = {
    kind: "character",
    name: "Mara Voss",
    description: "Best at night.",
    persona: { kind: "text", attributes: { text: ["Keeps the light."] } },
    greeting: "Tea?",
    alternateGreetings: ["Shut the door."],
    sampleChat: "{{char}}: Hm.",
    scenario: "Night.",
  };
  const alternate_greetings = ["Shut the door."];
  expect(readCard(toBytes(agnai)).fields).toMatchObject({
    ...told,
    creator_notes: "Best at night.",
    alternate_greetings,
  });
  const listed = {
    ...agnai,
    persona: { kind: "sbf", attributes: { looks: ["tall", "grey"], mind: ["dry"] } },
  };
  expect(readCard(toBytes(listed)).fields.description).toBe("looks: tall, grey\nmind: dry");
});

test("a picture of 8 MB in chunks of 8 KB is a card, as programs write them", () => {
  const chunks = Array(1_024).fill(toChunk("IDAT", new Uint8Array(8_192)));
  expect(readCard(png([toTextChunk("chara", toBase64(V2)), ...chunks])).fields.name).toBe("Mara Voss");
});

test("where a picture has both versions, the newer is read", () => {
  const other = { ...V2, data: { ...V2_DATA, name: "Older" } };
  const file = png([toTextChunk("chara", toBase64(other)), toTextChunk("ccv3", toBase64(V3))]);
  expect(readCard(file).fields.name).toBe("Mara Voss");
});

test("a card's picture is stored without its other data", () => {
  const file = png([
    toTextChunk("chara", toBase64(V2)),
    toTextChunk("Comment", "where it was taken"),
    toChunk("eXIf", new Uint8Array(9)),
  ]);
  const { portrait } = readCard(file);
  expect(readChunks(portrait ?? new Uint8Array())?.map(({ type }) => type)).toEqual(["IHDR", "IDAT", "IEND"]);
});

test("the icon of a CHARX is its portrait", () => {
  const assets = [
    { type: "background", uri: "embeded://assets/sea.png", name: "main", ext: "png" },
    { type: "icon", uri: "embeded://assets/second.png", name: "other", ext: "png" },
    { type: "icon", uri: "embeded://assets/icon/images/main.png", name: "main", ext: "png" },
  ];
  const picture = png();
  const file = zipSync({
    "card.json": toBytes({ ...V3, data: { ...V3.data, assets } }),
    "assets/icon/images/main.png": picture,
  });
  expect(readCard(file).portrait).toEqual(picture);
  const without = zipSync({ "card.json": toBytes({ ...V3, data: { ...V3.data, assets } }) });
  expect(readCard(without).portrait).toBeNull();
});

test("a card's fields become a character's, within its limits", () => {
  const character = toCharacter(readCard(toBytes(V2)).fields);
  expect(character).toMatchObject({
    name: "Mara Voss",
    description: "Mara Voss keeps the light at Harrow, and has logged you since spring.",
    personality: "dry, watchful",
    interests: ["lighthouse", "mystery"],
    isNSFW: true,
  });
  const long = {
    ...V2_DATA,
    name: "N ".repeat(90),
    description: "word ".repeat(3_000),
    tags: Array(40)
      .fill("a")
      .map((tag, index) => tag + index),
  };
  const cut = toCharacter(readCard(toBytes({ ...V2, data: long })).fields);
  expect(cut.name.length).toBeLessThanOrEqual(50);
  expect(cut.description.length).toBeLessThanOrEqual(1000);
  expect(cut.interests).toHaveLength(10);
});

test("a card's characters with more marks than any script has lose them, in every field", () => {
  const flood = `Ze${"\u0335\u0301".repeat(50)}d`;
  const own = { appearance: flood, voice: flood, quirks: [flood.repeat(200), " "], interests: [flood] };
  const texts = { name: flood, description: `A long ${flood}`, personality: flood };
  const character = toCharacter(
    readCard(toBytes({ ...V2, data: { ...V2_DATA, ...texts, extensions: { talespark: own } } })).fields,
  );

  expect(character).toMatchObject({ name: "Zed", personality: "Zed", appearance: "Zed", interests: ["Zed"] });
  expect(character.quirks).toEqual([expect.stringMatching(/^(?:Zed)+…$/)]);
  expect(checkInput(createCharacterSchema, character)).toMatchObject({ ok: true });
});

test("a card without a description gets one from its other fields, and a name of one letter is valid", () => {
  const fields = (data: object) => readCard(toBytes({ spec: "chara_card_v2", data })).fields;
  expect(toCharacter(fields({ name: "Q", personality: "short-tempered, loyal" }))).toMatchObject({
    name: "Q.",
    description: "short-tempered, loyal",
  });
  expect(toCharacter(fields({ name: "Quill" })).description).toBe("Quill, from a character card.");
});

test("greetings have the names filled in, and empty ones are dropped", () => {
  expect(toGreetings(readCard(toBytes(V2)).fields, { char: "Mara", user: "Wren" })).toEqual([
    "*She does not turn.* You're up late, Wren.",
    "Tea?",
    "Shut the door, Wren.",
  ]);
  expect(fillMacros("<USER> and {{CHAR}}, {{time}}", { char: "A", user: "B" })).toBe("B and A, {{time}}");
});

test("a card's comments, choices and names of pictures are not shown as they are written", () => {
  const card =
    "{{// of 2025\nby Wren}}{{original}}{{img::mara_smile}}{{random::Hello, {{user}}::Hm}}, says {{ char }}, {{pick:left,right}}{{hidden_key:fog}}.";
  expect(fillMacros(card, { char: "Mara", user: "Nel" })).toBe("Hello, Nel, says Mara, left.");
});

test("a greeting is without the tags and the pictures that other programs show", () => {
  const first_mes =
    '<center>![the lamp](https://a.test/b.png "x")</center><div style="color: red">*She* nods.<br/>1 < 2 > <Hm></div>';
  const fields = { ...readCard(toBytes(V2)).fields, first_mes, alternate_greetings: ["<img src=x><hr/>"] };
  expect(toGreetings(fields, { char: "Mara", user: "Wren" })).toEqual(["*She* nods.\n1 < 2 > <Hm>"]);
});

test("too many or too long greetings are cut to a chat's limits", () => {
  const { fields } = readCard(toBytes(V2));
  const many = {
    ...fields,
    first_mes: "Tea? ".repeat(10_000),
    alternate_greetings: Array(5_000).fill("Tea?"),
  };
  const greetings = toGreetings(many, { char: "Mara", user: "Wren" });
  expect(greetings).toHaveLength(100);
  expect(greetings[0]?.length).toBeLessThanOrEqual(20_001);
});

test("fields of another type are empty, whatever they are", () => {
  const odd = {
    name: "Odd",
    description: 7,
    tags: "a,b",
    alternate_greetings: [1, "x", null],
    extensions: [],
    first_mes: {},
  };
  const { fields } = readCard(toBytes({ spec: "chara_card_v2", data: odd }));
  expect(fields).toMatchObject({ description: "", tags: [], alternate_greetings: ["x"], first_mes: "" });
});

test("a card of V3 is exported as V2 without what V2 does not have", () => {
  const { data, fields } = readCard(toBytes(V3));
  const older = toCardV2({ character: toCharacter(fields), data, now: NOW })["data"];
  expect(older).toMatchObject(V2_DATA);
  expect(older).not.toHaveProperty("nickname");
});

test("changed fields are exported, and our own fields are imported again", () => {
  const { data, fields } = readCard(toBytes(V3));
  const character = {
    ...toCharacter(fields),
    description: "Keeps the light, and no secrets.",
    appearance: "grey braid",
    voice: "low",
    quirks: ["hums"],
    interests: ["tides"],
    isNSFW: false,
  };
  const out = toCardV3({ character, data, now: NOW });
  expect(out["data"]).toMatchObject({
    name: "Mara Voss",
    description: "Keeps the light, and no secrets.",
    mes_example: V2_DATA.mes_example,
    modification_date: NOW.getTime() / 1000,
    extensions: { depth_prompt: { depth: 4, prompt: "rain" } },
  });
  const again = toCharacter(readCard(toBytes(out)).fields);
  expect(again).toMatchObject({
    appearance: "grey braid",
    voice: "low",
    quirks: ["hums"],
    interests: ["tides"],
  });
});

test("a card in a picture has both versions and can be imported again", () => {
  const described = { name: "Ilse Brandt", description: "Translates what others wrote — “Grüße”." };
  const character = { ...toCharacter(readCard(toBytes(V2)).fields), ...described };
  const file = writePngCard({ character, data: null, now: NOW }, png([toTextChunk("Comment", "secret")]));
  const chunks = readChunks(file ?? new Uint8Array()) ?? [];
  expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "IDAT", "tEXt", "tEXt", "IEND"]);
  expect(toCharacter(readCard(file ?? new Uint8Array()).fields)).toEqual(character);
});

const charxBomb = () => zipSync({ "card.json": new Uint8Array(12 * 1024 * 1024).fill(0x20) });

test.each([
  ["an empty file", () => new Uint8Array(), "not a character card"],
  ["a text", () => strToU8("hello"), "not a character card"],
  ["other JSON", () => toBytes({ a: 1 }), "not a character card"],
  ["an array", () => toBytes([V2]), "not a character card"],
  ["a picture without a card", () => png(), "no character in this picture"],
  [
    "a picture of 1,001 small chunks",
    () => png([toTextChunk("chara", toBase64(V2)), ...Array(1_000).fill(toChunk("IDAT", new Uint8Array(1)))]),
    "broken",
  ],
  ["a picture that is cut off", () => png([toTextChunk("chara", toBase64(V2))]).slice(0, 90), "broken"],
  ["a chunk that is longer than the file", () => png().fill(0xff, 8, 12), "broken"],
  ["base64 that is none", () => png([toTextChunk("chara", "%%%")]), "broken"],
  ["JSON that is cut off", () => strToU8('{"spec":"chara_card_v2","data":{"name":"x"'), "broken"],
  ["text that is no UTF-8", () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), "broken"],
  ["a version without data", () => toBytes({ spec: "chara_card_v3" }), "broken"],
  ["nesting without end", () => strToU8(`{"spec":"chara_card_v2","data":${"[".repeat(50_000)}`), "broken"],
  ["a card without a name", () => toBytes({ ...V2, data: { ...V2_DATA, name: " \u200b " } }), "no name"],
  ["a ZIP without a card", () => zipSync({ "readme.txt": strToU8("hi") }), "not a character card"],
  [
    "a ZIP that is cut off",
    () => zipSync({ "card.json": toBytes(V3) }, { level: 0 }).slice(0, 300),
    "broken",
  ],
  ["a ZIP that unpacks to 12 MB", charxBomb, "unpacks to more"],
  [
    "a picture of 4 gigapixels",
    () => png([toTextChunk("chara", toBase64(V2))], { width: 65_535, height: 65_535 }),
    "unpacks to more",
  ],
  [
    "a text of 257 KB",
    () => toBytes({ ...V2, data: { ...V2_DATA, mes_example: "x".repeat(257 * 1024) } }),
    "more text",
  ],
  ["a file of more than 10 MB", () => new Uint8Array(CARD_FILE_MAX_BYTES + 1), "larger than 10 MB"],
])("%s is refused in one sentence", (_, file, sentence) => {
  expect(() => readCard(file())).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      field: "file",
      message: expect.stringContaining(sentence),
    }),
  );
});

test("the checksum of a chunk is PNG's", () => {
  const file = writeChunks([toChunk("IEND", new Uint8Array())]);
  expect([...file.slice(-4)]).toEqual([0xae, 0x42, 0x60, 0x82]);
});

test("a hostile key changes no other object", () => {
  const { data } = readCard(
    strToU8(
      '{"spec":"chara_card_v2","data":{"name":"Evil","__proto__":{"polluted":true},"extensions":{"__proto__":{"x":1}}}}',
    ),
  );
  toCardV3({ character: toCharacter(readCard(toBytes(V2)).fields), data, now: NOW });
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

const CARD = toCardFile({
  ...MARA,
  personality: "dry",
  first_mes: "You're up late.",
  mes_example: "<START>",
  tags: ["sea"],
  extensions: { a: { b: 1 } },
});

it("a character card becomes a character, and is exported again with its unknown fields", async () => {
  const person = await siteWithImages().consented();
  const imported = await importCard(person, CARD);
  expect(imported.status).toBe(201);
  const { characterId, ...record } = await imported.json<CharacterRecord>();
  expect(record).toMatchObject({ ...MARA, personality: "dry", interests: ["sea"], hasCard: true });

  const out = await person.get(`/api/characters/${characterId}/card.json`);
  expect(await out.json()).toMatchObject({
    data: { first_mes: "You're up late.", mes_example: "<START>", extensions: { a: { b: 1 } } },
  });

  expect((await person.get(`/api/characters/${characterId}/card.png`)).status).toBe(404);
  await person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
  const png = await person.get(`/api/characters/${characterId}/card.png`);
  const file = new Uint8Array(await png.arrayBuffer());
  const { fields, portrait } = readCard(file);
  expect(fields).toMatchObject({ name: MARA.name, first_mes: "You're up late." });
  const again = await importCard(person, file);
  expect((await again.json<CharacterRecord>()).metadata.images.primary?.kind).toBe("imported");
  expect(portrait).not.toBeNull();
});

it("a character card that is too large stores nothing", async () => {
  const person = await new TestSite().consented();
  expect((await importCard(person, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await listCharacters(person)).toEqual([]);
});

it("a character card is refused before it is read where the plan has no room", async () => {
  const person = await new TestSite().consented();
  for (const name of ["One", "Two", "Three"]) await createCharacter(person, { ...MARA, name });
  expect((await importCard(person, new Uint8Array(1024))).status).toBe(402); // 400: it is no card
});

it("a character card is imported beside one other of the same person; a third waits, and somebody else's does not", async () => {
  const site = new TestSite();
  const [person, other] = [await site.consented(), await site.consented()];
  const statuses = async (sent: Promise<Response>[]) =>
    (await Promise.all(sent)).map(({ status }) => status).sort();
  expect(await statuses([1, 2, 3].map(() => importCard(person, CARD)))).toEqual([201, 201, 429]);
  expect((await importCard(other, CARD)).status).toBe(201);
  expect((await importCard(person, CARD)).status).toBe(201);
});

it("a card is downloaded under an encoded name, whatever the character is called", async () => {
  const person = await new TestSite().consented();
  const { characterId } = await createCharacter(person, { ...MARA, name: 'Ma"ra; ../<b>é (1)' });

  const response = await person.get(`/api/characters/${characterId}/card.json`);

  expect(response.headers.get("Content-Disposition")).toBe(
    "attachment; filename=\"Mara..be1.json\"; filename*=UTF-8''Ma%20ra%3B%20..%20b%20%C3%A9%20%281%29.json",
  );
});

/*
 * A card that somebody else has written, of 80 KB with a lorebook and 51 assets: the example that comes with the library of
 * the author of the V3 format. That library turns it into V2, and judges what is exported here.
 */
const PUBLISHED = JSON.parse(publishedCard);
const PUBLISHED_V2 = toFile(CCardLib.character.convert(PUBLISHED, { to: "v2" }));

/** As it is after it was written to a file: without the fields that are undefined. */
function toFile<Card>(card: Card): Card {
  return JSON.parse(JSON.stringify(card));
}

function read(card: unknown) {
  const { data, fields } = readCard(strToU8(JSON.stringify(card)));
  return { fields, source: { character: toCharacter(fields), data, now: NOW } };
}

/** The data of a card without the fields that every export writes anew. */
function withoutOwn({ extensions, ...data }: Record<string, unknown>) {
  const { talespark: _, ...kept } = Object(extensions);
  return { ...data, extensions: kept };
}

it("a published card keeps its lorebook, greetings, assets and extensions in an export", () => {
  const { source } = read(PUBLISHED);
  const out = toCardV3(source);
  expect(withoutOwn(Object(out["data"]))).toMatchObject(withoutOwn(PUBLISHED.data));
  expect(CCardLib.character.check(out)).toBe("v3");
});

it("a published card keeps everything that V2 has in an export of V2", () => {
  const { source } = read(PUBLISHED_V2);
  const out = toCardV2(source);
  expect(withoutOwn(Object(out["data"]))).toMatchObject(withoutOwn({ ...PUBLISHED_V2.data }));
  expect(CCardLib.character.check(out)).toBe("v2");
});
