import type { Message } from "#domain/message.ts";
import type { ConversationPath } from "#domain/paths.ts";
import { foldText } from "#domain/text.ts";
import { takeFirstWords } from "./path-wording.ts";

/** Up to so many paths everything is open. */
export const ALL_OPEN_MAX = 12;
/** Beyond that, so many branches of a turn are shown, and so many turns before "You are here". */
const BRANCHES_SHOWN = 2;
const TURNS_SHOWN = 2;
/** A stretch without a turn that is worth a line. */
const LONG_STRETCH = 5;

/** A place of the open path where others leave it. */
export type Parting = {
  key: string;
  /** Messages up to it, that one included; 0: before the first. */
  depth: number;
  title: string;
  /** The named ones first, then those that changed last. */
  branches: ConversationPath[];
};

/** A line of the tree as it is shown. `key` names it as long as the tree is open. */
export type Row =
  | { kind: "turn"; key: string; turn: Parting }
  | { kind: "branch"; key: string; path: ConversationPath; turn: Parting | null; isLikeAbove: boolean }
  | { kind: "more"; key: string; turn: Parting; count: number }
  | { kind: "fold"; key: string; turns: number; paths: number; from: number; to: number }
  | { kind: "stretch"; key: string; length: number }
  | { kind: "here"; key: string; path: ConversationPath };

/** How far the tree is open. `opened`: the keys of turns that show all, and of the fold. */
export type Openness = { isLarge: boolean; opened: ReadonlySet<string> };

const FOLD = "fold";
/** Not the end of the open path: the focus stays on its row when the path grows. */
const HERE = "here";

/** The turns from the beginning on. `messages`: those on the page, for the words of a turn that has no name. */
export function listTurns(
  paths: readonly ConversationPath[],
  messages: readonly Pick<Message, "messageId" | "content">[],
): Parting[] {
  const turns = new Map<string, Parting>();
  turns.set("beginning", { key: "beginning", depth: 0, title: "Beginning", branches: [] });
  for (const path of paths.filter(({ isOpen }) => !isOpen)) {
    const key = path.partsAtId ?? "beginning";
    const turn = turns.get(key) ?? { key, depth: path.partsAtDepth, title: "", branches: [] };
    turn.title ||= path.turnName ?? "";
    turn.branches.push(path);
    turns.set(key, turn);
  }
  const words = new Map(messages.map(({ messageId, content }) => [messageId, content]));
  return [...turns.values()]
    .map((turn) => ({
      ...turn,
      title: turn.title || takeFirstWords(words.get(turn.key) ?? ""),
      branches: turn.branches.sort(compareBranches),
    }))
    .sort((one, other) => one.depth - other.depth);
}

/** The rows of the open path, from the beginning to where one is. */
export function listPathRows(
  turns: readonly Parting[],
  here: ConversationPath,
  { isLarge, opened }: Openness,
): Row[] {
  const [beginning, ...others] = turns;
  const folded = isLarge && !opened.has(FOLD) ? others.slice(0, -TURNS_SHOWN) : [];
  const rows: Row[] = beginning ? toRows(beginning, isLarge, opened) : [];
  const [first, last] = [folded[0], folded.at(-1)];
  if (first && last) {
    const paths = folded.reduce((sum, { branches }) => sum + branches.length, 0);
    rows.push({
      kind: "fold",
      key: FOLD,
      turns: folded.length,
      paths,
      from: first.depth,
      to: last.depth,
    });
  }
  for (const turn of others.slice(folded.length)) rows.push(...toRows(turn, isLarge, opened));
  const stretch = here.length - (turns.at(-1)?.depth ?? 0);
  if (isLarge && stretch >= LONG_STRETCH) rows.push({ kind: "stretch", key: "stretch", length: stretch });
  return [...rows, { kind: "here", key: HERE, path: here }];
}

function toRows(turn: Parting, isLarge: boolean, opened: ReadonlySet<string>): Row[] {
  // One more line would take the room of the path that it hides.
  const hides = isLarge && !opened.has(turn.key) && turn.branches.length > BRANCHES_SHOWN + 1;
  const shown = hides ? turn.branches.slice(0, BRANCHES_SHOWN) : turn.branches;
  const count = turn.branches.length - shown.length;
  return [
    { kind: "turn", key: `turn-${turn.key}`, turn },
    ...shown.map((path, index) => ({
      kind: "branch" as const,
      key: path.leafId,
      path,
      turn,
      isLikeAbove: shown.slice(0, index).some(({ firstId }) => firstId === path.firstId),
    })),
    ...(hides ? [{ kind: "more" as const, key: turn.key, turn, count }] : []),
  ];
}

/** All paths that fit, as a plain list: those that changed last first. An empty query fits all. */
export function listFound(
  paths: readonly ConversationPath[],
  turns: readonly Parting[],
  { query, onlyNamed }: { query: string; onlyNamed: boolean },
): Row[] {
  const wanted = foldText(query.trim());
  const fits = ({ name, firstWords, turnName }: ConversationPath) =>
    (!onlyNamed || name !== null) &&
    [name, firstWords, turnName].some((text) => foldText(text ?? "").includes(wanted));
  return paths
    .filter(fits)
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .map((path) =>
      path.isOpen
        ? { kind: "here", key: HERE, path }
        : {
            kind: "branch",
            key: path.leafId,
            path,
            turn: turns.find(({ key }) => key === (path.partsAtId ?? "beginning")) ?? null,
            isLikeAbove: false,
          },
    );
}

function compareBranches(one: ConversationPath, other: ConversationPath): number {
  const named = Number(other.name !== null) - Number(one.name !== null);
  return named || other.updatedAt.localeCompare(one.updatedAt);
}

/** The turn of the open path at which two paths part; `null`: they part elsewhere. */
export function findSharedTurn(
  turns: readonly Parting[],
  { shared, known }: { shared: number; known: number },
): Parting | null {
  return (shared === known && turns.find(({ depth }) => depth === shared)) || null;
}

/** How many messages two paths have in common, from lists that begin at the same place. */
export function countShared(
  one: readonly Pick<Message, "messageId">[],
  other: readonly Pick<Message, "messageId">[],
): number {
  const parting = one.findIndex(({ messageId }, index) => other[index]?.messageId !== messageId);
  return parting < 0 ? one.length : parting;
}
