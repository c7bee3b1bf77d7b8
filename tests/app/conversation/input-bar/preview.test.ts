import { expect, test } from "vitest";
import { toPreview } from "#app/features/conversation/input-bar/preview.ts";

test("a text of 35 characters is shown whole, a longer one is cut there with an ellipsis", () => {
  const text = "12345678901234567890123456789012345";
  expect(toPreview(text)).toBe(text);
  expect(toPreview(`${text}6`)).toBe(`${text}…`);
});

test("the cut counts characters that a person sees", () => {
  expect(toPreview("👩‍🚀".repeat(35))).toBe("👩‍🚀".repeat(35));
  expect(toPreview("👩‍🚀".repeat(36))).toBe(`${"👩‍🚀".repeat(35)}…`);
});

test("lines become one line, and blank text nothing", () => {
  expect(toPreview("I wait.\n\n Then I knock.")).toBe("I wait. Then I knock.");
  expect(toPreview(" \n ")).toBeNull();
  expect(toPreview("")).toBeNull();
});
