import { expect, test } from "vitest";
import {
  countShared,
  findSharedTurn,
  listFound,
  listPathRows,
  listTurns,
  type Row,
} from "#app/features/conversation/paths/path-tree.ts";
import { formatLength, namePassage, nameTurn, toDay } from "#app/features/conversation/paths/path-wording.ts";
import type { ConversationPath } from "#domain/paths.ts";

const NOBODY_OPENED: ReadonlySet<string> = new Set();

const here: ConversationPath = {
  leafId: "here",
  name: null,
  isOpen: true,
  partsAtId: null,
  partsAtDepth: 0,
  turnName: null,
  firstId: null,
  firstWords: "The lamp went round.",
  length: 21,
  updatedAt: "2026-11-25T10:00:00.000Z",
};

function path(leafId: string, depth: number, parts: Partial<ConversationPath> = {}): ConversationPath {
  return {
    ...here,
    leafId,
    isOpen: false,
    partsAtId: depth === 0 ? null : `m${depth}`,
    partsAtDepth: depth,
    firstId: `first of ${leafId}`,
    firstWords: `Words of ${leafId}.`,
    length: 2,
    updatedAt: "2026-11-02T10:00:00.000Z",
    ...parts,
  };
}

/** Each row in a word or two. */
function tell(rows: readonly Row[]): string[] {
  return rows.map(toWords);
}

function toWords(row: Row): string {
  switch (row.kind) {
    case "turn":
      return row.turn.title || `turn ${row.turn.depth}`;
    case "branch":
      return `  ${row.path.leafId}${row.isLikeAbove ? " (alike)" : ""}`;
    case "more":
      return `  ${row.count} more`;
    case "fold":
      return `${row.turns} turns, ${row.paths} paths, ${row.from} to ${row.to}`;
    case "stretch":
      return `${row.length} without a turn`;
    case "here":
      return "here";
  }
}

test("a story of one path is its beginning and where one is", () => {
  expect(tell(listPathRows(listTurns([here], []), here, { isLarge: false, opened: NOBODY_OPENED }))).toEqual([
    "Beginning",
    "here",
  ]);
});

test("turns stand in the order of the text, each with what leaves there: the named first, then the latest", () => {
  const paths = [
    here,
    path("late", 12, { turnName: "On the gallery" }),
    path("old", 3),
    path("new", 3, { updatedAt: "2026-11-09T10:00:00.000Z" }),
    path("named", 3, { name: "The coward’s ending", updatedAt: "2026-11-01T10:00:00.000Z" }),
    path("other opening", 0),
  ];
  const turns = listTurns(paths, [{ messageId: "m3", content: "The *voice*\non the radio." }]);
  expect(tell(listPathRows(turns, here, { isLarge: false, opened: NOBODY_OPENED }))).toEqual([
    "Beginning",
    "  other opening",
    "The voice on the radio.",
    "  named",
    "  new",
    "  old",
    "On the gallery",
    "  late",
    "here",
  ]);
});

test("a turn without a name and without its words on the page is called by its place", () => {
  const [, turn] = listTurns([here, path("one", 1_200)], []);
  expect(turn && nameTurn(turn, "story")).toBe("After passage 1,200");
  expect(turn && nameTurn(turn, "chat")).toBe("After message 1,200");
});

test("paths that begin alike are told apart", () => {
  const paths = [here, path("one", 3, { firstId: "f" }), path("two", 3, { firstId: "f" })];
  const rows = listPathRows(listTurns(paths, []), here, { isLarge: false, opened: NOBODY_OPENED });
  expect(tell(rows)).toContain("  two (alike)");
  expect(tell(rows)).toContain("  one");
});

test("of sixty paths the last turns are shown, with two branches each, and the earlier ones are folded until they are opened", () => {
  const many = [3, 9, 14, 52].flatMap((depth) =>
    Array.from({ length: depth === 52 ? 10 : 3 }, (_, index) => path(`${depth}.${index}`, depth)),
  );
  const turns = listTurns([{ ...here, length: 74 }, ...many], []);
  const longer = { ...here, length: 74 };
  expect(tell(listPathRows(turns, longer, { isLarge: true, opened: NOBODY_OPENED }))).toEqual([
    "Beginning",
    "2 turns, 6 paths, 3 to 9",
    "turn 14",
    "  14.0",
    "  14.1",
    "  14.2",
    "turn 52",
    "  52.0",
    "  52.1",
    "  8 more",
    "22 without a turn",
    "here",
  ]);
  const opened = tell(listPathRows(turns, longer, { isLarge: true, opened: new Set(["fold", "m52"]) }));
  expect(opened).toContain("turn 3");
  expect(opened).toContain("  52.9");
});

test("paths are found by name, words and turn, whatever the case and the accents", () => {
  const paths = [
    here,
    path("one", 3, { name: "Zwei Türme" }),
    path("two", 3, { firstWords: "I wave back.", updatedAt: "2026-11-20T10:00:00.000Z" }),
    path("three", 7, { turnName: "The ink was wet" }),
  ];
  const turns = listTurns(paths, []);
  const find = (query: string, onlyNamed = false) => tell(listFound(paths, turns, { query, onlyNamed }));
  expect(find("turme")).toEqual(["  one"]);
  expect(find("WAVE ")).toEqual(["  two"]);
  expect(find("ink")).toEqual(["  three"]);
  expect(find("")).toEqual(["here", "  two", "  one", "  three"]);
  expect(find("", true)).toEqual(["  one"]);
  expect(find("nothing like it")).toEqual([]);
});

test("the turn at which two paths part is named only if they part on the open path", () => {
  const turns = listTurns([here, path("one", 3), path("other", 3), path("later", 5)], []);
  expect(findSharedTurn(turns, { shared: 3, known: 3 })?.key).toBe("m3");
  expect(findSharedTurn(turns, { shared: 5, known: 3 }), "two passages further, on their own").toBeNull();
});

test("two paths have in common what is the same from their beginning", () => {
  const ids = (...all: string[]) => all.map((messageId) => ({ messageId }));
  expect(countShared(ids("a", "b", "c"), ids("a", "b", "d"))).toBe(2);
  expect(countShared(ids("a", "b"), ids("a", "b", "d"))).toBe(2);
  expect(countShared(ids("x"), ids("a"))).toBe(0);
  expect(countShared([], ids("a"))).toBe(0);
});

test("lengths, places and days are told in the words of a story and of a chat", () => {
  expect(formatLength(1, "story")).toBe("1 passage");
  expect(formatLength(18, "chat")).toBe("18 messages");
  expect(namePassage(73, "story")).toBe("passage 73");
  const now = new Date("2026-11-25T12:00:00.000Z");
  expect(toDay("2026-11-25T10:00:00.000Z", now)).toBe("today");
  expect(toDay("2026-11-02T10:00:00.000Z", now)).toBe("2 Nov");
});
