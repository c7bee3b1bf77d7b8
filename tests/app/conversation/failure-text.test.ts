import { expect, test } from "vitest";
import { failureText, suggestionFailureText } from "#app/features/conversation/failure-text.ts";
import type { Failure } from "#app/features/conversation/live/conversation-state.ts";
import { RefusedError } from "#app/features/conversation/refused-error.ts";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";

function failure(code: ErrorCode, parts: Partial<Failure> = {}): Failure {
  const { status, message } = ERRORS[code];
  return { code, status, message, kind: "message", restoredText: null, keptPartial: false, ...parts };
}

test("a monthly limit is a dialog with the specification's title and sentence", () => {
  expect(failureText(failure("MONTHLY_LIMIT_EXCEEDED"))).toEqual({
    show: "dialog",
    title: "Monthly Message Limit Reached",
    text: "You have used all your messages for this month. Please upgrade your plan to continue creating.",
  });
});

test("a story that is full is a dialog of its own", () => {
  expect(failureText(failure("STORY_LENGTH_EXCEEDED"))).toMatchObject({
    show: "dialog",
    title: "Story Length Limit Reached",
  });
});

test("a send that failed says so for 15 seconds, and that the text is safe", () => {
  expect(failureText(failure("MODEL_UNAVAILABLE", { restoredText: "I open the door." }))).toEqual({
    show: "toast",
    text: "Failed to send message. Please try again.",
    description: "Your text is back in the box.",
    duration: 15_000,
  });
});

test.each([
  ["continue", "Failed to continue story. Please try again."],
  ["regenerate", "Failed to regenerate message. Please try again."],
  ["opening", "Failed to initialize story. Please try again."],
] as const)("a failed %s has its own sentence", (kind, text) => {
  expect(failureText(failure("STREAM_ERROR", { kind }))).toMatchObject({ show: "toast", text });
});

test("a timeout has its own sentence", () => {
  expect(failureText(failure("STREAM_TIMEOUT"))).toMatchObject({
    text: "Stream timed out. Please try again.",
  });
});

test("a refusal shows the server's sentence", () => {
  expect(failureText(failure("STORY_READ_ONLY"))).toMatchObject({ text: ERRORS.STORY_READ_ONLY.message });
});

test("what the person stopped themselves is no failure", () => {
  expect(failureText(failure("STREAM_STOPPED"))).toEqual({ show: "nothing" });
});

test("a suggestion that did not come is not spoken of, another one that did not come is", () => {
  const error = new RefusedError(ERRORS.MODEL_UNAVAILABLE.message, 503, "MODEL_UNAVAILABLE");
  expect(suggestionFailureText(error, false)).toEqual({ show: "nothing" });
  expect(suggestionFailureText(new TypeError("no network"), false)).toEqual({ show: "nothing" });
  expect(suggestionFailureText(error, true)).toEqual({
    show: "toast",
    text: "Failed to regenerate suggestion. Please try again.",
  });
});

test.each([false, true])("a suggestion beyond the month's allowance is the limit's dialog", (another) => {
  const { status, message } = ERRORS.MONTHLY_LIMIT_EXCEEDED;
  expect(suggestionFailureText(new RefusedError(message, status, "MONTHLY_LIMIT_EXCEEDED"), another)).toEqual(
    { show: "dialog", title: "Monthly Message Limit Reached", text: message },
  );
});
