import { CCardLib } from "@risuai/ccardlib";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import { siteWithImages, TestSite } from "#tests/workers/helpers/site.ts";
import { toCharacter, toGreetings } from "#workers/characters/cards/card.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { toCardV2, toCardV3 } from "#workers/characters/cards/write-card.ts";
import publishedCard from "../../../node_modules/@risuai/ccardlib/testResult.json?raw";
import { createCharacter, importCard, listCharacters, MARA, toCardFile } from "./people.ts";

const CARD = toCardFile({
  ...MARA,
  personality: "dry",
  first_mes: "You're up late.",
  mes_example: "<START>",
  tags: ["sea"],
  extensions: { a: { b: 1 } },
});

describe("a character card", () => {
  it("becomes a character, and is exported again with its unknown fields", async () => {
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

  it("that is broken, too large or no card at all stores nothing", async () => {
    const person = await new TestSite().consented();
    const broken = await importCard(person, new TextEncoder().encode('{"spec":"chara_card_v2","data":'));
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({
      field: "file",
      message: "This card is broken and can't be read.",
    });
    expect((await importCard(person, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await listCharacters(person)).toEqual([]);
  });

  it("is refused before it is read where the plan has no room", async () => {
    const person = await new TestSite().consented();
    for (const name of ["One", "Two", "Three"]) await createCharacter(person, { ...MARA, name });
    expect((await importCard(person, new Uint8Array(1024))).status).toBe(402); // 400: it is no card
  });

  it("is imported beside one other of the same person; a third waits, and somebody else's does not", async () => {
    const site = new TestSite();
    const [person, other] = [await site.consented(), await site.consented()];
    const statuses = async (sent: Promise<Response>[]) =>
      (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(await statuses([1, 2, 3].map(() => importCard(person, CARD)))).toEqual([201, 201, 429]);
    expect((await importCard(other, CARD)).status).toBe(201);
    expect((await importCard(person, CARD)).status).toBe(201);
  });
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
 * the author of the V3 format. That library turns it into V2 and V1, and judges what is exported here.
 */
const V3 = JSON.parse(publishedCard);
const V2 = toFile(CCardLib.character.convert(V3, { to: "v2" }));
const V1 = toFile(CCardLib.character.convert(V3, { to: "v1" }));
const NOW = new Date("2026-05-04T03:02:01Z");

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

describe("a published card", () => {
  it.each([
    ["V3", V3, V3.data],
    ["V2", V2, V2.data],
    ["V1", V1, V1],
  ])("is read as %s", (_, card, data) => {
    const { fields } = read(card);
    expect(fields.name).toBe(V3.data.name);
    expect(toGreetings(fields, { char: fields.name, user: "Ada" })[0]?.length).toBeGreaterThan(1_000);
    expect(toCharacter(fields).description.length).toBeGreaterThan(100);
    expect(data.description).toContain(toCharacter(fields).description.slice(0, 100));
  });

  it("keeps its lorebook, greetings, assets and extensions in an export", () => {
    const { source } = read(V3);
    const out = toCardV3(source);
    expect(withoutOwn(Object(out["data"]))).toMatchObject(withoutOwn(V3.data));
    expect(CCardLib.character.check(out)).toBe("v3");
  });

  it("keeps everything that V2 has in an export of V2", () => {
    const { source } = read(V2);
    const out = toCardV2(source);
    expect(withoutOwn(Object(out["data"]))).toMatchObject(withoutOwn({ ...V2.data }));
    expect(CCardLib.character.check(out)).toBe("v2");
  });
});
