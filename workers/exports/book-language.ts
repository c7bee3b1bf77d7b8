import { guessLanguage } from "#domain/language.ts";

/** Those that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur", "yi", "ps", "ku"]);

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.has(language);
}

/**
 * The language of a book as a tag (BCP 47): the one that its notes ask for, by its name in English or its own, or else what its text looks
 * like; `und` where that is not clear.
 */
export function findLanguage(wanted: string, text: string): string {
  const name = wanted.trim().toLowerCase();
  return (name === "" ? undefined : findByName(name)) ?? guessLanguage(text) ?? "und";
}

const TAGS =
  "af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku la lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yi zh zu".split(
    " ",
  );

function findByName(name: string): string | undefined {
  const inEnglish = new Intl.DisplayNames(["en"], { type: "language" });
  return TAGS.find((tag) => {
    if (tag === name || inEnglish.of(tag)?.toLowerCase() === name) return true;
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag)?.toLowerCase() === name;
  });
}
