import type { CastMember } from "./grammar/types.ts";
import type { TakenUp } from "./language/take-up.ts";
import { isMany, isMeant } from "./phrases.ts";
import type { StoryPlan } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import type { Random } from "./random.ts";

/** Who answers: the one who was named or meant, else whoever has something to say. */
export function speakerOf(
  prompt: StoryPrompt,
  plan: StoryPlan,
  takenUp: TakenUp | null,
  random: Random,
): CastMember {
  const members = Object.values(plan.cast);
  const action = prompt.task.type === "action" ? prompt.task.text : "";
  const called = members.find((member) => action.includes(member.name));
  if (called !== undefined) return called;
  const addressee = takenUp?.addressee ?? null;
  const meant =
    addressee === null
      ? undefined
      : [...members, ...plan.grammar.cast].find((member) => isMeant(member, addressee));
  if (meant !== undefined) return meant;
  if (addressee !== null && !isMany(addressee) && !addressee.startsWith("your "))
    return { name: addressee, fullName: addressee, role: "", pronoun: "they" };
  return (
    pointedAt(action, members, prompt.passages) ??
    (random.chance(0.4) ? plan.cast.ally : random.pick([plan.cast.rival, plan.cast.third]))
  );
}

/** "I ask her": the one of that kind who was spoken of last. */
function pointedAt(
  action: string,
  members: readonly CastMember[],
  passages: readonly string[],
): CastMember | null {
  const pronoun = /\b(?:him|he)\b/iu.test(action) ? "he" : /\b(?:her|she)\b/iu.test(action) ? "she" : null;
  if (pronoun === null) return null;
  const last = passages.at(-1) ?? "";
  const found = members
    .filter((member) => member.pronoun === pronoun)
    .map((member) => ({ member, at: last.lastIndexOf(member.name) }))
    .sort((one, other) => other.at - one.at)[0];
  return found === undefined ? null : found.member;
}
