import type { CastMember } from "./grammar/types.ts";
import type { Deed } from "./language/deed.ts";
import { isAnimal, isSame, isSeveral } from "./language/deed-parts.ts";
import { type TakenUp, takeUp } from "./language/take-up.ts";
import { passageSeed } from "./phrases.ts";
import { isPerson, planStory, type StoryPlan, storySeed } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import type { Scene } from "./prose.ts";
import { Random } from "./random.ts";
import { personMeant } from "./speaker.ts";
import { computeState, deedIn, findObstacle, type StoryState, type Thing } from "./story-state.ts";
import { Supply } from "./supply.ts";
import { Told } from "./told.ts";

/** All that the telling of one passage goes by. */
export type Telling = {
  prompt: StoryPrompt;
  plan: StoryPlan;
  state: StoryState;
  /** The person's turn, and how the story takes it up; null where it goes on by itself. */
  deed: Deed | null;
  takenUp: TakenUp | null;
  random: Random;
  told: Told;
  scene: Scene;
  supply: Supply;
};

/** A thing that was taken or lost comes back every so many exchanges. */
const COMES_BACK_EVERY = 4;

/** `before`: the beginning of this very passage, where it came from elsewhere and only an end is wanted. */
export function beginTelling(prompt: StoryPrompt, seed: number | null, before: string | null): Telling {
  const plan = planStory(prompt);
  const state = computeState(prompt, plan);
  const random = new Random(passageSeed(prompt, seed));
  const told = new Told(
    [...prompt.passages, prompt.avoid ?? "", before ?? ""],
    [...prompt.cast, ...prompt.memory],
  );
  const action = prompt.task.type === "action" ? prompt.task.text : null;
  // The state already has this turn in it; what "it" meant was decided there.
  const deed = action === null ? null : deedIn(action, plan, state.atHand);
  const obstacle = findObstacle(state, prompt);
  const isOutOfSight = prompt.turns.length < prompt.exchange;
  const topics = plan.topics.filter((topic) => !isPerson(topic));
  const scene: Scene = {
    cast: plan.cast,
    speaker: null,
    other: null,
    who: null,
    name: plan.player.name?.split(" ")[0] ?? null,
    at: plan.at,
    place: state.place?.name ?? null,
    there: state.place?.at ?? "there",
    thing: deed === null || deed.what === null || isAnimal(deed.what) ? null : deed.what,
    topic: topics.length === 0 ? null : random.pick(topics),
    whom:
      action === null ? null : personMeant(action, prompt.turns.at(-1)?.before ?? "", plan, state.company),
    asked: deed?.topic ?? null,
    goal: state.goal.wish,
    focus: state.goal.focus,
    obstacle:
      obstacle !== null && (isOutOfSight || told.hasTemplate(obstacle.stands))
        ? namesIn(obstacle.name, plan.cast)
        : null,
    carried: findDue(state.carried, state.exchange, deed),
    gone: findDue(state.gone, state.exchange, deed),
  };
  return {
    prompt,
    plan,
    state,
    deed,
    takenUp: action === null ? null : takeUp(action, plan.player.names),
    random,
    told,
    scene,
    supply: new Supply(random, told, scene, prompt.exchange, storySeed(prompt)),
  };
}

/** What can only be said of one thing: "{thing} was", "{thing} … it". */
const ONE_THING =
  /\{(?:thing|carried|gone)(?:\.Upper)?\}(?:[^.]* (?:it|was|its|has)\b| (?:lay|resisted|knocked|weighed))/u;

/** The texts that speak of nobody who is busy with the person just then: nobody looks on at what is done to them. */
export function possible({ prompt, plan, scene }: Telling, texts: readonly string[]): readonly string[] {
  const action = prompt.task.type === "action" ? prompt.task.text : "";
  const busy = Object.entries(plan.cast).flatMap(([part, member]) =>
    action.includes(member.name) || member.name === scene.whom?.name ? [part] : [],
  );
  const several = [scene.thing, scene.carried, scene.gone].some(
    (thing) => thing !== null && isSeveral(thing),
  );
  return texts.filter(
    (text) => !busy.some((part) => text.includes(`{${part}`)) && !(several && ONE_THING.test(text)),
  );
}

export function joined(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text !== null && text !== undefined && text !== "").join(" ");
}

/** What is in the person's hands at this moment need not come back. */
function findDue(things: readonly Thing[], exchange: number, deed: Deed | null): string | null {
  const due = things.find(({ since }) => (exchange - since) % COMES_BACK_EVERY === COMES_BACK_EVERY - 1);
  return due === undefined || (deed?.what != null && isSame(due.name, deed.what)) ? null : due.name;
}

/** "{rival}'s list" with the name of whoever that is. */
function namesIn(text: string, cast: Record<string, CastMember>): string {
  return text.replace(/\{(\w+)\}/gu, (_all, part: string) => cast[part]?.name ?? "somebody");
}
