import { type SQL, sql } from "drizzle-orm";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import type { StoryStatus } from "#domain/story-record.ts";
import { limited } from "../db/limited.ts";
import { stories } from "../db/schema/index.ts";

/*
 * Of a person's active stories, as many can be written in as their plan has room for: those that were updated last. The others can only be
 * read. After a downgrade there may be more.
 */

/** Part of a statement about a story: how many of its owner's active stories were updated after it. */
export function countActiveAfter(): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${stories} AS later
    WHERE later.user_id = stories.user_id AND later.status = 'active' AND later.deleted_at IS NULL
      AND (later.updated_at, later.id) > (stories.updated_at, stories.id))`;
}

/** Whether an active story can only be read. */
export function isBeyondPlan({
  story,
  tier,
  activeAfter,
}: {
  story: { status: StoryStatus };
  tier: Tier;
  activeAfter: number;
}): boolean {
  const { activeStories } = PLAN_LIMITS[tier];
  return story.status === "active" && activeStories !== null && activeAfter >= activeStories;
}

/** The most active stories that a plan with a limit has room for. */
const MOST_ACTIVE = Math.max(...Object.values(PLAN_LIMITS).map(({ activeStories }) => activeStories ?? 0));

/**
 * Part of a statement: the ids of the active stories that were updated last, the latest first, as many as the largest limit of a plan. So
 * the plan need not be known before.
 */
export function listLatestActive(userId: string) {
  return sql`(SELECT json_group_array(id) FROM (
      SELECT own.id FROM ${stories} AS own
      WHERE own.user_id = ${userId} AND own.status = 'active' AND own.deleted_at IS NULL
      ORDER BY own.updated_at DESC, ${limited(sql`own.id DESC`, MOST_ACTIVE)}
    ))`.mapWith((ids): string[] => JSON.parse(ids));
}

/** Those of `listLatestActive` that can be written in; `null`: all active stories. */
export function takeWritable(latestActive: readonly string[], tier: Tier): string[] | null {
  const { activeStories } = PLAN_LIMITS[tier];
  return activeStories === null ? null : latestActive.slice(0, activeStories);
}
