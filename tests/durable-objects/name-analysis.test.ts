import { expect, it } from "vitest";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { NameAnalysis } from "#durable-objects/story/name-analysis.ts";

const MARA = { name: "Mara", aliases: [], isNew: false };
const { mentionsPerReply } = CONVERSATION_LIMITS;

function createAnalysis(): NameAnalysis {
  return new NameAnalysis({ rows: () => [MARA] });
}

/**
 * Sends a reply of `count` equal names in pieces of ten. `told`: mentions in each analysis that is sent; `positions`:
 * their sum.
 */
function tellNames(count: number): { told: number[]; positions: number } {
  const followed = createAnalysis().follow("");
  const told: number[] = [];
  for (let index = 0; index < count / 10; index += 1) {
    const analysis = followed.read("Mara ".repeat(10));
    if (analysis) told.push(analysis.mentionedCharacters[0]?.positions.length ?? 0);
  }
  return { told, positions: told.reduce((sum, each) => sum + each, 0) };
}

it("sends each new name at once while there are few", () => {
  expect(tellNames(50).told).toHaveLength(5);
});

it("sends in total at most a few times the number of mentions, however many names a reply has", () => {
  const { told, positions } = tellNames(10_000);
  expect(told.at(-1)).toBeLessThanOrEqual(mentionsPerReply);
  expect(positions).toBeLessThan(6 * mentionsPerReply);
  const [name] = createAnalysis().analyse("Mara ".repeat(10_000))?.mentionedCharacters ?? [];
  expect(name?.positions).toHaveLength(mentionsPerReply);
});
