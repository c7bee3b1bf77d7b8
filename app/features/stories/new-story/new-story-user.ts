import type { UserRecord } from "#domain/account.ts";
import { allowsAdult } from "#domain/adult-content.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";

/** Of the person who begins a story: what the form needs to know. The server decides by its own record. */
export type NewStoryUser = { userId: string; tier: Tier; canWriteAdult: boolean };

export function toNewStoryUser(user: UserRecord): NewStoryUser {
  return { userId: user.id, tier: user.tier, canWriteAdult: allowsAdult(user) };
}

/** Whether the plan has stories of this length. */
export function hasLength({ tier }: NewStoryUser, length: string): boolean {
  return PLAN_LIMITS[tier].storyLengths.some((known) => known === length);
}
