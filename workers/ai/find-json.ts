import { jsonrepair } from "jsonrepair";
import { parseJson } from "#domain/json.ts";
import { removeThoughts } from "./reply/thoughts.ts";

/** A longer answer is not repaired. In UTF-16 code units; 1,000 tokens are some 4,000. */
const REPAIRED_MAX = 20_000;
/** So many curly quotes at most: the time of `jsonrepair` grows with their third power, 10 s for 2,000. */
const CURLY_MAX = 400;

/** Where a value may begin in a text. A list in brackets is one only if it has objects, lists or quoted texts: prose has `[1]` and `[links]`. */
const BEGINNING = /\{|\[(?=\s*[{["'])/u;
/** A fence with a value behind it, and perhaps the name of a language between. */
const FENCE = /```[a-z]*\s*(?=\{|\[\s*[{["'])/iu;
/** So many braces of prose may stand before the JSON. */
const BEGINNINGS_MAX = 8;

/**
 * The JSON value in an answer: the whole answer, or else the first value after a fence, or else the first value in the text. Wrong quotes,
 * wrong commas and a missing end are repaired. `undefined`: there is no value.
 */
export function findJson(answer: string): unknown {
  const text = removeThoughts(answer).trim();
  const value = parsed(text);
  if (value !== undefined) return value;
  // Words before a fence may hold an example of the format.
  let rest = text.slice(Math.max(text.search(FENCE), 0));
  for (let left = BEGINNINGS_MAX; left > 0; left -= 1) {
    const start = rest.search(BEGINNING);
    if (start < 0) return undefined;
    rest = rest.slice(start);
    const whole = cutValue(rest);
    const value = parsed(whole) ?? repaired(whole || rest);
    if (value !== undefined || whole === "") return value;
    rest = rest.slice(whole.length);
  }
  return undefined;
}

/** An answer as JSON alone; the answer itself if it is JSON, or has none. */
export function toJsonText(answer: string): string {
  const value = findJson(answer);
  const isJson = value === undefined || typeof parseJson(answer) === "object";
  return isJson ? answer : JSON.stringify(value);
}

/** What begins like an object or a list: with bare quotes in a text, with single quotes, with comments, or cut off at its end. */
function repaired(text: string): unknown {
  if (text.length > REPAIRED_MAX) return undefined;
  try {
    const value = parseJson(escapeInnerQuotes(text));
    if (value !== undefined || text.split(/[“”‘’]/u).length > CURLY_MAX) return value;
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

const SPACE = /\s*/uy;
const VALUE = /["{[}\]\d/-]|(?:true|false|null)\b/uy;

/**
 * Whether a quote ends a text: then comes the end of its list or object, a colon, a comment, or the next value, whose comma may be
 * missing.
 */
function isEndOfText(from: string, after: number): boolean {
  const next = skipSpace(from, after);
  const character = from[next];
  if (character === undefined || "}]:/".includes(character)) return true;
  if (character === '"') return next > after;
  VALUE.lastIndex = skipSpace(from, next + 1);
  return character === "," && VALUE.test(from);
}

function skipSpace(from: string, index: number): number {
  SPACE.lastIndex = index;
  SPACE.test(from);
  return SPACE.lastIndex;
}

/** The value at the beginning of a text. A quote within a text of it, as of speech, and a line break are escaped. */
function escapeInnerQuotes(from: string): string {
  let written = "";
  let depth = 0;
  let inString = false;
  for (let index = 0; index < from.length; index += 1) {
    const character = from[index] ?? "";
    if (inString && character === "\\") {
      written += from.slice(index, index + 2);
      index += 1;
      continue;
    }
    if (character === '"') {
      const isInner = inString && !isEndOfText(from, index + 1);
      if (!isInner) inString = !inString;
      written += isInner ? '\\"' : '"';
      continue;
    }
    written += inString && character === "\n" ? "\\n" : character;
    if (inString) continue;
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) break;
  }
  return written;
}

function parsed(text: string): unknown {
  const value = parseJson(text) ?? parseJson(text.replace(/,(\s*[}\]])/gu, "$1"));
  // Some models put their JSON into a string once more.
  return typeof value === "string" && /^\s*[[{]/u.test(value) ? parsed(value) : value;
}

/** The object or list at the beginning of a text, up to the bracket that closes it; empty: none does. */
function cutValue(from: string): string {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < from.length; index += 1) {
    const character = from[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return from.slice(0, index + 1);
    }
  }
  return "";
}
