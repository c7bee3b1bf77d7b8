import type { StoryLength } from "#domain/story-record.ts";

/** How far a story has come. */
export type Pace = {
  /** Exchanges so far: messages and continues that have their reply. The opening is none. */
  exchanges: number;
};

export type Phase = "setup" | "rising action" | "climax" | "ending";

/** The exchange at which each phase after the setup begins, and the one by which the story should be over. */
type Arc = { rising: number; climax: number; ending: number; over: number | null };

/** From the lengths of the specification: 10–20, 20–40 and more than 40 exchanges. The Free plan ends at 40. */
const ARCS: Record<Exclude<StoryLength, "ongoing">, Arc> = {
  short: { rising: 3, climax: 9, ending: 13, over: 18 },
  medium: { rising: 6, climax: 22, ending: 30, over: 38 },
  long: { rising: 10, climax: 40, ending: 52, over: null },
};

/** An ongoing story has arcs of this many exchanges, one after another. */
const ONGOING_ARC = 24;
const ONGOING = { rising: 4, climax: 17, ending: 21, over: null } as const satisfies Arc;

/** The phase of a story of this length after this many exchanges. */
export function findPhase(length: StoryLength, { exchanges }: Pace): Phase {
  const arc = length === "ongoing" ? ONGOING : ARCS[length];
  const at = length === "ongoing" ? exchanges % ONGOING_ARC : exchanges;
  if (at < arc.rising) return "setup";
  if (at < arc.climax) return "rising action";
  return at < arc.ending ? "climax" : "ending";
}

const LENGTHS = {
  short: "The story is a vignette of ten to twenty exchanges: few people, one place, a turn, an ending.",
  medium:
    "The story is a novel of twenty to forty exchanges: let it build, turn in the middle, and come to an end.",
  long: "The story is an epic of more than forty exchanges: take your time, plant things early, weave threads.",
  ongoing: "The story goes on for as long as the player likes: close threads, and open new ones.",
} as const satisfies Record<StoryLength, string>;

const PHASES = {
  setup:
    "The story is in its setup: establish people, place and what is at stake, plant what will matter, resolve nothing yet.",
  "rising action":
    "The story is in its rising action: complicate matters, raise the cost, let what was planted grow. Nothing decisive ends yet.",
  climax:
    "The story is at its climax: bring the main conflict to a head, force hard choices, let earlier threads meet. Introduce nobody new.",
  ending:
    "The story is at its ending: let consequences fall, answer what is still open and come to rest. Open no new threads.",
} as const satisfies Record<Phase, string>;

const ONGOING_ENDING =
  "The present thread is ending: resolve it and let its consequences show, then let the first sign of the next one appear.";

/** The instruction about the length; it is the same for the whole story. */
export function describeStoryLength(length: StoryLength): string {
  return LENGTHS[length];
}

/** The instruction about the present phase of the story. */
export function describePhase(length: StoryLength, pace: Pace): string {
  const phase = findPhase(length, pace);
  const guide = length === "ongoing" && phase === "ending" ? ONGOING_ENDING : PHASES[phase];
  return `${guide}${endText(length, phase, pace)}`;
}

function endText(length: StoryLength, phase: Phase, { exchanges }: Pace): string {
  if (length === "ongoing" || phase !== "ending") return "";
  const { over } = ARCS[length];
  if (over === null) return " When everything is told, end it.";
  const left = over - exchanges;
  if (left > 1) return ` Reach the last scene within about ${left} more exchanges.`;
  return left >= 0
    ? " This is the place for the last scene: give it a closing image."
    : " The story has had its ending: what follows is a quiet epilogue, each passage able to be the last.";
}
