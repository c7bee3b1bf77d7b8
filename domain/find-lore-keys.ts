import { RE2JS } from "re2js";
import { normalizeText } from "./text.ts";
import { isWithinWord } from "./word-edges.ts";

/*
 * Finds the keys of lore entries in a text. All plain keys are looked for in one pass (Aho-Corasick), so that the time is the sum of the
 * text and the keys, not their product. Patterns come from strangers: RE2 reads them in linear time.
 */

/** A key as an entry has it. */
export type Key = { text: string; wholeWords: boolean; caseSensitive: boolean; isPattern: boolean };

/** In UTF-16 code units. A longer pattern matches nothing. */
const PATTERN_MAX = 500;
/** Patterns of one set of entries that are looked for; further ones match nothing. */
const PATTERNS_MAX = 200;
/** Of a text the patterns read the end, so many UTF-16 code units: each of them reads it anew. */
const PATTERN_READS = 8_000;

const SLASHED = /^\/(.*)\/([a-z]*)$/su;

/** The regular expression of a key between slashes, or of an entry whose keys are patterns; `null`: the key is plain. */
function toPattern({ text, isPattern, caseSensitive }: Key): { source: string; flags: number } | null {
  const [, source, letters = ""] = SLASHED.exec(text) ?? [];
  if (source === undefined) {
    return isPattern ? { source: text, flags: caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE } : null;
  }
  const flags =
    (letters.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
    (letters.includes("m") ? RE2JS.MULTILINE : 0) |
    (letters.includes("s") ? RE2JS.DOTALL : 0);
  return { source, flags };
}

function compile(key: Key): RE2JS | null {
  const pattern = toPattern(key);
  if (pattern === null || pattern.source === "" || pattern.source.length > PATTERN_MAX) return null;
  try {
    return RE2JS.compile(pattern.source, pattern.flags);
  } catch {
    return null; // not a regular expression, or one that RE2 can't do, such as a look-behind
  }
}

/** Whether a key is a pattern that can't be read: it matches nothing. */
export function isUnreadable(key: Key): boolean {
  return toPattern(key) !== null && compile(key) === null;
}

type Node = { next: Map<number, Node>; fail: Node | null; ends: number[]; link: Node | null };

/** The keys of many entries, made once and asked about many texts. */
export class KeyFinder {
  readonly #keys: readonly Key[];
  /** Without case; whether it has to be the same is checked where it is found. */
  readonly #forms: readonly string[];
  /** Whether a key has several words: those are found anywhere. */
  readonly #phrases: readonly boolean[];
  readonly #root: Node = { next: new Map(), fail: null, ends: [], link: null };
  readonly #patterns: { at: number; pattern: RE2JS }[] = [];

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
    this.#forms = keys.map(({ text }) => fold(normalizeText(text.trim(), "NFC")));
    this.#phrases = this.#forms.map((form) => /\s/u.test(form));
    for (const [at, key] of keys.entries()) {
      if (toPattern(key) === null) {
        this.#add(this.#forms[at] ?? "", at);
        continue;
      }
      const pattern = this.#patterns.length < PATTERNS_MAX ? compile(key) : null;
      if (pattern !== null) this.#patterns.push({ at, pattern });
    }
    this.#linkFailures();
  }

  #add(form: string, at: number): void {
    if (form === "") return;
    let node = this.#root;
    for (let index = 0; index < form.length; index += 1) {
      const code = form.charCodeAt(index);
      const next = node.next.get(code) ?? { next: new Map(), fail: null, ends: [], link: null };
      node.next.set(code, next);
      node = next;
    }
    node.ends.push(at);
  }

  /** For each node the longest end of what was read that is also the beginning of a key. */
  #linkFailures(): void {
    const queue: Node[] = [this.#root];
    for (const node of queue) {
      for (const [code, next] of node.next) {
        let fail = node.fail;
        while (fail !== null && !fail.next.has(code)) fail = fail.fail;
        next.fail = fail?.next.get(code) ?? this.#root;
        next.link = next.fail.ends.length > 0 ? next.fail : next.fail.link;
        queue.push(next);
      }
    }
  }

  /** The numbers of the keys that stand in a text. */
  find(text: string): Set<number> {
    const found = new Set<number>();
    const written = normalizeText(text, "NFC");
    const folded = fold(written);
    let node = this.#root;
    for (let at = 0; at < folded.length; at += 1) {
      const code = folded.charCodeAt(at);
      while (node.fail !== null && !node.next.has(code)) node = node.fail;
      node = node.next.get(code) ?? this.#root;
      if (node.ends.length === 0 && node.link === null) continue;
      const goesOn = isWithinWord(written, at + 1);
      for (let hit: Node | null = node; hit !== null; hit = hit.link) {
        for (const key of hit.ends) {
          if (!found.has(key) && this.#fits(key, written, { end: at + 1, goesOn })) found.add(key);
        }
      }
    }
    const read = written.slice(-PATTERN_READS);
    for (const { at, pattern } of this.#patterns) if (pattern.test(read)) found.add(at);
    return found;
  }

  /** `goesOn`: the word at the key's end goes on after it. */
  #fits(index: number, text: string, { end, goesOn }: { end: number; goesOn: boolean }): boolean {
    const key = this.#keys[index];
    const start = end - (this.#forms[index]?.length ?? 0);
    if (key === undefined) return false;
    if (key.caseSensitive && !isWrittenAlike(text.slice(start, end), normalizeText(key.text.trim(), "NFC")))
      return false;
    return !key.wholeWords || (this.#phrases[index] ?? false) || (!goesOn && !isWithinWord(text, start));
  }
}

/**
 * Of the same length, so that places stay those of the text: only İ has a longer small letter. The Turkish i is one letter with and without
 * its dot.
 */
function fold(text: string): string {
  const small = text.replace(/[İı]/gu, "i").toLowerCase();
  return straighten(small).replace(/ς/gu, "σ");
}

function isWrittenAlike(one: string, other: string): boolean {
  return straighten(one) === straighten(other);
}

/** The text with straight apostrophes and plain spaces. Its length stays the same. */
function straighten(text: string): string {
  return text.replace(/’/gu, "'").replace(/[^\S ]/gu, " ");
}
