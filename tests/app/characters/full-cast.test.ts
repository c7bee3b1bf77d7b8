import { afterEach, expect, test, vi } from "vitest";
import { hasFullCast } from "#app/features/characters/form/full-cast.tsx";
import { PLAN_LIMITS } from "#domain/plan.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A person with so many characters of their own, and one from a story. Returns the addresses that are asked for. */
function withCharacters(count: number): string[] {
  const asked: string[] = [];
  const own = Array.from({ length: count }, (_, index) => ({
    characterId: `c${index}`,
    originStoryId: null,
    metadata: {},
  }));
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json([{ characterId: "s1", originStoryId: "story", metadata: {} }, ...own]);
  });
  return asked;
}

test("a plan is full of the characters that were created; those of stories don't count", async () => {
  const asked = withCharacters(PLAN_LIMITS.free.characters - 1);
  expect(await hasFullCast("auth0|1", "free")).toBe(false);
  expect(asked[0]).toMatch(/^\/api\/characters\/user\/auth0%7C1\?.*section=grid/);
  withCharacters(PLAN_LIMITS.free.characters);
  expect(await hasFullCast("auth0|1", "free")).toBe(true);
});

test("a plan without a limit is never full, and nothing is asked for", async () => {
  const asked = withCharacters(400);
  expect(await hasFullCast("auth0|1", "premium")).toBe(false);
  expect(asked).toEqual([]);
});
