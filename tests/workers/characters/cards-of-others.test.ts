import { CCardLib } from "@risuai/ccardlib";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { toCharacter, toGreetings } from "#workers/characters/cards/card.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { toCardV2, toCardV3 } from "#workers/characters/cards/write-card.ts";
import publishedCard from "../../../node_modules/@risuai/ccardlib/testResult.json?raw";

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
  it("is an example worth reading", () => {
    expect(CCardLib.character.check(V3)).toBe("v3");
    expect(V3.data.character_book.entries.length).toBeGreaterThan(5);
    expect(V3.data.alternate_greetings.length).toBeGreaterThan(1);
  });

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
