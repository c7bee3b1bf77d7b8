import { GOAL_CHANGED, GOAL_FOCUS } from "./grammar/goals.ts";
import { MOOD_SENSES, MOOD_TURNS } from "./grammar/moods.ts";
import { GRAVE_OUTCOMES, OUTCOMES } from "./grammar/outcomes.ts";
import { isUnderSky, PLACES } from "./grammar/places.ts";
import { ARRIVALS, BEHIND_DOORS, ECHOES, REACTIONS } from "./grammar/reactions.ts";
import { tellSpeech } from "./speech.ts";
import { obstacleChange, toMood } from "./story-state.ts";
import { joined, possible, type Telling } from "./telling.ts";

/** How the world takes what the person did. */

const DOORS = /\b(?:door|doors|gate|gates|window|windows|hatch|shutters?|curtains?)$/u;
const NAMED = /\{(?:whom|thing|place|asked)\b/u;

/** What came of it; somewhere new, what it is like there. */
export function tellOutcome(telling: Telling): string {
  const { deed, state, plan, random } = telling;
  if (deed === null) return tellSense(telling);
  const graver = plan.grammar.isGrave ? (GRAVE_OUTCOMES[deed.kind] ?? []) : [];
  const outcome = () =>
    able(telling, [...OUTCOMES[deed.kind], ...graver]) ?? able(telling, OUTCOMES.other) ?? "";
  const arrival = state.place?.isNew === true ? telling.supply.fresh(PLACES[state.place.kind]) : null;
  return arrival === null ? outcome() : joined([arrival, random.chance(0.4) ? outcome() : null]);
}

/** How the world takes what was done. */
export function tellReaction(telling: Telling): string {
  const { deed, state } = telling;
  if (deed === null) return "";
  const arrives = state.place?.isNew === true && (deed.kind === "move" || deed.kind === "leave");
  const arrived = arrives
    ? able(telling, ARRIVALS[isUnderSky(state.place?.kind) ? "outside" : "inside"])
    : null;
  const behind =
    deed.kind === "open" && DOORS.test(deed.what ?? "")
      ? telling.supply.fresh(possible(telling, BEHIND_DOORS))
      : null;
  // To jump over something, or climb on it, is to have gone nowhere.
  const isOnTheSpot = deed.kind === "move" && !deed.isAway && deed.where?.isReturn !== true;
  return (
    arrived ??
    behind ??
    able(telling, REACTIONS[isOnTheSpot ? "other" : deed.kind] ?? []) ??
    able(telling, REACTIONS.other ?? []) ??
    tellSpeech(telling)
  );
}

/** What has changed by it: what is wanted, what is in the way, the mood; else what was done comes back by name. */
export function tellTurn(telling: Telling): string {
  const { state, deed, prompt, random } = telling;
  const goal = state.goal.isNew
    ? telling.supply.fresh(state.goal.focus === null ? GOAL_CHANGED : GOAL_FOCUS)
    : null;
  const obstacle = joined(obstacleChange(state, prompt).map((text) => telling.supply.fresh([text])));
  const isClause = deed?.topic != null && /^(?:who|what|where|when|why|how)\b/u.test(deed.topic);
  const echoes =
    deed === null || isClause
      ? []
      : (ECHOES[state.place?.isNew === true ? "move" : deed.kind === "move" ? "other" : deed.kind] ?? []);
  const mood =
    state.mood.isNew && goal === null && obstacle === "" && random.chance(0.7)
      ? telling.supply.fresh(MOOD_TURNS[toMood(state.mood)])
      : null;
  const echo = goal === null && obstacle === "" ? able(telling, echoes) : null;
  return joined([echo, obstacle, goal, mood]);
}

/** What can be noticed there, in this mood. */
export function tellSense(telling: Telling): string {
  const { prompt, plan, state, random } = telling;
  // What the person chose besides the genre comes back now and then.
  if (prompt.exchange % 3 === 2) {
    const flavour = telling.supply.fresh(plan.flavours.flat(), "any");
    if (flavour !== null) return flavour;
  }
  const isMoody = prompt.exchange > 0 && random.chance(0.4);
  const here = state.place === null ? null : telling.supply.fresh(PLACES[state.place.kind]);
  // Elsewhere the genre's own rooms and streets are out of sight.
  return (
    here ??
    (isMoody || state.place !== null ? tellMood(telling) : null) ??
    telling.supply.fresh(plan.grammar.senses) ??
    ""
  );
}

export function tellMood(telling: Telling): string | null {
  return telling.supply.fresh(MOOD_SENSES[toMood(telling.state.mood)]);
}

/** One that the story hasn't used, among those that fit who is busy just then. */
export function able(telling: Telling, templates: readonly string[]): string | null {
  const fitting = possible(telling, templates);
  // What names the very thing or person comes first.
  return telling.supply.fresh(fitting.filter((text) => NAMED.test(text))) ?? telling.supply.fresh(fitting);
}
