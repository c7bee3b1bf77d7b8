import { expect, test, vi } from "vitest";
import { paceTelling, startTelling, tell } from "#app/features/conversation/list/spoken-reply.tsx";
import type { Streaming } from "#app/features/conversation/live/conversation-state.ts";
import type { Message } from "#domain/message.ts";
import { findFinishedSentences } from "#domain/prose.ts";

test("a sentence is spoken when the next one has begun", () => {
  expect(findFinishedSentences("The rain stops", 0)).toEqual({ spoken: [], next: 0 });
  expect(findFinishedSentences("The rain stops.", 0).spoken).toEqual([]);
  expect(findFinishedSentences("The rain stops. Th", 0)).toEqual({ spoken: ["The rain stops."], next: 15 });
});

test("a spoken sentence is not spoken again, and signs of emphasis are not spoken", () => {
  const text = "The rain stops. *Listen!* she says. Then";
  const first = findFinishedSentences(text, 15);
  expect(first.spoken).toEqual(["Listen! she says."]);
  expect(findFinishedSentences(text, first.next).spoken).toEqual([]);
});

test("a paragraph ends a sentence that has no mark", () => {
  expect(findFinishedSentences("Chapter One\n\nThe rain", 0)).toEqual({ spoken: ["Chapter One"], next: 13 });
});

const streamed = (text: string, joinedLength = 0) => ({ messageId: "r", text, joinedLength }) as Streaming;
const message = (role: Message["role"], messageId: string, content: string, count = 1) =>
  ({ role, messageId, content, status: "complete", versions: { index: count, count } }) as Message;
const TELLING = { busy: true, isAnother: false, voice: "Story", wish: "sentences", last: null } as const;

test("who comes to a running reply hears the sentence that has begun from its beginning, and what was before not at all", () => {
  const told = startTelling(null);
  const joined = tell(told, { ...TELLING, streaming: streamed("It rains. The lamp tu", 21) });
  expect(joined.spoken).toEqual(["Story:"]);
  const then = tell(joined.told, { ...TELLING, streaming: streamed("It rains. The lamp turns. It", 21) });
  expect(then.spoken).toEqual(["The lamp turns."]);
  const end = { ...TELLING, streaming: null, busy: false };
  const done = tell(then.told, {
    ...end,
    last: message("assistant", "r", "It rains. The lamp turns. It stops."),
  });
  expect(done.spoken).toEqual(["It stops.", "The reply is complete."]);
  expect(tell(done.told, { ...end, last: message("assistant", "r", "x") }).spoken).toEqual([]);
});

test("a reply that comes at once is told whole; one that is gone is not", () => {
  const streaming = streamed("One. Two.");
  const begun = tell(startTelling(null), { ...TELLING, isAnother: true, streaming });
  expect(begun.spoken).toEqual(["Story, another version:", "One."]);
  const end = { ...TELLING, streaming: null, busy: false };
  const last = message("assistant", "r", "One. Two.", 2);
  expect(tell(begun.told, { ...end, last }).spoken).toEqual([
    "Two.",
    "The reply is complete. Version 2 of 2.",
  ]);
  expect(tell(begun.told, { ...end, last: message("user", "u", "Hm") }).spoken).toEqual([]);
});

test("a sentence that was cut is told as far as it came, apart from the end", () => {
  const streaming = streamed("Chapter One\n\nIt rains. The lamp tu");
  const begun = tell(startTelling(null), { ...TELLING, streaming });
  expect(begun.spoken).toEqual(["Story:", "Chapter One.", "It rains."]);
  const last = { ...message("assistant", "r", streaming.text), status: "interrupted" } as const;
  expect(tell(begun.told, { ...TELLING, streaming: null, busy: false, last }).spoken).toEqual([
    "The lamp tu.",
    "The reply was cut short.",
  ]);
});

test("the person's line is told once, and not the one that was there when the page opened", () => {
  const old = message("user", "u1", "Old");
  const opened = startTelling(old);
  expect(tell(opened, { ...TELLING, streaming: null, last: old }).spoken).toEqual([]);
  const sent = { ...TELLING, streaming: null, last: message("user", "u2", "I go.") };
  const first = tell(opened, sent);
  expect(first.spoken).toEqual(["You: I go."]);
  expect(tell(first.told, sent).spoken).toEqual([]);
});

test("what comes fast is added together and with a pause, nothing twice, and is gone when it was read", () => {
  vi.useFakeTimers();
  let shown: string[] = [];
  const telling = paceTelling((pieces) => {
    shown = pieces.map(({ text }) => text);
  });
  telling.say([]);
  vi.advanceTimersByTime(60_000);
  telling.say(["Story:", "One."]);
  expect(shown).toEqual(["Story: One."]);
  for (const text of ["Two.", "Three."]) telling.say([text]);
  vi.advanceTimersByTime(400);
  expect(shown).toEqual(["Story: One."]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(["Story: One.", "Two. Three."]);
  vi.advanceTimersByTime(2_000);
  telling.say(["Four."]);
  expect(shown).toEqual(["Story: One.", "Two. Three.", "Four."]);
  vi.advanceTimersByTime(30_000);
  expect(shown).toEqual([]);
  telling.say(["Five."]);
  expect(shown).toEqual(["Five."]);
  vi.useRealTimers();
});
