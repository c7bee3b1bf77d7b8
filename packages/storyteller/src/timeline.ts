import type { StoryPlan } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { hashText } from "./random.ts";

/** What one passage has to tell of the story itself: a step of an arc or of a small matter beside it. */
export type Beat = {
  /** The exchange at which it is due; the opening is 0. */
  at: number;
  text: string;
  /** The last step of the story's own arc. */
  isLast: boolean;
};

export type Phase = "setup" | "rising" | "climax" | "ending" | "after";

/** The exchange of the last passage: the earliest one, and over how many more stories of a length differ. */
const ENDS: Record<string, { from: number; spread: number }> = {
  short: { from: 13, spread: 5 },
  medium: { from: 30, spread: 7 },
  long: { from: 54, spread: 8 },
};
/** An ongoing story has no end: its arcs take so many exchanges each. */
const ONGOING_ARC = 23;

/** The exchange at which a story ends, or null where it goes on for as long as the person does. */
export function planEnd(prompt: StoryPrompt, seed: string): number | null {
  const end = ENDS[prompt.storyLength];
  return end === undefined ? null : end.from + (hashText(`${seed}|end`) % end.spread);
}

export function phaseAt(exchange: number, end: number | null): Phase {
  if (end === null) return exchange < 4 ? "setup" : "rising";
  if (exchange > end) return "after";
  if (exchange === end) return "ending";
  const done = exchange / end;
  return done < 0.2 ? "setup" : done < 0.7 ? "rising" : "climax";
}

/**
 * Everything that is to be told in a story, each at its exchange. A short story has one arc, begun in the opening and
 * ended in the last passage; in a longer one another comes up in its middle and is settled before the first is taken up
 * again. Small matters fill the exchanges between: each comes up, and comes back, and is settled before the end; a short
 * story has one, and the rest of it belongs to what the person does.
 */
export function planTimeline(plan: StoryPlan, end: number | null, length: string): Beat[] {
  const arcs = arcBeats(plan, end, length);
  const taken = new Set(arcs.map((beat) => beat.at));
  const last = (end ?? 2 * ONGOING_ARC + 2) - 1;
  const free = Array.from({ length: last }, (_, index) => index + 1).filter((at) => !taken.has(at));
  const threads = plan.threads.slice(0, length === "short" ? 1 : Math.floor(free.length / 3));
  const steps = interleaved(threads);
  return [
    ...arcs,
    ...steps.map((text, index) => ({
      at: free[Math.floor((index * free.length) / steps.length)] ?? last,
      text,
      isLast: false,
    })),
  ].sort((one, other) => one.at - other.at);
}

function arcBeats(plan: StoryPlan, end: number | null, length: string): Beat[] {
  const [main, other] = plan.intrigues;
  if (main === undefined) return [];
  if (end === null)
    return [
      ...spread(main.steps, 0, ONGOING_ARC),
      ...spread(other?.steps ?? [], ONGOING_ARC + 1, 2 * ONGOING_ARC),
    ];
  if (length === "short" || other === undefined) return marked(spread(main.steps, 0, end));
  const third = Math.floor(end * 0.25);
  const most = Math.floor(end * 0.66);
  const before = main.steps.slice(0, 3);
  const after = main.steps.slice(3);
  return marked([
    ...spread(before, 0, third),
    ...spread(other.steps, third + 1, most),
    ...spread(after, most + 2, end),
  ]);
}

/** The steps at even distances, the first and the last at the ends. */
function spread(steps: readonly string[], from: number, to: number): Beat[] {
  return steps.map((text, index) => ({
    at: steps.length < 2 ? from : Math.round(from + (index * (to - from)) / (steps.length - 1)),
    text,
    isLast: false,
  }));
}

function marked(beats: Beat[]): Beat[] {
  return beats.map((beat, index) => ({ ...beat, isLast: index === beats.length - 1 }));
}

/** One comes up before the one before it is settled: a1 b1 a2 c1 b2 a3 … */
function interleaved(threads: StoryPlan["threads"]): string[] {
  return threads
    .flatMap((thread, index) => thread.map((text, step) => ({ text, place: index * 3 + step * 3.4 })))
    .sort((one, other) => one.place - other.place)
    .map((one) => one.text);
}
