import { expect, test } from "vitest";
import {
  findProgress,
  findUnconfirmedText,
  isBusy,
  needsOpening,
} from "#app/features/conversation/live/conversation-selectors.ts";
import type { ConversationAction } from "#app/features/conversation/live/conversation-state.ts";
import type { Analysis, MessagePage } from "#domain/message.ts";
import { member } from "#tests/app/examples.ts";
import {
  accepted,
  after,
  afterJoin,
  answer,
  asked,
  begin,
  chunk,
  complete,
  ids,
  joined,
  message,
  opening,
  question,
  running,
  start,
  streamError,
} from "./events.ts";

test("a page that ends in the person's message waits for the reply until the server says that none is running", () => {
  const loaded = begin([opening, question]);
  expect(isBusy(loaded)).toBe(true);
  expect(isBusy(after(loaded, joined("m2")))).toBe(false);
  expect(isBusy(begin([opening]))).toBe(false);
});

test("a turn goes from what was written, over its acceptance and its text, to the message", () => {
  const sent = afterJoin(asked());
  expect(findUnconfirmedText(sent)).toBe("I open the door.");
  expect(findProgress(sent).phase).toBe("sending");
  expect(isBusy(sent)).toBe(true);

  const reading = after(sent, accepted());
  expect(findUnconfirmedText(reading)).toBeNull();
  expect(findProgress(reading).phase).toBe("reading");
  expect(ids(reading)).toEqual(["m1", "m2"]);
  expect(isBusy(reading)).toBe(true);

  const writing = after(
    reading,
    start("m3", "m2", "request-1"),
    chunk("m3", 0, "It is "),
    chunk("m3", 6, "dark."),
  );
  expect(writing.streaming?.text).toBe("It is dark.");

  const done = after(writing, complete(answer, "request-1"));
  expect(ids(done)).toEqual(["m1", "m2", "m3"]);
  expect(done.streaming).toBeNull();
  expect(isBusy(done)).toBe(false);
  expect(done.messageCount).toBe(3);
});

test("every event of a turn may come twice and changes nothing the second time", () => {
  const events: ConversationAction[] = [
    accepted(),
    start("m3", "m2", "request-1"),
    chunk("m3", 0, "It is "),
    chunk("m3", 6, "dark."),
    complete(answer, "request-1"),
  ];
  const once = afterJoin(...events);
  const twice = afterJoin(...events.flatMap((event) => [event, event]));
  expect(twice).toEqual(once);
  expect(after(once, ...events)).toEqual(once);
});

test("a chunk that overlaps the text so far adds only its new part", () => {
  const state = afterJoin(start("m2", "m1"), chunk("m2", 0, "The rain"));
  expect(after(state, chunk("m2", 4, "rain stops")).streaming?.text).toBe("The rain stops");
  expect(after(state, chunk("m2", 0, "The")).streaming?.text).toBe("The rain");
});

test("a chunk beyond the end of the text so far makes the client join again", () => {
  const state = afterJoin(start("m2", "m1"), chunk("m2", 0, "The rain"));
  const gap = after(state, chunk("m2", 12, "stops"));
  expect(gap.needsRejoin).toBe(true);
  expect(gap.streaming?.text).toBe("The rain");

  const filled = after(gap, { type: "rejoin-asked" }, joined("m1", running(" never stops", 8)));
  expect(filled.needsRejoin).toBe(false);
  expect(filled.streaming?.text).toBe("The rain never stops");
});

test("what the model does before it writes is kept, since when it is awaited too, and only of the reply that runs", () => {
  const awaited = afterJoin(start("m2", "m1"));
  expect(awaited.streaming?.progress).toEqual({ phase: "reading", elapsedMs: 0 });
  const loading = after(awaited, { type: "stream-progress", messageId: "m2", phase: "loading" });
  expect(loading.streaming?.progress).toEqual({ phase: "loading", elapsedMs: 0 });
  expect(after(loading, { type: "stream-progress", messageId: "m9", phase: "thinking" })).toBe(loading);

  const thinking = { ...running(""), phase: "thinking", elapsedMs: 42_000 } as const;
  const later = after(begin([opening]), joined("m1", thinking));
  expect(later.streaming?.progress).toEqual({ phase: "thinking", elapsedMs: 42_000 });
});

test("joining in the middle of a reply shows what was written of it at once", () => {
  const state = after(begin([opening]), joined("m1", running("The rain ")), chunk("m2", 9, "stops"));
  expect(state.streaming).toMatchObject({ text: "The rain stops", joinedLength: 9 });
  expect(state.needsReload).toBe(false);
});

test("a rest that does not fit the text so far is requested again, whole", () => {
  const state = after(begin([opening]), joined("m1", running("rain", 5)));
  expect(state.streaming).toBeNull();
  expect(state.needsRejoin).toBe(true);
});

test("a reply that ended while the client was disconnected stays until the messages are loaded", () => {
  const cut = afterJoin(start("m2", "m1"), chunk("m2", 0, "The rain"), joined("m2"));
  expect(cut.streaming?.text).toBe("The rain");
  expect(cut.needsReload).toBe(true);

  const reply = message({ messageId: "m2", parentId: "m1", content: "The rain stops." });
  const page = { messages: [opening, reply], before: null };
  const loaded = after(cut, { type: "messages-reloaded", page, reload: cut.reload });
  expect(loaded.streaming).toBeNull();
  expect(loaded.needsReload).toBe(false);
  expect(ids(loaded)).toEqual(["m1", "m2"]);
  const older = { messages: [opening], before: null };
  const answeredAgain = after(loaded, { type: "messages-reloaded", page: older, reload: cut.reload });
  expect(ids(answeredAgain)).toEqual(["m1", "m2"]);
});

test("another head than the one on the page asks for the messages", () => {
  expect(after(begin([opening]), joined("m9")).needsReload).toBe(true);
  expect(afterJoin().needsReload).toBe(false);
});

test("a line that another tab has sent appears", () => {
  expect(ids(afterJoin(accepted("of-another-tab")))).toEqual(["m1", "m2"]);
});

test("names in a text that is still written come with its pieces and stay until more are known", () => {
  const names = (...positions: [number, number][]) => ({
    mentionedCharacters: [{ name: "Mara", isNew: false, positions }],
  });
  const writing = afterJoin(
    start("m2", "m1"),
    chunk("m2", 0, "Mara came.", names([0, 4])),
    chunk("m2", 10, " She sat."),
  );
  expect(writing.streaming).toMatchObject({ text: "Mara came. She sat.", analysis: names([0, 4]) });

  const more = names([0, 4], [20, 24]);
  const further = after(writing, chunk("m2", 19, " Mara slept.", more));
  expect(further.streaming?.analysis).toEqual(more);
  // A repeated chunk, and a chunk of a finished message, change nothing.
  expect(after(further, chunk("m2", 19, " Mara slept.", more)).streaming).toEqual(further.streaming);
  expect(after(further, chunk("m1", 0, "x", names())).streaming).toEqual(further.streaming);
});

test("what is told of the conversation is that of the latest event, and another version is loaded", () => {
  const mara = member("Mara", { isNew: true, mentions: 2, role: "Keeper" });
  const known = afterJoin({ type: "conversation-updated", cast: [mara] });
  expect(known.cast).toEqual([mara]);
  const titled = after(known, {
    type: "conversation-updated",
    title: "The Ninth Signal",
    currentLocation: "Harbour",
  });
  expect(titled).toMatchObject({ title: "The Ninth Signal", currentLocation: "Harbour", cast: [mara] });
  const elsewhere = after(titled, { type: "conversation-updated", headMessageId: "m9", messageCount: 7 });
  expect(elsewhere).toMatchObject({ title: "The Ninth Signal", messageCount: 7, needsReload: true });
});

test("older messages are put on top once, and stay when the latest page is loaded again", () => {
  const older: ConversationAction = {
    type: "older-loaded",
    page: { messages: [opening, question], before: null },
    asked: "m2",
  };
  const state = after(begin([question, answer], "m2"), older, older);
  expect(ids(state)).toEqual(["m1", "m2", "m3"]);
  expect(state.before).toBeNull();

  const next = message({ messageId: "m4", parentId: "m3" });
  const page = { messages: [answer, next], before: "m3" };
  const latest = after(state, ...reloaded(page));
  expect(ids(latest)).toEqual(["m1", "m2", "m3", "m4"]);
  expect(latest.before).toBeNull();
});

test("a path that shares nothing with the page replaces it", () => {
  const other = message({ messageId: "x2", parentId: "x1" });
  const page = { messages: [other], before: "x2" };
  const state = after(begin([opening, question]), ...reloaded(page));
  expect(ids(state)).toEqual(["x2"]);
  expect(state.before).toBe("x2");
});

test("a reply to a message that is not loaded keeps its text on the page until it is", () => {
  const far = message({ messageId: "x9", parentId: "x8", content: "Far away." });
  const state = afterJoin(start("x9", "x8"), chunk("x9", 0, "Far"), complete(far));
  expect(state.streaming?.text).toBe("Far away.");
  expect(state.needsReload).toBe(true);
});

test("the opening is requested once the server has answered and there are no messages", () => {
  expect(needsOpening(begin())).toBe(false);
  expect(needsOpening(after(begin(), joined(null)))).toBe(true);
  expect(needsOpening(afterJoin())).toBe(false);
  expect(needsOpening(after(begin(), joined(null), asked({ kind: "opening", content: "" })))).toBe(false);
  expect(needsOpening(after(begin(), joined(null, running(""))))).toBe(false);
  expect(needsOpening(after(begin(), joined("m1")))).toBe(false);
  const archived = after(begin(), joined(null), { type: "conversation-updated", status: "archived" });
  expect(needsOpening(archived)).toBe(false);
  expect(needsOpening(after(archived, { type: "conversation-updated", status: "active" }))).toBe(true);
});

test.each<[string, ConversationAction]>([
  ["a reply came", complete(message({ messageId: "m4", parentId: "m3" }))],
  ["one was edited", { type: "message-edited", message: { ...opening, content: "Edited.", revision: 2 } }],
  ["one was removed", { type: "message-removed", messageId: "m3", headMessageId: "m2", messageCount: 2 }],
])("messages that were requested before %s do not take that back, and are requested again", (_, change) => {
  const messages = [opening, question, answer];
  const [request, answered] = reloaded({ messages, before: null });
  const changed = after(begin(messages), joined("m3"), request, change);
  expect(changed.messages).not.toEqual(messages);
  const late = after(changed, answered);
  expect(late.messages).toEqual(changed.messages);
  expect(late.needsReload).toBe(true);
});

test("another version of an earlier passage leaves the path that went on from it, one of the last does not", () => {
  const shown = begin([opening, question, answer]);
  const last = complete(message({ messageId: "m4", parentId: "m2" }));
  expect(after(shown, start("m4", "m2"), last)).toMatchObject({ left: null, headMessageId: "m4" });

  const earlier = complete(message({ messageId: "m5", parentId: null }));
  const other = after(shown, start("m5", null), earlier);
  expect(ids(other)).toEqual(["m5"]);
  expect(other.left).toEqual({ leafId: "m3", depth: 3, name: null, text: "It is dark." });
  expect(after(other, earlier).left).toBe(other.left);

  const afterPartial = after(shown, start("m5", null), chunk("m5", 0, "It"), {
    type: "stream-error",
    requestId: "request-of-m5",
    messageId: "m5",
    code: "STREAM_INTERRUPTED",
    status: 503,
    message: "It broke off.",
    partial: message({ messageId: "m5", content: "It", status: "interrupted" }),
  });
  expect(afterPartial.left?.leafId).toBe("m3");
});

test("only messages that were asked for after the last reason to do so count", () => {
  const other = message({ messageId: "m3", parentId: "m2", content: "It is bright." });
  const [first, firstAnswer] = reloaded({ messages: [opening, question, answer], before: null }, 1);
  const [second, secondAnswer] = reloaded({ messages: [opening, question, other], before: null }, 2);
  const asked = after(begin([opening, question]), first, second);
  expect(after(asked, secondAnswer, firstAnswer).messages.at(-1)).toEqual(other);
  expect(after(asked, firstAnswer, secondAnswer).messages.at(-1)).toEqual(other);
});

test("older messages of a branch that is not read any more are left out", () => {
  const state = after(begin([question, answer], "m2"), {
    type: "older-loaded",
    page: { messages: [opening], before: null },
    asked: "somewhere else",
  });
  expect(ids(state)).toEqual(["m2", "m3"]);
});

const FACTS = {
  title: "The Ninth Signal",
  description: "",
  status: "active",
  currentLocation: "Harrow Light",
  cast: [],
} as const;

test("each join and each reply asks for the facts again, an event that comes twice does not", () => {
  const once = afterJoin(start("m2", "m1"), complete(message({ messageId: "m2", parentId: "m1" })));
  expect(once.refreshes).toBe(2);
  expect(after(once, complete(message({ messageId: "m2", parentId: "m1" }))).refreshes).toBe(2);
  expect(after(once, joined("m2")).refreshes).toBe(3);
});

test("results of jobs from the time without a connection are taken from the server", () => {
  const analysis: Analysis = { mentionedCharacters: [{ name: "Mara", isNew: false, positions: [[0, 4]] }] };
  const named = message({ messageId: "m1", metadata: { analysis, model: null } });
  const latest = { facts: FACTS, messages: [named] };
  const state = afterJoin({ type: "refreshed", latest });
  expect(state).toMatchObject(FACTS);
  expect(state.messages).toEqual([named]);
});

test("events since the join are newer than facts that are loaded in parallel", () => {
  const analysis: Analysis = { mentionedCharacters: [{ name: "Mara", isNew: false, positions: [[0, 4]] }] };
  const latest = { facts: FACTS, messages: [opening] };
  const heard = afterJoin(
    { type: "conversation-updated", title: "The Tenth Signal" },
    { type: "conversation-updated", messageId: "m1", analysis },
    { type: "refreshed", latest },
  );
  expect(heard).toMatchObject({ title: "The Tenth Signal", currentLocation: "Harrow Light" });
  expect(heard.messages[0]?.metadata.analysis).toEqual(analysis);
  // After another join no newer fact is known.
  expect(after(heard, joined("m1"), { type: "refreshed", latest })).toMatchObject(FACTS);
});

/** A request for the latest messages, and its answer. */
function reloaded(page: MessagePage, reload = 1): [ConversationAction, ConversationAction] {
  return [{ type: "reload-wanted" }, { type: "messages-reloaded", page, reload }];
}

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
  // On a slow device the refusal may come before the page has shown the failure.
  const lost = after(state, streamError("EMPTY_REPLY", { restoredText: "I open the door." }));
  const both = after(lost, { type: "stream-error", code: "RATE_LIMITED", status: 429, message });
  expect(both.failure).toEqual(lost.failure);
});

test("an opening that another tab has just requested is not a failure here", () => {
  const wished = after(begin(), joined(null), asked({ kind: "opening", content: "" }));
  const told = after(wished, streamError("STREAM_IN_PROGRESS"));
  expect(told.failure).toBeNull();
  expect(told.request).toBeNull();
});
