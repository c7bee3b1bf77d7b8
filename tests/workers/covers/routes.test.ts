import { expect, test } from "vitest";
import { toCoverPath } from "#domain/cover.ts";
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

test("a cover can't be written to", async () => {
  const response = await new TestSite().fetch(toCoverPath("mystery", "a story"), { method: "POST" });
  expect(response.status).toBe(404);
  await response.body?.cancel();
});
