import { expect, test } from "vitest";
import { MemoryFoot, MemoryLines } from "#app/features/conversation/notes/memory-lines.tsx";
import type { MemoryLine } from "#domain/memory.ts";
import { textOf } from "../../text-of.tsx";

function line(lineId: string, parts: Partial<MemoryLine> = {}): MemoryLine {
  const told = { fromId: "m3", toId: "m3", depth: 3 };
  const state = { isPinned: false, isCorrected: false, isForgotten: false, isStale: false };
  return { lineId, text: `Line ${lineId}.`, ...told, ...state, ...parts };
}

function tell(lines: MemoryLine[], showsForgotten = false): string {
  const memory = { lines, failure: null, reload: () => undefined, change: async () => null };
  return textOf(
    <MemoryLines memory={memory} subject="story" showsForgotten={showsForgotten} onGoTo={() => undefined} />,
  );
}

test("a line says where it comes from, and what its owner has done with it", () => {
  expect(tell([line("one")])).toContain("|Line one.|passage 3|Pin|Correct|Forget|");
  expect(tell([line("one", { isPinned: true, isCorrected: true })])).toContain(
    "|Line one.|passage 3|pinned|corrected by you|Unpin|Correct|Forget|",
  );
});

test("a line whose passage was changed says that the AI will read it again", () => {
  expect(tell([line("one", { isStale: true })])).toContain(
    "|You have changed this passage. The AI will read it again.|",
  );
});

test("forgotten lines are counted, and shown when they are asked for", () => {
  const lines = [line("one"), line("two", { isForgotten: true })];
  expect(tell(lines)).not.toContain("Line two.");
  expect(tell(lines, true)).toContain("|Line two.|passage 3|forgotten|Remember again|");
  expect(textOf(<MemoryFoot lines={lines} isShown={false} onShow={() => undefined} />)).toBe(
    "|1 forgotten |Show|",
  );
  expect(tell([line("two", { isForgotten: true })])).toContain("|All of it is forgotten.|");
});
