import { expect, test } from "vitest";
import { hasOwnTitle, isPlanLimit, limitTitle } from "#app/features/billing/limits.ts";
import { AppError, ERRORS } from "#domain/errors.ts";

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
  const failure = new AppError(code);
  expect([isPlanLimit(failure), hasOwnTitle(failure), limitTitle(failure)]).toEqual([true, true, title]);
  expect(failure.message).toBe(text);
});

test("every other limit of the plan has the general title", () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(isPlanLimit({ code: code as keyof typeof ERRORS, message: "" })).toBe(status === 402);
  }
  const failure = new AppError("INVALID_INPUT");
  expect([hasOwnTitle(failure), limitTitle(failure)]).toEqual([false, "Usage Limit Reached"]);
});
