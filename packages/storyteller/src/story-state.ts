import type { Mood } from "./grammar/moods.ts";
import { OBSTACLES, type Obstacle } from "./grammar/obstacles.ts";
import type { CastMember } from "./grammar/types.ts";
import { type Deed, type DeedKind, readDeed } from "./language/deed.ts";
import { isSame } from "./language/deed-parts.ts";
import type { Place } from "./language/where.ts";
import { type StoryPlan, storySeed } from "./plan.ts";
import type { StoryPrompt, Turn } from "./prompt-reader.ts";
import { type Company, personMeant } from "./speaker.ts";
import { type Phase, phaseAt, planEnd } from "./timeline.ts";

/** Something that the person has asked about or looked into; the story owes them an end of it. */
export type OpenThread = { about: string; opened: number; times: number; isClosed: boolean };

/** A thing in the person's hands, or gone for good, since an exchange. */
export type Thing = { name: string; since: number };

/** Where a story stands after an exchange. */
export type StoryState = {
  exchange: number;
  phase: Phase;
  /** What the person's character wants, as an infinitive; `focus` is what it has come to turn on. */
  goal: { wish: string; focus: string | null; isNew: boolean };
  /** What is in the way: which of the genre's, how far it is dealt with, and what the last turn did to it. */
  obstacle: { index: number; progress: number; change: "worse" | "overcome" | null };
  /** How often the person has got on, and how often they have made it harder. */
  tally: { gains: number; setbacks: number };
  /** 0 to 3 each. */
  mood: { tension: number; warmth: number; isNew: boolean };
  /** Where the person has gone; null while they are where the story began. */
  place: (Place & { isNew: boolean }) | null;
  /** How somebody of the cast stands to the person, by name, where it isn't as it was. */
  regard: Readonly<Record<string, "wary" | "close">>;
  company: Company;
  /** The thing that was last dealt with: what "it" means. */
  atHand: string | null;
  carried: readonly Thing[];
  gone: readonly Thing[];
  threads: readonly OpenThread[];
};

/** What has to be done for an obstacle to be out of the way, in deeds that get on: three in a story. */
const DEEDS_PER_OBSTACLE: Readonly<Record<string, number>> = { short: 3, medium: 7, long: 13, ongoing: 8 };
const OBSTACLES_IN_A_STORY = 3;
/** Of turns that are out of sight about so many got on. */
const GAINS_OUT_OF_SIGHT = 0.7;

const GAINS: ReadonlySet<DeedKind> = new Set([
  "ask",
  "look",
  "read",
  "reveal",
  "show",
  "help",
  "take",
  "give",
  "open",
  "use",
  "make",
  "hide",
  "tender",
]);
const SETBACKS: ReadonlySet<DeedKind> = new Set(["threaten", "fight", "destroy", "refuse", "leave"]);
const TENSION: Readonly<Partial<Record<DeedKind, number>>> = {
  take: 1,
  destroy: 1,
  hide: 1,
  refuse: 1,
  threaten: 2,
  fight: 2,
  help: -1,
  tender: -1,
  leave: -1,
  think: -1,
};
const WARMTH: Readonly<Partial<Record<DeedKind, number>>> = {
  help: 1,
  give: 1,
  reveal: 1,
  tender: 2,
  refuse: -1,
  threaten: -2,
  fight: -2,
};
const REGARD: Readonly<Partial<Record<DeedKind, "wary" | "close">>> = {
  threaten: "wary",
  fight: "wary",
  help: "close",
  tender: "close",
  reveal: "close",
  give: "close",
};

/** A story before the first turn that is in sight; `exchange` is the number of the passage before it. */
export function initialState(prompt: StoryPrompt, plan: StoryPlan, exchange: number): StoryState {
  const needed = deedsNeeded(prompt);
  const gains = Math.floor(exchange * GAINS_OUT_OF_SIGHT);
  const overcome = Math.floor(gains / needed);
  return {
    exchange,
    phase: "setup",
    goal: { wish: plan.goal, focus: null, isNew: exchange === 0 },
    obstacle: {
      index: isEndless(prompt) ? overcome : Math.min(overcome, OBSTACLES_IN_A_STORY - 1),
      progress: gains % needed,
      change: null,
    },
    tally: { gains, setbacks: 0 },
    mood: { tension: plan.grammar.isGrave ? 1 : 0, warmth: 0, isNew: false },
    place: null,
    regard: {},
    company: {},
    atHand: null,
    carried: [],
    gone: [],
    threads: [],
  };
}

/** The story one turn on; `turn.action` is null where it went on by itself. */
export function advance(state: StoryState, turn: Turn, prompt: StoryPrompt, plan: StoryPlan): StoryState {
  const exchange = state.exchange + 1;
  const phase = phaseAt(exchange, planEnd(prompt, storySeed(prompt)));
  const deed = turn.action === null ? null : deedIn(turn.action, plan, state.atHand);
  const whom = turn.action === null ? null : personMeant(turn.action, turn.before, plan, state.company);
  const threads = threadsAfter(state.threads, deed, exchange);
  return {
    exchange,
    phase,
    goal: goalAfter(state, deed, threads),
    obstacle: obstacleAfter(state.obstacle, deed, prompt),
    tally: {
      gains: state.tally.gains + (deed !== null && GAINS.has(deed.kind) ? 1 : 0),
      setbacks: state.tally.setbacks + (deed !== null && SETBACKS.has(deed.kind) ? 1 : 0),
    },
    mood: moodAfter(state.mood, deed, phase, plan.grammar.isGrave),
    place: placeAfter(state.place, deed, plan),
    regard: regardAfter(state.regard, deed, whom),
    company: whom === null ? state.company : { ...state.company, [whom.pronoun]: whom },
    atHand: deed?.what ?? state.atHand,
    ...thingsAfter(state, deed, exchange),
    threads,
  };
}

/** What an action does; "it" is the thing that was last dealt with. */
export function deedIn(action: string, plan: StoryPlan, atHand: string | null): Deed {
  const deed = readDeed(action, plan.player.names);
  const isIt = deed.what === null && /\b(?:it|them)\b/iu.test(action.replace(/["“][^"”]*["”]/gu, " "));
  return isIt && WITH_THINGS.has(deed.kind) ? { ...deed, what: atHand } : deed;
}

const WITH_THINGS: ReadonlySet<DeedKind> = new Set([
  "look",
  "read",
  "take",
  "give",
  "open",
  "use",
  "destroy",
  "show",
]);

/** Where a prompt's story stands: all turns that it shows, one after another. The same prompt gives the same. */
export function computeState(prompt: StoryPrompt, plan: StoryPlan): StoryState {
  const first = initialState(prompt, plan, Math.max(0, prompt.exchange - prompt.turns.length));
  return prompt.turns.reduce((state, turn) => advance(state, turn, prompt, plan), first);
}

export function toMood({ tension, warmth }: Pick<StoryState["mood"], "tension" | "warmth">): Mood {
  if (tension >= MOST) return "dangerous";
  if (tension === 2) return "tense";
  if (warmth >= 2) return "tender";
  return tension === 1 ? "uneasy" : "calm";
}

/** What stands in the way; null when all of it is behind them. */
export function findObstacle({ obstacle }: StoryState, prompt: StoryPrompt): Obstacle | null {
  return obstacleAt(prompt, obstacle.index);
}

/**
 * What the last turn did to the obstacle that it met, as the story tells it: that it stands there, where that is not
 * known yet, and what came of it. Empty where nothing did.
 */
export function obstacleChange({ obstacle }: StoryState, prompt: StoryPrompt): string[] {
  if (obstacle.change === null) return [];
  const met = obstacleAt(prompt, obstacle.change === "worse" ? obstacle.index : obstacle.index - 1);
  return met === null ? [] : [met.stands, met[obstacle.change]];
}

/** Whether the person's character gets what they wanted. */
export function isGoalMet({ tally }: StoryState): boolean {
  return tally.gains > tally.setbacks * 2;
}

function obstacleAt(prompt: StoryPrompt, index: number): Obstacle | null {
  const obstacles = OBSTACLES[prompt.genre] ?? OBSTACLES["Open Genre"] ?? [];
  return obstacles[isEndless(prompt) ? index % OBSTACLES_IN_A_STORY : index] ?? null;
}

function isEndless(prompt: StoryPrompt): boolean {
  return planEnd(prompt, "") === null;
}

function deedsNeeded(prompt: StoryPrompt): number {
  return DEEDS_PER_OBSTACLE[prompt.storyLength] ?? 8;
}

function goalAfter(
  { goal }: StoryState,
  deed: Deed | null,
  threads: readonly OpenThread[],
): StoryState["goal"] {
  if (deed?.wish != null && deed.wish !== goal.wish) return { wish: deed.wish, focus: null, isNew: true };
  const [most] = threads.filter(({ times }) => times > 1).toSorted((one, other) => other.times - one.times);
  const focus = most?.about ?? goal.focus;
  return { wish: goal.wish, focus, isNew: focus !== goal.focus };
}

function obstacleAfter(
  { index, progress }: StoryState["obstacle"],
  deed: Deed | null,
  prompt: StoryPrompt,
): StoryState["obstacle"] {
  if (deed === null || obstacleAt(prompt, index) === null) return { index, progress, change: null };
  if (SETBACKS.has(deed.kind)) return { index, progress: Math.max(0, progress - 1), change: "worse" };
  if (!GAINS.has(deed.kind)) return { index, progress, change: null };
  return progress + 1 < deedsNeeded(prompt)
    ? { index, progress: progress + 1, change: null }
    : { index: index + 1, progress: 0, change: "overcome" };
}

const TENSION_FROM: Readonly<Record<Phase, number>> = { setup: 1, rising: 1, climax: 2, ending: 0, after: 0 };
const MOST = 3;

function moodAfter(
  mood: StoryState["mood"],
  deed: Deed | null,
  phase: Phase,
  isGrave: boolean,
): StoryState["mood"] {
  // Where nobody means harm it gets no worse than tense.
  const most = isGrave ? MOST : MOST - 1;
  const least = Math.max(0, TENSION_FROM[phase] - (isGrave ? 0 : 1));
  const moved = deed === null ? 1 : (TENSION[deed.kind] ?? 0);
  // What stirs nobody up lets them settle.
  const settled = moved === 0 && mood.tension > least ? -1 : moved;
  const tension = Math.min(most, Math.max(least, mood.tension + settled));
  const warmth = Math.min(MOST, Math.max(0, mood.warmth + (deed === null ? 0 : (WARMTH[deed.kind] ?? 0))));
  return { tension, warmth, isNew: toMood({ tension, warmth }) !== toMood(mood) };
}

function placeAfter(
  place: StoryState["place"],
  deed: Deed | null,
  { isInSpace }: StoryPlan,
): StoryState["place"] {
  if (deed?.where != null) {
    const { kind } = deed.where;
    // The ships and docks up there have no water under them.
    return {
      ...deed.where,
      kind: isInSpace && kind === "water" ? "room" : kind,
      isNew: !deed.where.isReturn,
    };
  }
  if (place === null || place.isWay || deed?.isAway === true) return null;
  return { ...place, isNew: false };
}

function regardAfter(
  regard: StoryState["regard"],
  deed: Deed | null,
  whom: CastMember | null,
): StoryState["regard"] {
  const turned = deed === null ? undefined : REGARD[deed.kind];
  return turned === undefined || whom === null ? regard : { ...regard, [whom.name]: turned };
}

function thingsAfter(
  { carried, gone }: StoryState,
  deed: Deed | null,
  since: number,
): Pick<StoryState, "carried" | "gone"> {
  const name = deed?.what ?? null;
  if (deed === null || name === null) return { carried, gone };
  const left = carried.filter((thing) => !isSame(thing.name, name));
  if (deed.kind === "take" && !name.startsWith("your ")) return { carried: [...left, { name, since }], gone };
  if (deed.kind === "destroy") return { carried: left, gone: [...gone, { name, since }] };
  return deed.kind === "give" || deed.kind === "use" ? { carried: left, gone } : { carried, gone };
}

/** Asked about or looked into, a thread opens; each time again it is taken up; what is destroyed is closed. */
function threadsAfter(
  threads: readonly OpenThread[],
  deed: Deed | null,
  exchange: number,
): readonly OpenThread[] {
  const about = deed === null ? null : (deed.topic ?? (deed.kind === "other" ? null : deed.what));
  if (deed === null || about === null || about.startsWith("your ")) return threads;
  const known = threads.find((thread) => isSame(thread.about, about));
  const isClosed = deed.kind === "destroy";
  if (known === undefined) return [...threads, { about, opened: exchange, times: 1, isClosed }];
  return threads.map((thread) =>
    thread === known ? { ...thread, times: thread.times + 1, isClosed: thread.isClosed || isClosed } : thread,
  );
}
