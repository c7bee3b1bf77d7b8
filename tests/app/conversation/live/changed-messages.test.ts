import { expect, test } from "vitest";
import { findMessagesAbove, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import {
  after,
  afterJoin,
  answer,
  asked,
  begin,
  complete,
  ids,
  joined,
  message,
  opened,
  opening,
  question,
  start,
  streamError,
} from "./events.ts";

const next = message({ messageId: "m4", parentId: "m3", role: "user" });
const edited = message({ messageId: "m1", content: "Another text.", revision: 2 });
const read = () => after(begin([opening, question, answer, next]), { ...joined("m4"), messageCount: 4 });

/** The server removes a message with all that follows it. */
function removed(messageId: string, headMessageId: string | null, messageCount: number): ServerEvent {
  return { type: "message-removed", messageId, headMessageId, messageCount };
}

test("an edited message has its new text where it stands, however often it is told", () => {
  const event = { type: "message-edited", message: edited } as const;
  const once = after(read(), event);
  expect(once.messages[0]).toEqual(edited);
  expect(ids(once)).toEqual(["m1", "m2", "m3", "m4"]);
  expect(once.needsReload).toBe(false);
  expect(after(once, event)).toEqual(once);
});

test("the edit of a message that is not on the page changes nothing", () => {
  const state = read();
  const elsewhere = message({ messageId: "m9", content: "Another text." });
  expect(after(state, { type: "message-edited", message: elsewhere })).toBe(state);
});

test("what is read a second later does not bring the text before the edit back", () => {
  const state = after(read(), { type: "message-edited", message: edited });
  const facts = { title: "", description: "", currentLocation: null, cast: [], status: "active" } as const;
  const late = after(state, { type: "refreshed", latest: { facts, messages: [opening] } });
  expect(late.messages[0]?.content).toBe("Another text.");
});

test("the answer to a save is shown before the connection tells it, but not over a later text", () => {
  const saved = { type: "message-saved", message: edited, before: 1 } as const;
  expect(after(read(), saved).messages[0]?.content).toBe("Another text.");
  const later = message({ messageId: "m1", content: "The text of another tab.", revision: 3 });
  const state = after(read(), { type: "message-edited", message: later }, saved);
  expect(state.messages[0]?.content).toBe("The text of another tab.");
});

test("going on from a message cuts what follows at once, and shows the end", () => {
  const event = { ...opened("m2", "m2", 2), fromId: "m4" };
  const state = after(read(), event);
  expect(ids(state)).toEqual(["m1", "m2"]);
  expect(state).toMatchObject({ messageCount: 2, needsReload: false });
  expect(state.opened).toEqual({ partsAtId: "m2", isEnd: true });
  const left = { leafId: "m4", depth: 4, name: null, text: next.content };
  expect(state.left).toEqual(left);
  const again = after(state, event);
  expect(again.opened, "told twice, the page is not moved again").toBe(state.opened);
  expect(again.left, "nor is the path that was opened the one that was left").toBe(state.left);
});

test("the number of messages is that of the open path while it is loaded, and counts what comes meanwhile", () => {
  const version = message({ messageId: "v2", parentId: "m1", role: "user" });
  const reply = message({ messageId: "v3", parentId: "v2" });
  // The connection may tell of a version before the answer to the call that made it is here.
  const made = after(read(), opened("v2", "m1", 2), { type: "version-added", message: version });
  expect(made.messageCount).toBe(2);
  const waiting = after(read(), opened("v2", "m1", 2), complete(reply));
  expect(waiting).toMatchObject({ messageCount: 3, needsReload: true });
  const page = { messages: [opening, version, reply], before: null };
  const { reload } = waiting;
  expect(after(waiting, { type: "messages-reloaded", page, reload }).messageCount).toBe(3);
});

test("another path is loaded, and shown from where it parts once it is here", () => {
  const state = after(read(), opened("n4", "m2", 4));
  expect(ids(state), "the old path stays until then").toEqual(["m1", "m2", "m3", "m4"]);
  expect(state).toMatchObject({ needsReload: true, opened: null });

  const other = [
    message({ messageId: "n3", parentId: "m2" }),
    message({ messageId: "n4", parentId: "n3", role: "user" }),
  ];
  const page = { messages: [opening, question, ...other], before: null };
  const loaded = after(state, { type: "messages-reloaded", page, reload: state.reload });
  expect(ids(loaded)).toEqual(["m1", "m2", "n3", "n4"]);
  expect(loaded.opened).toEqual({ partsAtId: "m2", isEnd: false });
  expect(after(loaded, opened("n4", "m2", 4)).opened).toBe(loaded.opened);
});

test("an opened path that ends with a message above the page is loaded", () => {
  const state = after(begin([answer, next], "m3"), joined("m4"), opened("m1", "m1", 1));
  expect(state).toMatchObject({ needsReload: true, messageCount: 1 });
});

test("a removed message goes with all that follows it, however often it is told", () => {
  const event = removed("m3", "m2", 2);
  const state = after(read(), event);
  expect(ids(state)).toEqual(["m1", "m2"]);
  expect(state).toMatchObject({ messageCount: 2, needsReload: false });
  expect(after(state, event)).toMatchObject({ messageCount: 2, needsReload: false });
});

test("a version beside a message ends the path, and the count follows", () => {
  const beside = message({ messageId: "n2", parentId: "m1", role: "user", content: "I wait." });
  const state = after(read(), { type: "version-added", message: beside });
  expect(ids(state)).toEqual(["m1", "n2"]);
  expect(state).toMatchObject({ messageCount: 2 });
  const told = after(state, { ...opened("n2", "m1", 2), fromId: "m4" });
  expect(told.needsReload).toBe(false);
  expect(told.left).toEqual({ leafId: "m4", depth: 4, name: null, text: next.content });
});

test("another version of an older passage takes its place while it is written, and the rest steps aside", () => {
  const waiting = after(read(), asked({ kind: "regenerate", content: "shorter", targetId: "m3" }));
  expect(findMessagesAbove(waiting).map(({ messageId }) => messageId)).toEqual(["m1", "m2"]);
  const version = message({ messageId: "n3", parentId: "m2", content: "Dark." });
  const written = after(waiting, start("n3", "m2", "request-1"));
  expect(findMessagesAbove(written).map(({ messageId }) => messageId)).toEqual(["m1", "m2"]);
  const done = after(written, complete(version, "request-1"));
  expect(ids(done)).toEqual(["m1", "m2", "n3"]);
  expect(isBusy(done)).toBe(false);
  const ofTheLast = afterJoin(asked({ kind: "regenerate", content: "" }));
  expect(findMessagesAbove(ofTheLast), "without a target it is the last one").toEqual([]);
});

test("a version that fails gives its wish back, and the path is as it was", () => {
  const failed = after(
    read(),
    asked({ kind: "regenerate", content: "shorter", targetId: "m3" }),
    streamError("MODEL_BUSY"),
  );
  expect(failed.failure?.wish).toEqual({ targetId: "m3", text: "shorter" });
  expect(failed.failure?.restoredText).toBeNull();
  expect(findMessagesAbove(failed)).toHaveLength(4);
  const ofOwnLine = after(
    read(),
    asked({ kind: "regenerate", content: "", targetId: "m4" }),
    streamError("MODEL_BUSY"),
  );
  expect(ofOwnLine.failure?.wish, "there is no version of one's own line to wish for").toBeNull();
});

test("after a reconnect the messages are read again, since one may have been edited meanwhile", () => {
  const back = after(
    read(),
    { type: "connection-changed", connection: "open" },
    { type: "connection-changed", connection: "reconnecting" },
    joined("m4"),
  );
  expect(back.needsReload).toBe(true);
  const filled = after(read(), { type: "connection-changed", connection: "open" }, joined("m4"));
  expect(filled.needsReload, "a gap that is filled is no reconnect").toBe(false);
});

test("what an open sheet is told leaves the messages as they are", () => {
  const state = read();
  expect(after(state, { type: "sheet-changed", sheet: "paths" })).toBe(state);
});

test("the name of the path comes with it, goes along as it grows, and stays behind when another one begins", () => {
  const named = after(read(), { ...joined("m4"), pathName: "The reef" });
  expect(named.pathName).toBe("The reef");
  const grown = after(named, complete(message({ messageId: "m5", parentId: "m4" })));
  expect(grown.pathName).toBe("The reef");
  const renamed = after(grown, { type: "conversation-updated", pathName: "The shoal" });
  expect(after(renamed, { type: "conversation-updated", title: "A title" }).pathName).toBe("The shoal");
  expect(after(renamed, complete(message({ messageId: "n5", parentId: "m4" }))).pathName).toBeNull();
  expect(after(renamed, opened("n4", "m2", 4)).pathName).toBeNull();
  expect(after(renamed, { ...opened("n4", "m2", 4), pathName: "The key" }).pathName).toBe("The key");
});
