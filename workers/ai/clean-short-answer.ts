import { countCharacters, truncateAtWord, truncateCharacters } from "#domain/text.ts";
import { takeOwnTurn } from "./reply/end-marks.ts";
import { removeThoughts } from "./reply/thoughts.ts";

/**
 * How models decline to give a short answer, also in quotation marks or behind a label. Suggestions are written in the first person, so
 * "I can't" alone is not a refusal, and "I can't help but …" is not one either. "I can't help with this request" is one: nobody in a
 * story says that. The rules for replies (`reply/refusal.ts`) look only at the beginning of a text.
 */
const REFUSAL =
  /\bas an ai\b|\b(?:ai|language) (?:language )?model\b|\bi(?:'|’)?(?: a)?m (?:sorry|unable)[^.]{0,40}\b(?:assist|help|fulfil+|comply|provide|generate|create)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|am unable to|am not able to) (?:assist|help(?! but\b)|fulfil+|comply|provide|generate|create|write|produce)\b[^.]{0,40}\b(?:that|this|request|content|with|story|title)\b/iu;
/** "Here is a suggestion:", "Title:", "Sure!", and a title's label in the languages that stories are written in most. */
const LABEL =
  /^(?:(?:sure|certainly|of course|okay|absolutely)[,!.:]\s*)?(?:(?:here(?:'|’)?s|here is|here are)\b[^:\n]{0,80}:\s*|(?:the )?(?:title|story title|suggestion|suggested (?:input|action)|premise|prompt|answer|portrait|description|titel|titre|título|titolo|название|заголовок|标题|標題|タイトル|題名|제목|العنوان)\s*[:：]\s*)/iu;
/** How many marks around an answer are removed at most; `***“Title”***` has four. */
const QUOTE_LAYERS_MAX = 8;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
  ["„", "“"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["'", "'"],
  ["*", "*"],
  ["_", "_"],
  ["`", "`"],
];

const LETTER = /\p{L}/u;

/**
 * A short answer without what models put around it, on one line, cut to `maxLength`; `null`: it has no letter, or it is a
 * refusal.
 */
export function cleanText(answer: string, maxLength: number): string | null {
  const bare = toBareLine(answer, true);
  if (REFUSAL.test(bare)) return null;
  const text = unquoted(unquoted(bare).replace(LABEL, "").trim());
  return LETTER.test(text) ? cut(text, maxLength) : null;
}

const POLITE = /^(?:sure|certainly|of course|okay|absolutely)\b[,!.:\s]*/iu;
/** The text may begin with a label: nothing is shown until that is clear. */
const LABEL_BEGUN = /^(?:here\b|the |title|story title|suggest|premise|prompt|answer)[^.?,;]*$/iu;
const LABEL_MAX = 90;

/** The part of an unfinished short answer that can be shown; empty as long as the text may be a label or a mark, and once it is a refusal. */
export function cleanPartialText(answer: string, maxLength: number): string {
  const bare = toBareLine(answer, false);
  if (bare.startsWith("<") || REFUSAL.test(bare)) return "";
  const text = bare.replace(LABEL, "").trim();
  const rest = text.replace(POLITE, "");
  if (text === bare && (rest === "" || (rest.length < LABEL_MAX && LABEL_BEGUN.test(rest)))) return "";
  const shown = withoutOpeningMark(unquoted(text));
  return LETTER.test(shown) ? truncateCharacters(shown, maxLength) : "";
}

/** A mark that is open may stand around the whole text. */
function withoutOpeningMark(text: string): string {
  const [marks = ""] = /^[*_]+/u.exec(text) ?? [];
  if (marks !== "" && !text.includes(marks, marks.length))
    return withoutOpeningMark(text.slice(marks.length));
  for (const [open, close] of QUOTES) {
    if (text.startsWith(open) && !text.includes(close, open.length)) return text.slice(open.length).trim();
  }
  return text;
}

/** Puts an answer on one line and removes thoughts, marks of a turn, code fences and the mark of a heading or a list. */
function toBareLine(answer: string, isWhole: boolean): string {
  return takeOwnTurn(removeThoughts(answer, isWhole), isWhole)
    .replace(/```[a-z]*\n?/giu, "")
    .replace(/^\s*(?:#{1,6}|[-*•]|\d+[.)])\s+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Takes off marks that stand around the whole text, not around a part at each end: “Go,” she said. “Now.” */
function unquoted(text: string, layers = QUOTE_LAYERS_MAX): string {
  if (layers === 0) return text;
  for (const [open, close] of QUOTES) {
    if (text.length < 3 || !text.startsWith(open) || !text.endsWith(close)) continue;
    const inside = text.slice(open.length, -close.length);
    if (inside.includes(open) && open !== "*" && open !== "_") continue;
    if (open !== close && inside.includes(close)) continue;
    return unquoted(inside.trim(), layers - 1);
  }
  return text;
}

/** Cuts at the end of a sentence if that uses at least half of the room, else at the end of a word. */
function cut(text: string, maxLength: number): string {
  if (countCharacters(text) <= maxLength) return text;
  const fitting = truncateCharacters(text, maxLength);
  const end = [...fitting.matchAll(/[.!?…]["”’»)]*(?=\s|$)/gu)].at(-1);
  const sentences = end ? fitting.slice(0, end.index + end[0].length) : "";
  return sentences.length >= fitting.length / 2 ? sentences : truncateAtWord(text, maxLength - 1);
}
