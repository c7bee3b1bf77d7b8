import { expect, test } from "vitest";
import { findNotice, withNotice } from "#app/ui/notices.ts";

test("an address has the code of a notice, and the page shows its sentence", () => {
  expect(withNotice("/stories", "story-not-found")).toBe("/stories?toast=story-not-found");
  expect(withNotice("/stories?cursor=x", "story-not-found")).toBe("/stories?cursor=x&toast=story-not-found");
  expect(findNotice("story-not-found")?.text).toBe("Story not found");
});

test.each([null, "You have won", "constructor", "__proto__"])("%j is no notice", (code) => {
  expect(findNotice(code)).toBeNull();
});
