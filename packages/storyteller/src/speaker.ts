import type { CastMember } from "./grammar/types.ts";
import { readDeed } from "./language/deed.ts";
import { isMany, isMeant } from "./phrases.ts";
import type { StoryPlan } from "./plan.ts";

/** By pronoun the one whom the person last dealt with: whom "her" means. */
export type Company = Readonly<Partial<Record<CastMember["pronoun"], CastMember>>>;

/**
 * Whom an action is done to: somebody of the cast whom it names or points at, else whoever it says ("the innkeeper").
 * Null where that is nobody, or many.
 */
export function personMeant(
  action: string,
  before: string,
  plan: StoryPlan,
  company: Company,
): CastMember | null {
  const members = Object.values(plan.cast);
  const { who } = readDeed(action, plan.player.names);
  const meant =
    who === null ? undefined : [...members, ...plan.grammar.cast].find((member) => isMeant(member, who));
  if (meant !== undefined) return meant;
  const called = members.find((member) => action.includes(member.name));
  if (called !== undefined) return called;
  if (who !== null && !isMany(who)) return { name: who, fullName: who, role: "", pronoun: pronounFor(who) };
  return pointedAt(action, before, plan, company);
}

function pronounFor(who: string): CastMember["pronoun"] {
  if (
    /\b(?:man|boy|king|lord|father|brother|son|uncle|husband|prince|gentleman|lad|priest|waiter)$/u.test(who)
  )
    return "he";
  return /\b(?:woman|girl|queen|lady|mother|sister|daughter|aunt|wife|princess|widow|waitress|nun)$/u.test(
    who,
  )
    ? "she"
    : "they";
}

/** "I ask her": the one of that kind whom the person dealt with, else whoever was spoken of last. */
function pointedAt(action: string, before: string, plan: StoryPlan, company: Company): CastMember | null {
  const outside = action.replace(/["“][^"”]*["”]/gu, " ");
  const pronoun = /\b(?:him|he|his)\b/iu.test(outside)
    ? "he"
    : /\b(?:her|she|hers)\b/iu.test(outside)
      ? "she"
      : null;
  if (pronoun === null) return null;
  const known = company[pronoun];
  if (known !== undefined) return known;
  // Whom a love story is about need not be named to be meant.
  if (plan.isLoveStory && plan.cast.rival.pronoun === pronoun) return plan.cast.rival;
  const [last] = Object.values(plan.cast)
    .filter((member) => member.pronoun === pronoun)
    .toSorted((one, other) => before.lastIndexOf(other.name) - before.lastIndexOf(one.name));
  return last ?? null;
}
