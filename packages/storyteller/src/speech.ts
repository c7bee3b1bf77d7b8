import { CLOSE, WARY, WARY_ANSWERS } from "./grammar/reactions.ts";
import {
  ABOUT,
  ABOUT_AT_HAND,
  ABOUT_THING,
  ANSWERS,
  GESTURES,
  NOTICED,
  REPLIES,
  TAGS,
} from "./grammar/shared.ts";
import type { CastMember } from "./grammar/types.ts";
import { sayWith } from "./phrases.ts";
import type { StoryPlan } from "./plan.ts";
import { joined, type Telling } from "./telling.ts";

/** Somebody says something, a paragraph: to a question an answer, else what the genre has them say. */
export function tellSpeech(telling: Telling): string {
  const { plan, told, scene, supply, random } = telling;
  const asked = chooseSpeaker(telling);
  const answer = chooseAnswer(telling, asked);
  // Who isn't of the cast answers what they are asked, and says nothing besides.
  const speaker = answer === null && !isCast(asked, plan) ? speakerOfThemselves(telling) : asked;
  scene.speaker = speaker;
  scene.other =
    Object.values(plan.cast).find((member) => member !== speaker && told.mentions(member.name)) ?? null;
  const line = answer ?? supply.unused(sayable(plan.grammar.lines, telling, speaker));
  if (line === null) return supply.fresh(plan.grammar.events) ?? "";

  let lead = "";
  if (!told.mentions(speaker.name) && speaker.role !== "") {
    lead = supply.fresh(NOTICED) ?? "";
    told.add(speaker.fullName);
  }
  const isAsked = line.split("|")[0]?.endsWith("?") === true;
  const tag = supply.unusedOrAny(isAsked ? TAGS.filter((one) => one.includes(" said")) : TAGS);
  const named = lead === "" ? tag : tag.replace("{speaker}", "{speaker.they}");
  const spoken = supply.realised(sayWith(line, named)) ?? "";
  told.add(spoken);
  return joined([
    lead,
    spoken,
    chooseManner(telling, speaker),
    random.chance(0.45) ? supply.fresh(REPLIES) : null,
  ]);
}

/** Who was spoken to, whoever it is; else one of the cast. */
function chooseSpeaker(telling: Telling): CastMember {
  const { plan, scene, deed } = telling;
  const isAsked = deed?.kind === "ask" || deed?.kind === "say";
  return scene.whom !== null && (isAsked || isCast(scene.whom, plan))
    ? scene.whom
    : speakerOfThemselves(telling);
}

function isCast({ name }: CastMember, { cast, grammar }: StoryPlan): boolean {
  return [...Object.values(cast), ...grammar.cast].some((member) => member.name === name);
}

/** What this one can say: nobody speaks of themselves by name. */
function sayable(lines: readonly string[], { plan }: Telling, speaker: CastMember): readonly string[] {
  const own = Object.entries(plan.cast).find(([, member]) => member.name === speaker.name)?.[0];
  if (own !== undefined) return lines.filter((line) => !line.includes(`{${own}`));
  // "The driver" is no name to give.
  return /^(?:the|your) /u.test(speaker.name) ? lines.filter((line) => !line.includes("{speaker}")) : lines;
}

/** Whoever has something to say: most often the one who is with the person. */
function speakerOfThemselves({ plan, state, random }: Telling): CastMember {
  const { ally, rival, third } = plan.cast;
  // Where the person has only just come to, nobody is but who came along or was found there.
  if (state.place?.isNew === true) return random.pick([ally, third]);
  return random.chance(0.4) ? ally : random.pick([rival, third]);
}

/** What answers the person's own words; null where they asked nothing. */
function chooseAnswer(telling: Telling, speaker: CastMember): string | null {
  const { prompt, state, deed, takenUp, scene, supply } = telling;
  if (deed === null || prompt.task.type !== "action") return null;
  if ((deed.kind === "ask" || deed.kind === "say") && scene.asked !== null) {
    const isThing = /^(?:the|your) /u.test(scene.asked);
    const isWary = state.regard[speaker.name] === "wary";
    const about =
      (isWary ? supply.unused(WARY_ANSWERS) : null) ??
      supply.unused(sayable(isThing ? [...ABOUT, ...ABOUT_THING] : ABOUT, telling, speaker));
    if (about !== null) return about;
  }
  const isAtHand =
    deed.kind === "look" ||
    deed.kind === "read" ||
    deed.kind === "take" ||
    deed.kind === "open" ||
    deed.kind === "use";
  if (isAtHand && scene.thing !== null && !scene.thing.startsWith("your ")) {
    scene.asked = scene.thing;
    const atHand = supply.unused(ABOUT_AT_HAND);
    if (atHand !== null) return atHand;
  }
  const action = prompt.task.text;
  if (/\byou(?:'re| are)? (?:so )?(?:afraid|frightened|scared|fear)\b/iu.test(action))
    return supply.unused(ANSWERS["fear"] ?? []);
  const question = takenUp?.question ?? null;
  if (question === null) return null;
  if (/\bwho are you\b/iu.test(action))
    return supply.unused(sayable(ANSWERS["self"] ?? [], telling, speaker));
  return supply.unused(sayable(ANSWERS[question] ?? [], telling, speaker));
}

/** How they are with the person, else the manner that each of the cast has of their own. */
function chooseManner({ plan, state, supply, random, deed }: Telling, speaker: CastMember): string | null {
  const regard = state.regard[speaker.name];
  const isOld = deed?.kind !== "threaten" && deed?.kind !== "fight";
  if (regard === "wary" && isOld) return supply.fresh(WARY);
  const close = regard === "close" && random.chance(0.5) ? supply.fresh(CLOSE) : null;
  if (close !== null) return close;
  // The things that they busy themselves with are where the story began.
  const own = state.place === null ? (plan.grammar.manners[speaker.name] ?? []) : [];
  const text = random.chance(0.6) ? supply.fresh(own) : null;
  return text ?? (random.chance(0.7) ? supply.fresh(GESTURES) : null);
}
