import words from "../data/words.json" with { type: "json" };

/** Words that say nothing about a subject. */
const STOP_WORDS = new Set(words.stop.join(" ").split(" "));

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

export function upperFirst(text: string): string {
  return text.replace(
    /^([“‘"'—…\s]*)(\p{Ll})/u,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

export function lowerFirst(text: string): string {
  // "I" and names in capitals keep theirs.
  return /^(?:I\b|\p{Lu}{2})/u.test(text) ? text : text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

/** "a" or "an", by sound as far as spelling shows it. */
export function articleFor(word: string): "a" | "an" {
  const lower = word.toLowerCase();
  if (/^(?:hour|honest|honou?r|heir)/u.test(lower)) return "an";
  if (/^(?:uni(?!n|m)|use|usual|utili|eu|ewe|one\b|once\b|u[kst]?\b)/u.test(lower)) return "a";
  return /^[aeiou]/u.test(lower) ? "an" : "a";
}

/** Puts right every "a" before a vowel sound and every "an" before a consonant. */
export function mendArticles(text: string): string {
  return text.replace(/\b(a|an) (\p{Ll}[\p{L}’'-]*)/giu, (_all, article: string, word: string) => {
    const right = articleFor(word);
    return `${article[0] === "A" ? upperFirst(right) : right} ${word}`;
  });
}

/**
 * Straight quotation marks and apostrophes to curly ones, paragraph by paragraph. An odd number of quotation marks in a
 * paragraph would leave one open: then all of them go.
 */
export function curlQuotes(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => {
      const straight = paragraph.replace(/[“”„«»]/gu, '"').replace(/[‘’`´]/gu, "'");
      const marks = straight.split('"').length - 1;
      let open = false;
      const curled =
        marks % 2 === 1
          ? straight.replaceAll('"', "")
          : straight.replaceAll('"', () => {
              open = !open;
              return open ? "“" : "”";
            });
      // A quotation within one.
      return curled.replace(/(^|[\s“(])'(?=\p{L}[^']*')/gu, "$1‘").replaceAll("'", "’");
    })
    .join("\n\n");
}

/** The sentences of a text, closing quotation marks included. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n+/u)
    .flatMap((line) => line.split(/(?<=[.!?…][”"’']?)\s+(?=[“"‘'—\p{Lu}\p{N}])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** A form in which two texts that read the same are the same. */
export function flatten(text: string): string {
  return text
    .toLowerCase()
    .replace(/[“”„«»"‘’'`´]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The words that carry the meaning, in lower case and in order. */
export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}]+)*/gu) ?? []).filter(
    (word) => word.length > 2 && !isStopWord(word),
  );
}

/** Text of people, fit to stand inside a story: no markup, no braces, no control characters, one line, whole quotes. */
export function plainText(text: string): string {
  const bare = text
    .replace(/<[^>]*>/gu, " ")
    .replace(/[{}[\]<>‹›*_~#|\\^]/gu, " ")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’`´]/gu, "'")
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/ ([,.;:!?])/gu, "$1")
    .trim();
  const marks = bare.split('"').length - 1;
  return marks % 2 === 1 ? bare.replaceAll('"', "").trim() : bare;
}

/** Cuts a text to at most `max` characters at the end of a word, without dangling marks. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/[\s,;:—-]+$/u, "");
}
