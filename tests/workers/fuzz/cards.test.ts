import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, inject, it } from "vitest";
import { createCharacterSchema } from "#domain/character.ts";
import { AppError } from "#domain/errors.ts";
import { checkInput } from "#domain/input.ts";
import { toCharacter, toGreetings } from "#workers/characters/cards/card.ts";
import { toChunk, toTextChunk, writeChunks } from "#workers/characters/cards/png-chunks.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import CARDS from "../characters/cards.json";
import { type Bytes, bodyFor, cutOff, insert, malformedUtf8, oddText, weighted } from "./odd-values.ts";
import { checked } from "./runs.ts";

const EACH = Math.ceil((inject("fuzz").cases * 0.15) / 3);

const CARD = CARDS.fuzzed;

/** Cards of the third version, and flat ones of the first. */
const json = bodyFor(fc.constantFrom<unknown>(CARD, CARD.data)).map((bytes) => bytes ?? new Uint8Array());

const size = fc.constantFrom(0, 1, 2, 64, 4_899, 2 ** 31, 2 ** 32 - 1);
const png = fc
  .record({ json, width: size, height: size, keyword: fc.constantFrom("chara", "ccv3", "Chara", "comment") })
  .map(({ json: bytes, width, height, keyword }) => {
    const header = new Uint8Array(13);
    const view = new DataView(header.buffer);
    view.setUint32(0, width);
    view.setUint32(4, height);
    return writeChunks([
      toChunk("IHDR", header),
      toTextChunk(keyword, btoa(String.fromCharCode(...bytes.subarray(0, 60_000)))),
      toChunk("IDAT", new Uint8Array(8)),
      toChunk("IEND", new Uint8Array()),
    ]) as Bytes;
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

describe(`${EACH} strange cards each, with seed ${inject("fuzz").seed}, are refused with a sentence or become a character within its limits:`, () => {
  it.each(Object.entries(FILES))(
    "%s",
    async (name, files) => {
      await checked(name, damaged(files), EACH, async (file) => {
        const card = readOrRefuse(file);
        if (card === null) return;
        const character = toCharacter(card.fields);
        expect(checkInput(createCharacterSchema, character)).toMatchObject({ ok: true });
        toGreetings(card.fields, { char: character.name, user: "Ada" });
      });
    },
    30_000 + EACH * 100,
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
