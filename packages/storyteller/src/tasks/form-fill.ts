import { GRAMMARS } from "../grammar/index.ts";
import { TROUBLES } from "../grammar/troubles.ts";
import type { Premise } from "../grammar/types.ts";
import { clip, contentWords, plainText, upperFirst } from "../language/text.ts";
import { block, type ChatMessage, readFacts, readList } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { chooseGenre } from "./genre.ts";

export type FilledForm = {
  character: string;
  genre: string;
  subGenre: string | null;
  categories: string[];
  tropes: string[];
  description: string;
  suggestedLength: string;
};

const DESCRIPTION_MAX = 800; // characters, as the prompt asks

/** Fills the new-story form, keeping what stands there. The same form gives the same answer; another seed, another. */
export function fillForm(messages: readonly ChatMessage[], seed: number | null): FilledForm {
  const all = messages.map((message) => message.content).join("\n");
  const facts = readFacts(block(all, "form_so_far") ?? "");
  const character = facts.get("character") ?? "";
  const description = facts.get("description") ?? "";
  const subGenre = facts.get("sub-genre") ?? null;
  const random = new Random([...facts.entries(), String(seed ?? "")].join("|"));

  const allowed = choices(all, "genre");
  const genre =
    facts.get("genre") ??
    chooseGenre(`${character} ${description}`, allowed) ??
    random.pick(allowed.length > 0 ? allowed : Object.keys(GRAMMARS));
  const premises = GRAMMARS[genre]?.premises ?? [];
  const fitting = premises.filter((premise) => subGenre === null || premise.subGenre === subGenre);
  const premise = fitting.length > 0 ? random.pick(fitting) : null;
  const isRomance = genre === "Romance";
  const categories = readList(facts.get("categories"));
  const tropes = readList(facts.get("tropes"));
  // A premise is all of a piece: with somebody else in it, only the trouble is told.
  const whole = character === "" && description === "" ? premise : null;
  return {
    genre,
    subGenre: subGenre ?? premiseSubGenre(whole, all, genre),
    categories: isRomance ? (categories.length > 0 ? categories : [...(whole?.categories ?? [])]) : [],
    tropes: isRomance ? (tropes.length > 0 ? tropes : [...(whole?.tropes ?? [])]) : [],
    character:
      character !== ""
        ? character
        : ((whole ?? (premises.length > 0 ? random.pick(premises) : null))?.character ??
          "A stranger with a past"),
    description: description.length >= 40 ? description : told(description, whole, genre, random),
    suggestedLength: facts.get("story length") ?? lengthFrom(all, random),
  };
}

function told(begun: string, premise: Premise | null, genre: string, random: Random): string {
  const trouble = premise?.description ?? random.pick(TROUBLES[genre] ?? TROUBLES["Open Genre"] ?? [""]);
  const text =
    begun === "" ? trouble : `${upperFirst(plainText(begun)).replace(/[.!?\s]+$/u, "")}. ${trouble}`;
  return text.length <= DESCRIPTION_MAX ? text : clip(text, DESCRIPTION_MAX);
}

function premiseSubGenre(premise: Premise | null, all: string, genre: string): string | null {
  const offered = new RegExp(`^- ${genre}: (.*)$`, "mu").exec(all)?.[1]?.split(", ") ?? [];
  return premise?.subGenre != null && offered.includes(premise.subGenre) ? premise.subGenre : null;
}

/** What the prompt says can be chosen: `"genre": Fantasy, Mystery.` */
function choices(all: string, name: string): string[] {
  const line = new RegExp(`^"${name}": (.*?)\\.?$`, "mu").exec(all)?.[1] ?? "";
  return line.split(", ").filter((choice) => GRAMMARS[choice] !== undefined);
}

function lengthFrom(all: string, random: Random): string {
  const line = /^"suggestedLength": (.*)$/mu.exec(all)?.[1] ?? "";
  const names = [...line.matchAll(/\b(short|medium|long|ongoing)\b/gu)].map((match) => match[1] ?? "");
  return names.length === 0 ? "medium" : random.pick(names.filter((name) => name !== "ongoing").slice(0, 2));
}

/** The premise of a story made from free ideas: what was thrown in, and what goes wrong with it. Two to four sentences. */
export function premiseFrom(ideas: string, seed: number | null): string {
  const text = plainText(ideas);
  const genre = chooseGenre(text, []) ?? "Open Genre";
  const random = new Random(`${text}|${seed ?? ""}`);
  const trouble = random.pick(TROUBLES[genre] ?? TROUBLES["Open Genre"] ?? [""]);
  const parts = text
    .split(/\s*[,;\n]\s*|\s+(?:and|&)\s+/u)
    .map((part) => part.replace(/[.!?\s]+$/u, ""))
    .filter((part) => part !== "");
  const isSentence = /[.!?]$/u.test(text) || (parts.length < 3 && contentWords(text).length > 6);
  if (isSentence)
    return clip(
      `${upperFirst(text).replace(/[.\s]+$/u, "")}${/[!?]$/u.test(text) ? "" : "."} ${trouble}`,
      DESCRIPTION_MAX,
    );
  const [first = "a stranger", second, ...rest] = parts.map(withArticle);
  const opening =
    second === undefined
      ? `Everything I have has come down to ${first}.`
      : `All that stands between me and ruin is ${first}, and all that I have to set against it is ${second}.`;
  const more = rest.length === 0 ? "" : ` Nobody has yet explained ${rest.join(", or ")}.`;
  return clip(`${opening}${more} ${trouble}`, DESCRIPTION_MAX);
}

function withArticle(part: string): string {
  if (
    /^(?:an?|the|my|his|her|their|some|two|three|no|every)\s/iu.test(part) ||
    /^\p{Lu}/u.test(part) ||
    /s$/u.test(part)
  )
    return part;
  return /^[aeiou]/iu.test(part) ? `an ${part}` : `a ${part}`;
}
