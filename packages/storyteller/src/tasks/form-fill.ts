import { findGenre, GENRES, guessGenre, type Premise } from "../genres.ts";
import { block, type ChatMessage, readFacts, readList } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { articleFor, clip, contentWords, plainText, upperFirst } from "../text.ts";

export type FilledForm = {
  character: string;
  genre: string;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  description: string;
  suggestedLength: string;
};

const DESCRIPTION_MAX = 800; // characters, as the prompt asks
const DESCRIPTION_MIN = 40; // characters; a shorter one is only the beginning of one

/** Fills the new-story form, keeping what stands there. The same form gives the same answer; another seed, another. */
export function fillForm(messages: readonly ChatMessage[], seed: number | null): FilledForm {
  const all = messages.map((message) => message.content).join("\n");
  const facts = readFacts(block(all, "form_so_far") ?? "");
  const character = facts.get("character") ?? "";
  const description = facts.get("description") ?? "";
  const subGenre = facts.get("sub-genre") ?? null;
  const random = new Random([...facts.entries(), String(seed ?? "")].join("|"));

  const allowed = listAllowedGenres(all);
  const name =
    facts.get("genre") ?? guessGenre(`${character} ${description}`, allowed) ?? random.pick(allowed);
  const { premises, troubles } = findGenre(name);
  const fitting = premises.filter((premise) => subGenre === null || premise.subGenre === subGenre);
  // A premise is all of a piece: with somebody else in it, only the trouble is told.
  const whole = character === "" && description === "" && fitting.length > 0 ? random.pick(fitting) : null;
  const isRomance = name === "Romance";
  const given = (key: "categories" | "tropes") => {
    const chosen = readList(facts.get(key));
    return chosen.length > 0 ? chosen : (whole?.[key] ?? []);
  };
  return {
    genre: name,
    subGenre: subGenre ?? offeredSubGenre(whole, all, name),
    categories: isRomance ? given("categories") : [],
    tropes: isRomance ? given("tropes") : [],
    character: character || (whole ?? random.pick(premises)).character,
    description:
      description.length >= DESCRIPTION_MIN
        ? description
        : withTrouble(description, whole?.description ?? random.pick(troubles)),
    suggestedLength: facts.get("story length") ?? chooseLength(all, random),
  };
}

function offeredSubGenre(premise: Premise | null, all: string, genre: string): string | null {
  const offered = new RegExp(`^- ${genre}: (.*)$`, "mu").exec(all)?.[1]?.split(", ") ?? [];
  return premise?.subGenre != null && offered.includes(premise.subGenre) ? premise.subGenre : null;
}

/** What the prompt says can be chosen: `"genre": Fantasy, Mystery.`; all genres where it says nothing. */
function listAllowedGenres(all: string): string[] {
  const line = /^"genre": (.*?)\.?$/mu.exec(all)?.[1] ?? "";
  const names = GENRES.map(({ name }) => name);
  const allowed = line.split(", ").filter((choice) => names.includes(choice));
  return allowed.length > 0 ? allowed : names;
}

function chooseLength(all: string, random: Random): string {
  const line = /^"suggestedLength": (.*)$/mu.exec(all)?.[1] ?? "";
  const offered = [...line.matchAll(/\b(short|medium|long)\b/gu)].map((match) => match[1] ?? "");
  return offered.length === 0 ? "medium" : random.pick(offered.slice(0, 2));
}

function withTrouble(begun: string, trouble: string): string {
  if (begun === "") return trouble;
  return clip(`${upperFirst(plainText(begun)).replace(/[.!?\s]+$/u, "")}. ${trouble}`, DESCRIPTION_MAX);
}

/** The premise of a story made from free ideas: what was thrown in, and what goes wrong. Two to four sentences. */
export function premiseFrom(ideas: string, seed: number | null): string {
  const text = plainText(ideas);
  const { troubles } = findGenre(guessGenre(text, []) ?? "");
  const trouble = new Random(`${text}|${seed ?? ""}`).pick(troubles);
  const parts = text
    .split(/\s*[,;\n]\s*|\s+(?:and|&)\s+/u)
    .map((part) => part.replace(/[.!?\s]+$/u, ""))
    .filter((part) => part !== "");
  const isSentence = /[.!?]$/u.test(text) || (parts.length < 3 && contentWords(text).length > 6);
  if (isSentence) return withTrouble(text, trouble);
  const [first = "a stranger", second, ...rest] = parts.map(withArticle);
  const opening =
    second === undefined
      ? `Everything I have has come down to ${first}.`
      : `All that stands between me and ruin is ${first}, and all that I have to set against it is ${second}.`;
  const more = rest.length === 0 ? "" : ` Nobody has yet explained ${rest.join(", or ")}.`;
  return clip(`${opening}${more} ${trouble}`, DESCRIPTION_MAX);
}

function withArticle(part: string): string {
  const isWhole = /^(?:an?|the|my|his|her|their|some|two|three|no|every)\s|^\p{Lu}|s$/iu;
  return isWhole.test(part) && !/^\p{Ll}\S*$/u.test(part.replace(/s$/u, ""))
    ? part
    : `${articleFor(part)} ${part}`;
}
