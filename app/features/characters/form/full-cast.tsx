import { useEffect, useState } from "react";
import { Link } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { FullPlanNote } from "#app/features/billing/full-plan-note.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import { fetchCharacters } from "../characters-api.ts";

/** Above the form of somebody new: says that the plan has no room for them, where that is so. */
export function FullCastNote({ userId, tier }: { userId: string; tier: Tier }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    // If it can't be found out, the server refuses the character and the draft stays.
    hasFullCast(userId, tier).then(setFull, (error: unknown) => void asFailure(error));
  }, [userId, tier]);
  if (!isFull) return null;
  return (
    <FullPlanNote>
      Your free plan has room for {PLAN_LIMITS.free.characters} characters, and all of them are here. Delete
      one or <Link to={PAGE_PATHS.upgrade}>go Premium</Link>, then you can create another. What you write is
      kept as a draft.
    </FullPlanNote>
  );
}

/** Whether a person has created as many characters as their plan has. Throws an `AppError`. */
async function hasFullCast(userId: string, tier: Tier): Promise<boolean> {
  const { characters: allowed, characterChats: chats } = PLAN_LIMITS[tier];
  if (allowed === null) return false;
  // Beside those that were created, the grid has those of stories who are talked with.
  const query = { section: "grid", limit: allowed + chats, include_chats: false, include_stories: false };
  const { characters } = await fetchCharacters(userId, query);
  return characters.filter(({ originStoryId }) => originStoryId === null).length >= allowed;
}
