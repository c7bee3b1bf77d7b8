import { GOAL_LOST, GOAL_MET } from "./grammar/goals.ts";
import { CLOSINGS } from "./grammar/reactions.ts";
import type { CastMember } from "./grammar/types.ts";
import { isGoalMet } from "./story-state.ts";
import { joined, type Telling } from "./telling.ts";

/** The end of what the person was after: whether they got it, and what became of the things and people they dealt with. */
export function settle({ plan, state, deed, scene, supply }: Telling): string {
  const asked = state.threads
    .filter(
      ({ isClosed, about }) =>
        !isClosed && !isPartOf(about, state.goal.wish) && !isPartOf(about, deed?.what ?? ""),
    )
    .toSorted((one, other) => other.times - one.times)[0];
  scene.carried = state.carried.at(-1)?.name ?? null;
  scene.gone = state.gone.at(-1)?.name ?? null;
  scene.asked = asked === undefined || isPartOf(asked.about, scene.carried ?? "") ? null : asked.about;
  const closings = [
    supply.fresh(CLOSINGS.asked),
    supply.fresh(CLOSINGS.carried) ?? supply.fresh(CLOSINGS.gone),
    about("wary", CLOSINGS.wary) ?? about("close", CLOSINGS.close),
  ];
  return joined([supply.fresh(isGoalMet(state) ? GOAL_MET : GOAL_LOST), ...closings]);

  function about(regard: "wary" | "close", texts: readonly string[]): string | null {
    scene.whom = memberWith(regard);
    return scene.whom === null ? null : supply.fresh(texts);
  }
  function memberWith(regard: "wary" | "close"): CastMember | null {
    return Object.values(plan.cast).find(({ name }) => state.regard[name] === regard) ?? null;
  }
}

/** "the missing key" is settled where the goal is to find it. */
function isPartOf(about: string, text: string): boolean {
  return text !== "" && text.includes(about.split(" ").at(-1) ?? "");
}
