import { expect, test } from "vitest";
import { toConnectionNotice } from "#app/features/conversation/connection-notice.ts";
import { toFailureText, toSuggestionFailureText } from "#app/features/conversation/failure-text.ts";
import type { TurnFailure } from "#app/features/conversation/live/conversation-state.ts";
import { AppError, ERRORS, type ErrorCode } from "#domain/errors.ts";

function failure(code: ErrorCode, parts: Partial<TurnFailure> = {}): TurnFailure {
  const { message } = ERRORS[code];
  return { code, message, kind: "message", restoredText: null, keptPartial: false, wish: null, ...parts };
}

test("a monthly limit is a dialog with the specification's title and sentence", () => {
  expect(toFailureText(failure("MONTHLY_LIMIT_EXCEEDED"))).toEqual({
    show: "dialog",
    limit: {
      code: "MONTHLY_LIMIT_EXCEEDED",
      message:
        "You have used all your messages for this month. Please upgrade your plan to continue creating.",
    },
  });
});

test("a story that is full is a dialog of its own", () => {
  expect(toFailureText(failure("STORY_LENGTH_EXCEEDED"))).toMatchObject({
    show: "dialog",
    limit: { code: "STORY_LENGTH_EXCEEDED" },
  });
});

test("a failed send is reported for 15 seconds, with the note that the text is safe", () => {
  expect(toFailureText(failure("MODEL_UNAVAILABLE", { restoredText: "I open the door." }))).toEqual({
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
  expect(toFailureText(failure("STREAM_ERROR", { kind }))).toMatchObject({ show: "toast", text });
});

test("a timeout has its own sentence", () => {
  expect(toFailureText(failure("STREAM_TIMEOUT"))).toMatchObject({
    text: "Stream timed out. Please try again.",
  });
});

test.each(["MODEL_REFUSED", "REPEATED_REPLY", "THOUGHTS_ONLY"] as const)(
  "what the model did instead of writing is told in its own sentence: %s",
  (code) => {
    expect(toFailureText(failure(code, { restoredText: "I wait." }))).toMatchObject({
      show: "toast",
      text: ERRORS[code].message,
      description: "Your text is back in the box.",
    });
  },
);

test("a refusal shows the server's sentence", () => {
  expect(toFailureText(failure("STORY_READ_ONLY"))).toMatchObject({ text: ERRORS.STORY_READ_ONLY.message });
});

test("a stop or a choice of version that came too often shows the server's sentence", () => {
  const message = "Too many requests. Please try again in 10 seconds.";
  expect(toFailureText(failure("RATE_LIMITED", { kind: null, message }))).toEqual({
    show: "toast",
    text: message,
  });
});

test("a reply that the person stopped is not a failure", () => {
  expect(toFailureText(failure("STREAM_STOPPED"))).toEqual({ show: "nothing" });
  expect(toFailureText(failure("STREAM_STOPPED_CHARGED", { message: "It used a Spark." }))).toMatchObject({
    show: "toast",
    text: "It used a Spark.",
  });
});

test("a suggestion that did not come is not spoken of, another one that did not come is", () => {
  const error = new AppError("MODEL_UNAVAILABLE");
  expect(toSuggestionFailureText(error, false)).toEqual({ show: "nothing" });
  expect(toSuggestionFailureText(new AppError("UNREACHABLE"), false)).toEqual({ show: "nothing" });
  expect(toSuggestionFailureText(error, true)).toEqual({
    show: "toast",
    text: "Failed to regenerate suggestion. Please try again.",
  });
});

test.each([false, true])("a suggestion beyond the month's allowance is the limit's dialog", (another) => {
  const error = new AppError("MONTHLY_LIMIT_EXCEEDED");
  expect(toSuggestionFailureText(error, another)).toEqual({ show: "dialog", limit: error });
});

test("after too many requests the time to wait is shown", () => {
  const { message } = new AppError("RATE_LIMITED", { retryAfterSeconds: 12 });
  expect(toFailureText(failure("RATE_LIMITED", { message, restoredText: "I open the door." }))).toEqual({
    show: "toast",
    text: "Too many requests. Please try again in 12 seconds.",
    description: "Your text is back in the box.",
  });
});

test("offline it says at once that what was written is kept; otherwise what the connection does", () => {
  const offline = "You are offline. What you wrote is kept and will be sent.";
  expect(toConnectionNotice("open", false)).toBe(offline);
  expect(toConnectionNotice("reconnecting", false)).toBe(offline);
  expect(toConnectionNotice("open", true)).toBeNull();
  expect(toConnectionNotice("reconnecting", true)).toBe("Reconnecting…");
  expect(toConnectionNotice("unreachable", true)).toMatch(/^Failed to establish WebSocket connection\. /);
});
