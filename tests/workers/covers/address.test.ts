import * as v from "valibot";
import { expect, test } from "vitest";
import { COVER_KINDS, toCoverPath } from "#domain/cover.ts";
import { GENRES } from "#domain/genres.ts";
import { coverSchema } from "#workers/covers/address.ts";

test("there is a cover of every genre, and of Musical Journeys", () => {
  expect(COVER_KINDS).toHaveLength(GENRES.length + 1);
  expect(COVER_KINDS).toContain("musical-journeys");
});

test("an address names its picture, and its parts are read back from it", () => {
  const path = toCoverPath("science-fiction", "01a1f7b1-29f3-7444-9287-14645fa35a5f", "plate");
  const [, kind, file] = /^\/covers\/([^/]+)\/([^?]+)\?\d+$/.exec(path) ?? [];
  expect(v.parse(coverSchema, { kind, file })).toMatchObject({ kind: "science-fiction", shape: "plate" });
});

test("the same story has the same address each time, and no two of a thousand share theirs", () => {
  const story = "01a1f7b1-29f3-7444-9287-14645fa35a5f";
  expect(toCoverPath("mystery", story)).toBe(toCoverPath("mystery", story));
  const paths = Array.from({ length: 1000 }, (_, index) => toCoverPath("mystery", `${story}${index}`));
  expect(new Set(paths).size).toBe(1000);
});

test("an address does not reveal the id from which it was made", () => {
  expect(toCoverPath("mystery", "01a1f7b1-29f3-7444-9287-14645fa35a5f")).toMatch(
    /^\/covers\/mystery\/[0-9a-f]{8}-book\.svg\?\d+$/,
  );
});

test.each([
  { kind: "poetry", file: "00000000-book.svg" },
  { kind: "mystery", file: "0000000-book.svg" },
  { kind: "mystery", file: "0000000G-book.svg" },
  { kind: "mystery", file: "00000000-poster.svg" },
  { kind: "mystery", file: "00000000-book.png" },
  { kind: "mystery", file: "00000000-book.svg<script>" },
  { kind: "__proto__", file: "00000000-book.svg" },
])("$kind/$file is no cover", (parts) => {
  expect(v.safeParse(coverSchema, parts).success).toBe(false);
});
