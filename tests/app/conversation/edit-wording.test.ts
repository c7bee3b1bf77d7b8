import { expect, test } from "vitest";
import { toConnectionNotice } from "#app/features/conversation/connection-notice.ts";
import {
  countPassages,
  describeFollowing,
  describeVersions,
  fromEditable,
  toEditable,
} from "#app/features/conversation/editing/edit-wording.ts";
import type { TurnFailure } from "#app/features/conversation/live/conversation-state.ts";
import { addChange, listRest, mergeNotes } from "#app/features/conversation/notes/use-notes.ts";
import { toFailureText, toSuggestionFailureText } from "#app/features/conversation/use-failures.ts";
import { AppError, ERRORS, type ErrorCode } from "#domain/errors.ts";
import { USUAL_NOTES } from "#domain/notes.ts";

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

test("the lines of a passage are edited as they are read, and keep their blank lines", () => {
  const passage = "The door fought you.\n\n“Don’t wave,” said Mara.\n \n\nAt nine it stopped.";
  const edited = toEditable(passage);
  expect(edited).toBe("The door fought you.\n“Don’t wave,” said Mara.\nAt nine it stopped.");
  expect(fromEditable(edited, passage)).toBe(
    "The door fought you.\n\n“Don’t wave,” said Mara.\n\nAt nine it stopped.",
  );
});

test("a passage without blank lines gets none", () => {
  expect(toEditable("One.\nTwo.")).toBe("One.\nTwo.");
  expect(fromEditable("One.\nTwo, changed.", "One.\nTwo.")).toBe("One.\nTwo, changed.");
  expect(fromEditable("One, changed.\n\nTwo.", "One.\nTwo.")).toBe("One, changed.\n\nTwo.");
});

test("it is said what becomes of the versions and of what follows", () => {
  expect(describeVersions(1)).toBe("Becomes version 2. The one before it stays.");
  expect(describeVersions(3)).toBe("Becomes version 4. The three before it stay.");
  expect(describeVersions(null)).toBe("Becomes a new version. Those before it stay.");
  expect(describeVersions(12)).toBe("Becomes version 13. The 12 before it stay.");
  expect(describeFollowing(0)).toBeNull();
  expect(describeFollowing(1)).toMatch(/^One passage follows\. A new version leaves it as it is\./);
  expect(describeFollowing(2)).toMatch(/^Two passages follow\. A new version leaves them as they are\./);
  expect([countPassages(1), countPassages(4)]).toEqual(["One passage", "4 passages"]);
});

test("what the server has comes onto the screen, except what is not saved yet", () => {
  const stored = { ...USUAL_NOTES, note: "Stored.", tone: "dry" };
  expect(mergeNotes({}, stored, {})).toEqual(stored);
  const typed = { note: "Being typed" };
  expect(mergeNotes(typed, stored, typed)).toEqual({ ...stored, ...typed });
});

test("a space at the end stays while the next word is awaited, although the server trims it", () => {
  const typed = { note: "Let the sea " };
  expect(mergeNotes(typed, { ...USUAL_NOTES, note: "Let the sea" }, {}).note).toBe("Let the sea ");
  expect(mergeNotes(typed, { ...USUAL_NOTES, note: "From another tab" }, {}).note).toBe("From another tab");
});

test("what was changed again while it was being saved is still to be saved, from what was saved", () => {
  const stored = { ...USUAL_NOTES, note: "a", tone: "dry", language: "Dutch" };
  const began = addChange({}, { note: "ab", tone: "dry" }, USUAL_NOTES);
  expect(began).toEqual({ note: "ab", tone: "dry", before: { note: "", tone: "" } });
  const rest = listRest(began, { note: "a", tone: "dry" }, stored);
  expect(rest).toEqual({ note: "ab", before: { note: "a" } });
  expect(addChange(rest, { note: "abc", tone: "" }, stored)).toEqual({
    note: "abc",
    tone: "",
    before: { note: "a", tone: "dry" },
  });
  expect(listRest({ note: "a" }, { note: "a" }, stored)).toEqual({});
  expect(listRest({ length: "long", note: "a" }, { note: "a" }, stored)).toMatchObject({ length: "long" });
});
