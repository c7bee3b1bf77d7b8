import fc from "fast-check";
import { Lexer } from "marked";
import * as v from "valibot";
import { expect, test } from "vitest";
import { listTraits } from "#app/features/characters/character-text.ts";
import { fromEditable, toEditable } from "#app/features/conversation/editing/edit-wording.ts";
import { toPreview } from "#app/features/conversation/input-bar/collapsed-bar.tsx";
import { fitEdit } from "#app/features/conversation/input-bar/length-limit.ts";
import { cutAtMentions } from "#app/features/conversation/list/cut-at-mentions.ts";
import { advance, findCharacterEnd, startReveal } from "#app/features/conversation/list/reveal.ts";
import { splitSentences } from "#app/features/conversation/listen/speech.ts";
import { listSentences } from "#app/features/conversation/listen/spoken-sentences.ts";
import { hasAdultCookie } from "#domain/adult-content.ts";
import { createCharacterSchema } from "#domain/character.ts";
import { readMarkdown, toSpokenText } from "#domain/chat-markdown.ts";
import { AppError } from "#domain/errors.ts";
import { isUnreadable, KeyFinder } from "#domain/find-lore-keys.ts";
import { checkInput } from "#domain/input.ts";
import { searchSchema } from "#domain/library.ts";
import { messageContentSchema } from "#domain/message.ts";
import {
  closeEmphasis,
  cutAtEmphasis,
  findFinishedSentences,
  isSceneBreak,
  splitParagraphs,
} from "#domain/passage-markup.ts";
import { isSharePage } from "#domain/public-pages.ts";
import { readRichMarkdown, readRichPassage } from "#domain/rich-text.ts";
import { shareTokenSchema } from "#domain/share.ts";
import {
  countCharacters,
  fitText,
  foldText,
  measureText,
  truncateAtWord,
  truncateCharacters,
} from "#domain/text.ts";
import { toPng } from "#tests/fakes/png.ts";
import { findLeastMs } from "#tests/harness/least-ms.ts";
import { readProcessorMs } from "#tests/harness/processor-ms.ts";
import { findMentions } from "#tests/workers/ai/cast/find-mentions.ts";
import { storySpeakers } from "#tests/workers/ai/reply/pass.ts";
import { findCandidates, showsNames, withoutParts } from "#workers/ai/cast/candidates.ts";
import { findPlayerName } from "#workers/ai/cast/player.ts";
import { cleanPartialText, cleanText } from "#workers/ai/clean-short-answer.ts";
import { findJson } from "#workers/ai/find-json.ts";
import { neutralise, neutraliseLine } from "#workers/ai/prompts/neutralise.ts";
import { buildPortraitImagePrompt } from "#workers/ai/prompts/portrait-image.ts";
import { buildSceneImagePrompt, describeScene } from "#workers/ai/prompts/scene-image.ts";
import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { ServerEvents } from "#workers/ai/server-events.ts";
import { findTitleFault, toPremiseTitle } from "#workers/ai/story-title.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import {
  type CardFields,
  cardFieldsSchema,
  fillMacros,
  toCharacter,
  toGreetings,
} from "#workers/characters/cards/card.ts";
import { toTextChunk } from "#workers/characters/cards/png-chunks.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { drawBookFront } from "#workers/covers/book-front.ts";
import { findLanguage } from "#workers/exports/book-language.ts";
import { toMarkdown, toXhtml } from "#workers/exports/render-rich-text.ts";
import { toTime } from "#workers/imports/formats/sillytavern.ts";
import { openFiles, readImport } from "#workers/imports/read-import.ts";
import { splitText } from "#workers/imports/tree-builder.ts";
import { splitDecorators, toKeys } from "#workers/lorebooks/formats/entry.ts";
import { ideaNearest } from "#workers/prompts/form.ts";
import { cutSnippet } from "../../durable-objects/search/snippet.ts";
import { splitIntoWords } from "../../durable-objects/search/split-words.ts";
import { listNear, parseTypedQuery } from "../../durable-objects/search/typed-query.ts";
import HOSTILE_TEXTS from "./hostile-texts.json";

const SIZE = 32 * 1024; // UTF-16 code units: half of the maximum of a frame shows what is not linear

/** Also those that share most with one another, and hostile patterns. */
const LORE_KEYS = new KeyFinder(
  [
    ...Array.from({ length: 100 }, (_, index) => "a".repeat(index + 1)),
    ...["old man", "雨夜", "/(a+)+$/", "/(a|aa)+$/", "/(x+x+)+y/"],
  ].map((text) => ({ text, wholeWords: true, caseSensitive: false, isPattern: false })),
);

/** Most hostile files are refused; only the time that this takes matters. */
function unlessRefused(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A file of an import. */
function readFile(name: string, text: string): unknown {
  const files = openFiles([{ name, bytes: new TextEncoder().encode(text) }]);
  return unlessRefused(() => readImport(files, { name, now: new Date() }));
}

/**
 * Everything that reads the text of a person or of a model, as a function of that text. Add each new regular expression
 * or scanner here; the test then runs it on every text of `HOSTILE`.
 */
const SCANNERS: Record<string, (text: string) => unknown> = {
  hasAdultCookie,
  isSharePage: (text) => isSharePage(`/s/${text}`),
  shareTokenSchema: (text) => checkInput(shareTokenSchema, text),
  countCharacters,
  findKeys: (text) => LORE_KEYS.find(text),
  isUnreadable: (text) => isUnreadable({ text, wholeWords: false, caseSensitive: false, isPattern: false }),
  toKeys,
  splitDecorators,
  "a text as XHTML and as Markdown": (text) => {
    const parts = [...readRichPassage(text), ...readRichMarkdown(text)];
    return [toXhtml(parts), toMarkdown(parts)];
  },
  "an address in a book": (text) => toXhtml([{ tag: "a", children: [], href: `https://a.test/${text}` }]),
  findLanguage: (text) => findLanguage(text, text),
  drawBookFront: (title) => drawBookFront({ title, author: title, art: "" }),
  measureText: (text) => measureText(text, Number.POSITIVE_INFINITY),
  truncateCharacters: (text) => truncateCharacters(text, SIZE),
  fitText: (text) => fitText(text, SIZE / 2),
  truncateAtWord: (text) => truncateAtWord(text, SIZE / 2),
  foldText,
  splitIntoWords,
  parseTypedQuery,
  listNear: (text) => listNear(text.slice(0, 48)),
  cutSnippet: (text) => cutSnippet(text, [[text.length - 1, text.length]]),
  messageContentSchema: (text) => checkInput(messageContentSchema, text),
  searchSchema: (text) => checkInput(searchSchema, text),

  neutralise,
  neutraliseLine,
  findJson,
  "findJson, fenced": (text) => findJson(`\`\`\`json ${text}`),
  "findJson, quotes": (text) => findJson(`{"a": "${text.slice(0, 9_000).replaceAll(" ", '" ')}`),
  "findJson, braces": (text) => findJson(`{${text}} {${text}} {${text}`),
  "findJson, curly quotes": (text) => findJson(`{${text.slice(0, 3_000).replaceAll("a", "“a")}`),
  "findJson, an object": (text) => findJson(`{"a": "${text}`),
  cleanText: (text) => cleanText(text, 1_000),
  cleanPartialText: (text) => cleanPartialText(text, 1_000),
  "findJson, to be repaired": (text) => findJson(`{'a': '${text.slice(0, 19_000)}`),
  findTitleFault: (text) => findTitleFault(text, text),
  toPremiseTitle: (text) => toPremiseTitle({ description: text, setting: "", character: "" }),
  estimateTokens,
  ServerEvents: (text) =>
    new ServerEvents().read(`data: {"choices":[{"delta":{"content":${JSON.stringify(text)}}}]}\n\n`),
  "ReplyText, in pieces": (text) => pushInPieces(new ReplyText({ speakers: storySpeakers() }), text),
  "ReplyText, of which the player's action speaks": (text) => {
    const action = `${text.slice(0, 8_000)} and so`;
    return pushInPieces(new ReplyText({ speakers: storySpeakers({ player: "Anna", action }) }), text);
  },
  ideaNearest: (text) => ideaNearest(text, () => 0),

  "readImport, a draft": (text) => readFile("a.md", text),
  "readImport, a chat": (text) =>
    readFile("a.jsonl", `${JSON.stringify({ name: text, mes: text })}\n${text}`),
  "readImport, a save": (text) =>
    readFile("a.json", JSON.stringify({ prompt: text, actions: [text, `> ${text}`] })),
  splitText: (text) => splitText(text, 500),
  toTime,

  findCandidates: (text) => withoutParts(findCandidates(text)),
  showsNames,
  findPlayerName: (text) => findPlayerName(`a ${text}`),
  "findPlayerName, a name": (text) => findPlayerName(`I am called A ${text}`),
  findMentions: (text) =>
    findMentions(text, [{ name: "Mara Voss", aliases: ["Mara", "a", "I", "["], isNew: false }]),

  splitParagraphs,
  toEditable,
  fromEditable: (text) => fromEditable(text, "One.\n\nTwo."),
  findFinishedSentences: (text) => findFinishedSentences(text, 0),
  cutAtMentions: (text) => cutAtMentions({ start: 0, text }, [{ name: "A", start: 1, end: text.length - 1 }]),
  findCharacterEnd: (text) => findCharacterEnd(text, 1),
  advance: (text) => advance(startReveal(text, 0, 0), 5_000),
  fitEdit: (text) => fitEdit({ before: "", after: text, caret: text.length, max: 500 }),
  toPreview,
  listTraits: (text) => listTraits(text, 3),
  isSceneBreak,
  cutAtEmphasis: (text) => cutAtEmphasis(text),
  "cutAtEmphasis, growing": (text) => cutAtEmphasis(text, true),
  closeEmphasis,
  readMarkdown,
  "readMarkdown, few signs": (text) => readMarkdown(text.slice(0, 500) + plain),
  "readMarkdown, signs here and there": (text) =>
    readMarkdown(plain.replaceAll("the lamp", text.slice(0, 2))),
  toSpokenText,
  splitSentences,
  listSentences: (content) => {
    const positions = [...content.matchAll(/\S\S/g)].map(({ index }): [number, number] => [index, index + 2]);
    const analysis = { mentionedCharacters: [{ name: "Mara", isNew: false, positions }] };
    return listSentences({ messageId: "m", role: "assistant", content, metadata: { analysis } });
  },

  createCharacterSchema: (text) =>
    checkInput(createCharacterSchema, { name: text, description: text, voice: text, quirks: [text] }),
  fillMacros: (text) => fillMacros(text, NAMES),
  toCharacter: (text) => toCharacter(toCard(text)),
  toGreetings: (text) => toGreetings({ ...toCard(text), alternate_greetings: [] }, NAMES),
  readCard: (text) => readCardOf(JSON.stringify({ description: "somebody", name: "Mara", first_mes: text })),
  "readCard, whose JSON is broken": (text) => readCardOf(`{"name":${text}`),
  "readCard, in base64": (text) => readCardOf(toPng([toTextChunk("ccv3", text)])),
  describeScene: (text) => describeScene([{ role: "assistant", content: text }]),
  buildSceneImagePrompt: (text) =>
    buildSceneImagePrompt(text, { name: text, appearance: text, description: text }, [
      { role: "user", content: text },
    ]),
  buildPortraitImagePrompt: (text) =>
    buildPortraitImagePrompt(
      { name: text, description: text, personality: text, appearance: text, details: text },
      "sketch",
    ),
};

const NAMES = { char: "Mara", user: "Wren" };

function pushInPieces(reply: ReplyText, text: string): void {
  for (let start = 0; start < text.length; start += 8) reply.push(text.slice(start, start + 8));
  reply.end();
}

/** A card with this text in every field. */
function toCard(text: string): CardFields {
  const fields = ["name", "description", "personality", "scenario", "first_mes", "creator_notes"];
  return v.parse(cardFieldsSchema, {
    ...Object.fromEntries(fields.map((field) => [field, text])),
    alternate_greetings: [text],
    tags: [text],
  });
}

function readCardOf(file: string | Uint8Array): unknown {
  return unlessRefused(() => readCard(typeof file === "string" ? new TextEncoder().encode(file) : file));
}

/** The end differs, so that a pattern that has matched everything before it must backtrack. */
function hostile(unit: string, end = "x"): string {
  return unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE - end.length - 1) + end;
}

const CHARACTERS = [...HOSTILE_TEXTS.characters];

/** é is a letter outside ASCII: a pattern that looks at either side of a run of signs must backtrack. */
const HOSTILE: Record<string, string> = Object.fromEntries([
  ...HOSTILE_TEXTS.units.map((unit) => [`${JSON.stringify(unit)} over and over`, hostile(unit)]),
  ...CHARACTERS.map((unit) => [
    `${JSON.stringify(unit)} over and over, between two é`,
    `é${hostile(unit, "é")}`,
  ]),
]);
/** Three letters, a different name for each number. */
function nameNumber(index: number): string {
  return String.fromCharCode(
    65 + (Math.floor(index / 676) % 26),
    97 + (index % 26),
    97 + (Math.floor(index / 26) % 26),
  );
}
function withManyNames(toWords: (name: string) => string): string {
  const words = Array.from({ length: SIZE / 4 }, (_, index) => toWords(nameNumber(index)));
  return words.join(" ").slice(0, SIZE);
}
HOSTILE["a new name with every word"] = withManyNames((name) => `said ${name}`);
HOSTILE["a new surname with every name"] = withManyNames((name) => `Mara ${name} said.`);
HOSTILE["a new title with every name"] = withManyNames((name) => `Mr. ${name} said.`);

const PROSE = "Mara Voss went into the lamp room at nine. “Well,” she said, “it’s over.” The radio hissed. ";
const plain = PROSE.repeat(Math.ceil(SIZE / PROSE.length)).slice(0, SIZE);

/**
 * A text may take this many times as long as plain prose, and prose this many times as long as to read it once. A
 * quadratic function takes hundreds of times as long.
 */
const TIMES_MAX = 40;

/** `tries`: how often `scan` is timed at most. Fewer tries can only give a higher time. */
function leastMs(scan: () => unknown, { enough = 0, tries = 10 } = {}): number {
  return findLeastMs(scan, { enough, tries, clock: readProcessorMs });
}

/**
 * The quickest scanners take too little time for a comparison: this is the time to read a text once on this machine
 * now. Each test asks anew: other load slows all of them, and not all to the same degree.
 */
function findPassMs(): number {
  return leastMs(() => [...new Intl.Segmenter().segment(plain)].length);
}

/** Two seconds when nothing else runs. */
const LIMIT_MS = 120_000;

test.each(Object.entries(SCANNERS))(
  "%s takes as long for the worst text as for prose",
  (name, scan) => {
    const passMs = findPassMs();
    const plainMs = leastMs(() => scan(plain), { enough: passMs, tries: 3 });
    expect(plainMs, "for prose").toBeLessThan(TIMES_MAX * passMs);
    const enough = TIMES_MAX * Math.max(passMs, plainMs);
    for (const [text, content] of Object.entries(HOSTILE))
      expect(
        leastMs(() => scan(content), { enough }),
        `${name}, for ${text}`,
      ).toBeLessThanOrEqual(enough);
  },
  LIMIT_MS,
);

/** Texts for each rule of the Markdown library: what begins it, continues it or ends it. */
const MARKDOWN_RULES: Record<string, readonly string[]> = HOSTILE_TEXTS.markdownRules;
const MARKDOWN_SIZE = 20_000;

test("the texts for Markdown have each rule of its library", () => {
  const { block, inline } = Lexer.rules;
  const rules = new Set([...Object.keys(block.gfm), ...Object.keys(inline.gfm)]);
  expect(Object.keys(MARKDOWN_RULES).toSorted()).toEqual([...rules].toSorted());
});

test(
  "readMarkdown takes as long for 200 texts of a fuzzer, and for each rule over and over, as for prose",
  () => {
    const units = Object.values(MARKDOWN_RULES).flat();
    const parts = (minLength: number, maxLength: number) =>
      fc
        .array(fc.constantFrom(...units, "a", " ", "\n", "漢字", "x".repeat(60)), { minLength, maxLength })
        .map((some) => some.join(""));
    const shape = fc.record({
      start: parts(0, 2),
      unit: fc
        .tuple(parts(1, 4), fc.nat(40))
        .map(([signs, words]) => signs + "the lamp is lit ".repeat(Math.max(0, words - 20))),
      end: parts(0, 2),
    });
    const shapes = [
      { start: "", unit: "a.a-a", end: "@" },
      { start: "<a ", unit: "b", end: "" },
      ...units.map((unit) => ({ start: "", unit, end: "" })),
      ...fc.sample(shape, { numRuns: 200, seed: 20_261_123 }),
    ];
    const enough = (TIMES_MAX * findPassMs() * MARKDOWN_SIZE) / SIZE;
    for (const { start, unit, end } of shapes) {
      const length = MARKDOWN_SIZE - start.length - end.length;
      const text = start + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + end;
      const ms = leastMs(() => readMarkdown(text), { enough });
      expect(ms, JSON.stringify({ start, unit, end })).toBeLessThanOrEqual(enough);
    }
  },
  LIMIT_MS,
);
