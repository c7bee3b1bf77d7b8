import { type Analysis, isPassage, type Message } from "#domain/message.ts";
import { isSceneBreak, type Paragraph, splitParagraphs, withoutSigns } from "#domain/passage-markup.ts";
import { listMentionSpans, type MentionSpan } from "../list/cut-at-mentions.ts";
import { findFirst } from "../list/text-position.ts";

/** What one voice says of a sentence. `speaker`: whose words they are; `null`: the narrator's. */
type SentencePart = { text: string; speaker: string | null };
/** A sentence of a message: [start, end) in UTF-16 code units of its content. */
export type SpokenSentence = { messageId: string; start: number; end: number; parts: SentencePart[] };

type SpokenMessage = Pick<Message, "messageId" | "content" | "role"> & {
  metadata: { analysis: Analysis | null };
};

/** Signs at which direct speech begins or ends. Single ones are mostly apostrophes. */
const QUOTATION_MARKS = /["“”„«»「」]/gu;
const SPOKEN = /[\p{L}\p{N}]/u;

/**
 * The sentences of a message as they are spoken: without the signs of an emphasis and between scenes, and with direct speech told from
 * what stands around it. It is said to be of who is named next to it in its paragraph, outside all direct speech.
 */
export function listSentences(message: SpokenMessage): SpokenSentence[] {
  const { messageId, content, metadata } = message;
  const isTold = isPassage(message);
  const names = isTold ? listMentionSpans(metadata.analysis) : [];
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return splitParagraphs(content).flatMap((paragraph) => {
    if (isSceneBreak(paragraph.text) || !SPOKEN.test(paragraph.text)) return [];
    const quotes = isTold ? findQuotes(paragraph.text) : [];
    const outside = findWithin(names, paragraph).filter(({ start }) => {
      const quote = quotes[findEndingAfter(quotes, start)];
      return quote === undefined || quote.start > start;
    });
    const voiced = quotes.map((quote) => ({ ...quote, speaker: findNearest(outside, quote) }));
    return Array.from(segmenter.segment(paragraph.text)).flatMap(({ index, segment }) => {
      const text = segment.trimEnd();
      const range = { start: index, end: index + text.length };
      const parts = cutAtQuotes(paragraph, range, voiced);
      if (parts.length === 0) return [];
      return [{ messageId, start: paragraph.start + range.start, end: paragraph.start + range.end, parts }];
    });
  });
}

type Span = { start: number; end: number };

/** Direct speech of a paragraph, with its marks; what is not closed goes on to its end. */
function findQuotes(text: string): Span[] {
  const marks = Array.from(text.matchAll(QUOTATION_MARKS), ({ index }) => index);
  return marks.flatMap((start, at) =>
    at % 2 === 0 ? [{ start, end: (marks[at + 1] ?? text.length - 1) + 1 }] : [],
  );
}

/** The names of a paragraph, by their places in it. */
function findWithin(names: readonly MentionSpan[], { start, text }: Paragraph): MentionSpan[] {
  const found: MentionSpan[] = [];
  for (let at = findEndingAfter(names, start); at < names.length; at += 1) {
    const name = names[at];
    if (name === undefined || name.end > start + text.length) break;
    found.push({ ...name, start: name.start - start, end: name.end - start });
  }
  return found;
}

/** Of the names before and after a quote, which has none in it. */
function findNearest(names: readonly MentionSpan[], quote: Span): string | null {
  const after = findEndingAfter(names, quote.start);
  const [before, next] = [names[after - 1], names[after]];
  const isBefore = before && (!next || quote.start - before.end <= next.start - quote.end);
  return (isBefore ? before : next)?.name ?? null;
}

/** The index of the first of sorted spans that ends after `at`; their number, if none does. */
function findEndingAfter(spans: readonly Span[], at: number): number {
  return findFirst(spans.length, (index) => (spans[index]?.end ?? 0) > at);
}

function cutAtQuotes(
  { text }: Paragraph,
  { start, end }: Span,
  quotes: readonly (Span & { speaker: string | null })[],
): SentencePart[] {
  const parts: SentencePart[] = [];
  const add = (from: number, to: number, speaker: string | null) => {
    const spoken = withoutSigns(text.slice(from, to)).trim();
    const last = parts.at(-1);
    if (!SPOKEN.test(spoken)) return;
    if (last?.speaker === speaker) last.text += ` ${spoken}`;
    else parts.push({ text: spoken, speaker });
  };
  let done = start;
  for (let at = findEndingAfter(quotes, start); at < quotes.length; at += 1) {
    const quote = quotes[at];
    if (quote === undefined || quote.start >= end) break;
    const from = Math.max(quote.start, start);
    const to = Math.min(quote.end, end);
    add(done, from, null);
    add(from, to, quote.speaker);
    done = to;
  }
  add(done, end, null);
  return parts;
}

/** Which sentence is spoken. `index`: in its message; as many as that has: the message was told. */
export type Spot = { messageId: string; index: number };

/** The sentence after that one, or before it, also in another message; `null`: there is none. */
export function findNextSpot(
  messages: readonly SpokenMessage[],
  { messageId, index }: Spot,
  by: 1 | -1,
): Spot | null {
  const at = messages.findIndex((message) => message.messageId === messageId);
  const here = messages[at];
  if (here === undefined) return null;
  const next = index + by;
  if (next >= 0 && next < listSentences(here).length) return { messageId, index: next };
  const others = by === 1 ? messages.slice(at + 1) : messages.slice(0, at).reverse();
  for (const other of others) {
    const count = listSentences(other).length; // none: such as a line of dots alone
    if (count > 0) return { messageId: other.messageId, index: by === 1 ? 0 : count - 1 };
  }
  return null;
}
