import { expect, test } from "vitest";
import { AFTER_SIGN_IN, toReturnPath } from "#domain/return-path.ts";

test.each([
  "/home",
  "/stories",
  "/stories/new?genre=mystery",
  "/stories/1?page=2#end",
  "/settings",
  "/loginish",
])("one may go back to %s", (wanted) => {
  expect(toReturnPath(wanted)).toBe(wanted);
});

test.each([
  null,
  undefined,
  "",
  "stories",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/stories/..//evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/login?returnTo=/login",
  "/logout",
  "/auth/callback?code=1",
  `/${"a".repeat(3000)}`,
])("%j leads nowhere but home", (wanted) => {
  expect(toReturnPath(wanted)).toBe(AFTER_SIGN_IN);
});
