import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { AwaitedAnswer, AwaitedReply } from "#app/features/conversation/list/awaited-reply.tsx";
import { MessageList } from "#app/features/conversation/list/message-list.tsx";
import {
  advance,
  findCharacterEnd,
  type Reveal,
  receive,
  startReveal,
} from "#app/features/conversation/list/reveal.ts";
import { paceTelling, startTelling, tell } from "#app/features/conversation/list/spoken-reply.tsx";
import { STORY_LOOK } from "#app/features/conversation/list/story-look.tsx";
import { findRestOfWord } from "#app/features/conversation/list/streaming-passage.tsx";
import type { ReplyProgress, Streaming } from "#app/features/conversation/live/conversation-state.ts";
import { type Message, STORYTELLER_MODEL } from "#domain/message.ts";
import { findFinishedSentences } from "#domain/passage-markup.ts";
import { textOf } from "#tests/app/browser.ts";
import { answer, begin } from "#tests/app/conversation/live/events.ts";

test("a spoken sentence is not spoken again, and signs of emphasis are not spoken", () => {
  const text = "The rain stops. *Listen!* she says. Then";
  const first = findFinishedSentences(text, 15);
  expect(first.spoken).toEqual(["Listen! she says."]);
  expect(findFinishedSentences(text, first.next).spoken).toEqual([]);
});

test("a spoken sentence ends at its mark also where no space follows", () => {
  const found = findFinishedSentences("雨が止んだ。「遅い。」と彼女は言った。そし", 0);
  expect(found.spoken).toEqual(["雨が止んだ。", "「遅い。」と彼女は言った。"]);
  expect(findFinishedSentences("「遅い。」", 0).spoken).toEqual([]);
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

test("a reply that begins and ends between two paints is told whole, and an older one not again", () => {
  const old = message("assistant", "r", "One.");
  const awaited = tell(startTelling(old), { ...TELLING, streaming: null, last: old });
  expect(awaited.spoken).toEqual([]);
  const end = { ...TELLING, streaming: null, busy: false };
  expect(tell(awaited.told, { ...end, last: old }).spoken).toEqual([]);
  const next = tell(awaited.told, { ...end, last: message("assistant", "s", "Two. Three") });
  expect(next.spoken).toEqual(["Story:", "Two.", "Three.", "The reply is complete."]);
  expect(tell(next.told, { ...end, last: old }).spoken).toEqual([]);
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

test("a heading is marked in a reply, and the paragraphs around it are not", () => {
  const html = renderToStaticMarkup(
    <STORY_LOOK.Reply
      message={{ ...answer, content: "It rains.\n\n# Chapter two\n\nIt stops." }}
      onMention={() => {}}
    />,
  );
  expect(html.match(/<p [^>]*>/g)?.map((tag) => tag.includes("data-heading"))).toEqual([false, true, false]);
});

test("a reply that was cut says so, until the person has edited it; one of the storyteller says whose it is", () => {
  const show = (metadata: Partial<Message["metadata"]>) => {
    const cut = { ...answer, status: "interrupted", metadata: { ...answer.metadata, ...metadata } } as const;
    const list = {
      conversation: { state: begin([cut]), selectVersion: vi.fn(), ask: vi.fn() },
      busy: false,
      label: "Story",
      look: STORY_LOOK,
      earlier: null,
      streamingRef: null,
      onMention: vi.fn(),
    };
    const router = createMemoryRouter([{ path: "/", element: <MessageList {...list} /> }]);
    return textOf(<RouterProvider router={router} />);
  };
  expect(show({})).toContain("This reply was cut short.");
  expect(show({ editedAt: "2026-11-20T09:00:00.000Z" })).not.toContain("cut short");
  const colophon = "|Written by Booky’s |built-in| storyteller — not an AI model|";
  expect(show({ model: STORYTELLER_MODEL })).toContain(colophon);
  expect(show({ model: "other" })).not.toContain("built-in");
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
});

const FRAME_MS = 16;

/** Runs frames by a clock of its own. */
function frames(reveal: Reveal, count: number, from = 0): Reveal {
  let current = reveal;
  for (let frame = 1; frame <= count; frame += 1) current = advance(current, from + frame * FRAME_MS);
  return current;
}

test("text that is more than a second behind is caught up with, without a leap", () => {
  const length = 5_000;
  let reveal = receive(startReveal("", 0, 0), "x".repeat(length), 0);
  const steps: number[] = [];
  let frame = 0;
  while (reveal.shown < length) {
    frame += 1;
    const next = advance(reveal, frame * FRAME_MS);
    steps.push(next.shown - reveal.shown);
    reveal = next;
  }
  expect(Math.max(...steps)).toBeLessThan(length * 0.11);
  expect(frame * FRAME_MS).toBeLessThan(3_000);
});

test("a reply appears at once, calmly or fast, as its reader chose", () => {
  const text = "The lamp turned once more and went out over the long black water.";
  const count = (pace: "once" | "calm" | "fast") => {
    let reveal = receive(startReveal("", 0, 0), text, 0);
    const steps: number[] = [];
    while (reveal.solid < text.length) {
      const next = advance(reveal, (steps.length + 1) * FRAME_MS, pace);
      if (next.shown > reveal.shown) steps.push(next.shown - reveal.shown);
      reveal = next;
    }
    return { most: Math.max(...steps), frames: steps.length };
  };
  expect(count("once")).toEqual({ most: text.length, frames: 1 });
  expect(count("fast")).toEqual({ most: 8, frames: Math.ceil(text.length / 8) });
  expect(count("calm")).toEqual({ most: 2, frames: Math.ceil(text.length / 2) });
});

test("new text continues the shown text", () => {
  const shown = frames(receive(startReveal("", 0, 0), "The rain", 0), 3);
  const more = receive(shown, "The rain never stops", 50);
  expect(more.shown).toBe(6);
  expect(frames(more, 1, 50).shown).toBe(8);
});

test("text that does not continue the shown text is revealed from its beginning", () => {
  const shown = frames(receive(startReveal("", 0, 0), "The rain", 0), 3);
  expect(receive(shown, "A storm", 50)).toMatchObject({ shown: 0, solid: 0, text: "A storm" });
});

test("no frame ever shows half a character", () => {
  const text = "a👩‍🚀b👍🏽cȩ́d";
  const whole = new Set<number>([0]);
  for (const { index, segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    whole.add(index + segment.length);
  }
  for (let index = 0; index <= text.length; index += 1) {
    expect(whole).toContain(findCharacterEnd(text, index));
  }
});

test("the rest of a word is known while its beginning is shown", () => {
  expect(findRestOfWord("The radio hissed", 6)).toBe("dio");
  expect(findRestOfWord("The radio hissed", 4)).toBe("");
  expect(findRestOfWord("The radio hissed", 9)).toBe("");
  expect(findRestOfWord("The radio hissed", 0)).toBe("");
  expect(findRestOfWord("字".repeat(200), 100)).toHaveLength(24);
});

function draw(progress: ReplyProgress): string {
  return renderToStaticMarkup(
    <AwaitedReply progress={progress} reader="Mara" material="what was said so far" />,
  );
}

test("a reply that was asked for just now is three dots with a name", () => {
  const drawn = draw({ phase: "reading", elapsedMs: 0 });
  expect(drawn).toContain("The next passage is being written");
  expect(drawn).not.toContain("Mara");
});

test("after two seconds it says what the model does, after ten since when", () => {
  expect(draw({ phase: "reading", elapsedMs: 2_000 })).toContain(
    "<bdi>Mara</bdi> is reading what was said so far…",
  );
  expect(draw({ phase: "loading", elapsedMs: 0 })).toContain("The model is being loaded…");
  expect(draw({ phase: "waiting", elapsedMs: 0 })).toContain("The model writes another text first…");
  expect(draw({ phase: "thinking", elapsedMs: 9_000 })).toContain("<bdi>Mara</bdi> is thinking…");
  expect(draw({ phase: "thinking", elapsedMs: 9_000 })).not.toContain(" s<");
  expect(draw({ phase: "reading", elapsedMs: 12_300 })).toContain('aria-hidden="true">12 s<');
});

test("nobody is said to read a message that the server has not accepted yet", () => {
  const drawn = draw({ phase: "sending", elapsedMs: 2_000 });
  expect(drawn).toContain("Sending…");
  expect(drawn).not.toContain("Mara");
  expect(draw({ phase: "sending", elapsedMs: 0 })).not.toContain("Sending…");
});

test("what is no reply is written as well, within a line of its own", () => {
  const drawn = renderToStaticMarkup(
    <AwaitedAnswer progress={{ phase: "writing", elapsedMs: 61_000 }} reader="Booky" material="your page" />,
  );
  expect(drawn).toContain("<bdi>Booky</bdi> is writing…");
  expect(drawn).toContain(">61 s<");
  expect(drawn).not.toContain("role=");
});

test("screen readers are told what changes, and no seconds", () => {
  const drawn = draw({ phase: "loading", elapsedMs: 30_000 });
  expect(drawn).toContain('<span role="status"><span>The model is being loaded…</span></span>');
  expect(drawn.match(/role="status"/gu)).toHaveLength(1);
});
