import { expect, test } from "vitest";
import { limitReached, namedLimit } from "#app/features/billing/limits.ts";
import { ERRORS } from "#domain/errors.ts";

test.each([
  [
    "MONTHLY_LIMIT_EXCEEDED",
    "Monthly Message Limit Reached",
    "You have used all your messages for this month. Please upgrade your plan to continue creating.",
  ],
  [
    "STORY_LENGTH_EXCEEDED",
    "Story Length Limit Reached",
    "This story has reached its maximum length for your current plan. Please upgrade for longer stories.",
  ],
  [
    "STORY_LIMIT_EXCEEDED",
    "Story Limit Reached",
    "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
  ],
] as const)("%s has its own title, and the specification's text", (code, title, text) => {
  expect(limitReached(code, ERRORS[code].message)).toEqual({ title, text });
  expect(namedLimit(code, ERRORS[code].message)).toEqual({ title, text });
});

test("any other limit has the general title and the server's text", () => {
  expect(limitReached("CHARACTER_LIMIT_EXCEEDED", "Three are enough.")).toEqual({
    title: "Usage Limit Reached",
    text: "Three are enough.",
  });
  expect(namedLimit("CHARACTER_LIMIT_EXCEEDED", "Three are enough.")).toBeNull();
  expect(namedLimit("constructor", "")).toBeNull();
});
