import { expect, test } from "vitest";
import { toConnectionNotice } from "#app/features/conversation/connection-notice.ts";
import type { TurnFailure } from "#app/features/conversation/live/conversation-state.ts";
import { toFailureText, toSuggestionFailureText } from "#app/features/conversation/use-failures.ts";
import { AppError, ERRORS, type ErrorCode } from "#domain/errors.ts";

function failure(code: ErrorCode, parts: Partial<TurnFailure> = {}): TurnFailure {
  const { message } = ERRORS[code];
  return { code, message, kind: "message", restoredText: null, keptPartial: false, wish: null, ...parts };
}

test("a failed send is reported for 15 seconds, with the note that the text is safe", () => {
  expect(toFailureText(failure("MODEL_UNAVAILABLE", { restoredText: "I open the door." }))).toEqual({
    show: "toast",
    text: "Failed to send message. Please try again.",
    description: "Your text is back in the box.",
    duration: 15_000,
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
