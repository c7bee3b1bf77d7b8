import { jsonrepair } from "jsonrepair";
import { countCharacters, truncateAtWord, truncateCharacters } from "#domain/text.ts";
import { removeThoughts } from "./reply/thoughts.ts";

const FENCE = "```";
/** An answer has one fenced part, perhaps an example before it. */
const FENCED_MAX = 8;
const LANGUAGE = /^[a-z]*\s/iu;

/** A longer answer is not repaired. In UTF-16 code units; 1,000 tokens are some 4,000. */
const REPAIRED_MAX = 20_000;

/**
 * The JSON value in an answer: the whole answer, or else a fenced part, or else the first value in the text, or else that one
 * with its quotes, commas and missing ends repaired; `undefined`: none.
 */
export function findJson(answer: string): unknown {
  const text = removeThoughts(answer).trim();
  for (const candidate of [text, ...fenced(text), embedded(text)]) {
    const value = parsed(candidate);
    if (value !== undefined) return value;
  }
  return repaired(text);
}

/** An answer as JSON alone; the answer itself if it is JSON, or has none. */
export function toJsonText(answer: string): string {
  const value = findJson(answer);
  const isJson = value === undefined || typeof parseJson(answer) === "object";
  return isJson ? answer : JSON.stringify(value);
}

/** What begins like an object or a list: with single quotes, with comments, or cut off at its end. */
function repaired(text: string): unknown {
  const start = text.search(/[{[]/u);
  if (start < 0 || text.length > REPAIRED_MAX) return undefined;
  const candidate = embedded(text) || text.slice(start);
  try {
    return parseJson(jsonrepair(candidate));
  } catch {
    return undefined;
  }
}

/** What stands between fences, without the name of its language. */
function fenced(text: string): string[] {
  const parts = text.split(FENCE);
  // With an odd number of fences, the text after the last one is outside, or its end is missing.
  const inside = parts.filter((_, index) => index % 2 === 1 && index < parts.length - 1);
  return inside.slice(0, FENCED_MAX).map(withoutLanguage);
}

function withoutLanguage(inside: string): string {
  return inside.replace(LANGUAGE, "").trim();
}

function parsed(text: string): unknown {
  const value = parseJson(text) ?? parseJson(text.replace(/,(\s*[}\]])/gu, "$1"));
  // Some models put their JSON into a string once more.
  return typeof value === "string" && /^\s*[[{]/u.test(value) ? parsed(value) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first object or list in the text, from its opening bracket to the one that closes it. */
function embedded(text: string): string {
  const start = text.search(/[{[]/u);
  if (start < 0) return "";
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return text.slice(start, index + 1);
    }
  }
  return "";
}

/** How models decline. A character may say "I can't" as well, but nobody in a story offers help with a request. */
const REFUSAL =
  /\bas an ai\b|\b(?:ai|language) (?:language )?model\b|\bi(?:'|’)?(?: a)?m (?:sorry|unable)[^.]{0,40}\b(?:assist|help|fulfil+|comply|provide|generate|create)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|am unable to|am not able to) (?:assist|help|fulfil+|comply|provide|generate|create|write|produce)\b[^.]{0,40}\b(?:that|this|request|content|with|story|title)\b/iu;
/** "Here is a suggestion:", "Title:", "Sure!" */
const LABEL =
  /^(?:(?:sure|certainly|of course|okay|absolutely)[,!.:]\s*)?(?:(?:here(?:'|’)?s|here is|here are)\b[^:\n]{0,80}:\s*|(?:the )?(?:title|story title|suggestion|suggested (?:input|action)|premise|prompt|answer|portrait|description)\s*:\s*)/iu;
/** How many marks around an answer are removed at most; `***“Title”***` has four. */
const QUOTE_LAYERS_MAX = 8;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
  ["„", "“"],
  ["‘", "’"],
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
  const bare = toBareLine(removeThoughts(answer));
  if (REFUSAL.test(bare)) return null;
  const text = unquoted(unquoted(bare).replace(LABEL, "").trim());
  return LETTER.test(text) ? cut(text, maxLength) : null;
}

const POLITE = /^(?:sure|certainly|of course|okay|absolutely)\b[,!.:\s]*/iu;
/** The text may begin with a label: nothing is shown until that is clear. */
const LABEL_BEGUN = /^(?:here\b|the |title|story title|suggest|premise|prompt|answer)[^.?,;]*$/iu;
const LABEL_MAX = 90;

/** The part of an unfinished short answer that can be shown; empty as long as the text may be a label or a mark. */
export function cleanPartialText(answer: string, maxLength: number): string {
  const bare = toBareLine(removeThoughts(answer, false));
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

/** Puts an answer on one line and removes code fences and the mark of a heading or a list. */
function toBareLine(answer: string): string {
  return answer
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
