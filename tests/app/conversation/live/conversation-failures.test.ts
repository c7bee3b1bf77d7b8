import { expect, test } from "vitest";
import { isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import {
  accepted,
  after,
  afterJoin,
  asked,
  begin,
  chunk,
  ids,
  joined,
  message,
  start,
  streamError,
} from "./events.ts";

test("a refused message gives its text back and leaves no trace", () => {
  const refused = afterJoin(asked(), streamError("MONTHLY_LIMIT_EXCEEDED"));
  expect(refused.failure).toMatchObject({ restoredText: "I open the door.", keptPartial: false });
  expect(ids(refused)).toEqual(["m1"]);
  expect(isBusy(refused)).toBe(false);
  expect(after(refused, { type: "failure-shown" }).failure).toBeNull();
});

test("a message that is taken back because nothing was written is removed and its text comes back", () => {
  const failed = afterJoin(
    asked(),
    accepted(),
    start("m3", "m2", "request-1"),
    streamError("EMPTY_REPLY", { messageId: "m3", restoredText: "I open the door.", removedMessageId: "m2" }),
  );
  expect(ids(failed)).toEqual(["m1"]);
  expect(failed.failure?.restoredText).toBe("I open the door.");
  expect(failed.streaming).toBeNull();
});

test("text from before a failure is kept, and the person's text is not restored twice", () => {
  const partial = message({ messageId: "m3", parentId: "m2", status: "interrupted", content: "It is" });
  const failed = afterJoin(
    asked(),
    accepted(),
    start("m3", "m2", "request-1"),
    chunk("m3", 0, "It is"),
    streamError("STREAM_ERROR", { messageId: "m3", partial }),
  );
  expect(failed.messages.at(-1)).toEqual(partial);
  expect(failed.failure).toMatchObject({ restoredText: null, keptPartial: true });
});

test("an interrupted turn without text leaves the message where it is", () => {
  const failed = afterJoin(asked(), accepted(), streamError("STREAM_INTERRUPTED", { messageId: "m3" }));
  expect(ids(failed)).toEqual(["m1", "m2"]);
  expect(failed.failure?.restoredText).toBeNull();
});

test("a failure of another tab ends its reply and is not shown here", () => {
  const state = afterJoin(
    start("m2", "m1", "of-another-tab"),
    streamError("STREAM_TIMEOUT", { requestId: "of-another-tab", messageId: "m2" }),
  );
  expect(state.streaming).toBeNull();
  expect(state.failure).toBeNull();
});

test("a reply of another tab that begins before the failure is shown does not take the person's text away", () => {
  const state = afterJoin(asked(), streamError("STREAM_IN_PROGRESS"), start("m3", "m1", "of-another-tab"));
  expect(state.failure?.restoredText).toBe("I open the door.");
});

test("a failed opening is forgotten when another tab's opening begins", () => {
  const state = after(
    begin(),
    joined(null),
    asked({ kind: "opening", content: "" }),
    streamError("MODEL_BUSY"),
    start("m1", null, "of-another-tab"),
  );
  expect(state.failure).toBeNull();
});

test("a refusal because another tab is first does not end that tab's reply", () => {
  const state = afterJoin(
    start("m2", "m1", "of-another-tab"),
    asked(),
    streamError("STREAM_IN_PROGRESS", { restoredText: "I open the door." }),
  );
  expect(state.streaming?.messageId).toBe("m2");
  expect(state.failure?.restoredText).toBe("I open the door.");
});

test("a frame that was not understood ends nothing", () => {
  const state = afterJoin(start("m2", "m1"), asked());
  const told = after(state, { type: "stream-error", code: "BAD_FRAME", status: 400, message: "What?" });
  expect(told).toEqual(state);
});

test("a stop or a selection over the limit is reported, and ends nothing", () => {
  const state = afterJoin(start("m2", "m1"), asked());
  const message = "Too many requests. Please try again in 10 seconds.";
  const told = after(state, { type: "stream-error", code: "RATE_LIMITED", status: 429, message });
  expect(told.failure).toMatchObject({ code: "RATE_LIMITED", message, restoredText: null });
  expect({ ...told, failure: null }).toEqual(state);
});

test("an opening that another tab has just requested is not a failure here", () => {
  const wished = after(begin(), joined(null), asked({ kind: "opening", content: "" }));
  const told = after(wished, streamError("STREAM_IN_PROGRESS"));
  expect(told.failure).toBeNull();
  expect(told.request).toBeNull();
});
