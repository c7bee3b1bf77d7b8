import * as v from "valibot";
import { expect, test } from "vitest";
import { toCoverPath } from "#domain/cover.ts";
import { coverSchema } from "#workers/covers/routes.ts";
import { TestSite } from "../helpers/site.ts";

test("a cover is a public picture, cached for a year, without any scripts", async () => {
  const site = new TestSite();
  const response = await site.fetch(toCoverPath("mystery", "a story"));
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s);
});

test("a cover sets no cookie, even for signed-in people", async () => {
  const browser = await new TestSite().consented();
  const response = await browser.get(toCoverPath("western", "a story"));
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test.each([
  "/covers/mystery/none.svg",
  "/covers/poetry/00000000-book.svg",
  "/covers/mystery/00000000-book.svg/more.svg",
  "/covers/mystery/%3Cscript%3E-book.svg",
])("%s is no cover", async (path) => {
  const response = await new TestSite().fetch(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).not.toContain("public");
  expect(await response.text()).toBe("Not found.\n");
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
