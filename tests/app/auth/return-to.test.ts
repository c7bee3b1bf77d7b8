import { expect, test } from "vitest";
import { AFTER_SIGN_IN, returnPath } from "#app/features/auth/return-to.ts";

test("a path of this site is gone back to, with its query", () => {
  expect(returnPath("/stories/new?genre=mystery")).toBe("/stories/new?genre=mystery");
});

test.each([
  null,
  "",
  "stories",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/\t/evil.example",
])("%j leads nowhere but to the library", (wanted) => {
  expect(returnPath(wanted)).toBe(AFTER_SIGN_IN);
});
