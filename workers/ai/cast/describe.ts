import { listMentions, type Person } from "./person.ts";
import { titleFacts } from "./words/titles.ts";
import { isRelation } from "./words/verbs.ts";

const LOOKED_AT = 12; // mentions: somebody is described when they come in
const APPOSITION = /^, ((?:an?|the|his|her|their|my|our) [^,.;:!?"“”\n—]{4,110})[,.;]/;
const COPULA = /^ (?:was|is) ((?:an?|the|his|her|their|my|our) [^,.;:!?"“”\n—]{4,110})[,.;]/;
const BEFORE =
  /\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Mm]y|[Oo]ur|[Tt]heir|[Yy]our) ([a-z]+(?:-[a-z]+)?(?: [a-z]+(?:-[a-z]+)?)?),? $/;

/** What the text says of somebody beside their name: "Mara, a keeper with one good eye," and what they are. */
export function describePerson(
  text: string,
  person: Person,
): { description: string | null; role: string | null } {
  let description: string | null = null;
  let role =
    [...person.titles].map((title) => titleFacts(title)?.role ?? null).find((one) => one !== null) ?? null;
  for (const mention of listMentions(person).slice(0, LOOKED_AT)) {
    const after = text.slice(mention.end, mention.end + 130);
    const apposition = (APPOSITION.exec(after) ?? COPULA.exec(after))?.[1] ?? null;
    if (apposition !== null) description ??= apposition;
    const before = BEFORE.exec(text.slice(Math.max(0, mention.start - 40), mention.start))?.[1] ?? null;
    if (role === null && before !== null && isRelation(before.split(" ").at(-1) ?? "")) role = before;
    if (description !== null && role !== null) break;
  }
  return { description, role };
}
