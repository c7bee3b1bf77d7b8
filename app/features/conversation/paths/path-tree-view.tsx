import { Bookmark, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { isCombined, useOneStop } from "#app/ui/use-one-stop.ts";
import type { ConversationPath } from "#domain/paths.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { Row } from "./path-tree.ts";
import styles from "./path-tree-view.module.css";
import { formatLength, namePassage, nameTurn, toDay, toPathTitle } from "./path-wording.ts";

type PathTreeViewProps = {
  label: string;
  rows: readonly Row[];
  subject: PromptSubject;
  /** When the conversation began; `null`: not known here. */
  beganAt: string | null;
  /** The path whose buttons are shown. */
  chosenId: string | null;
  onChoose: (leafId: string | null) => void;
  onRead: (path: ConversationPath) => void;
  /** Shows what a turn, or the fold, hides. */
  onOpen: (key: string) => void;
  /** What can be done about the chosen path. */
  renderTools: (path: ConversationPath) => ReactNode;
  /** A plain list, where each path says where it leaves. */
  isFlat?: boolean;
};

/** One row is in the order of Tab: where the person is, or else the last one in view. */
const ROWS = { selector: "[data-row]", forwards: ["ArrowDown"], backwards: ["ArrowUp"], first: -1 };

/**
 * Paths as a tree of one line: turns of the open path, and under each what leaves there. ↑, ↓, Home and End move. → opens, or leads from a
 * turn to what leaves there. ← closes, or leads to the turn above. Enter reads. The buttons of a row come after it.
 */
export function PathTreeView(props: PathTreeViewProps) {
  const { label, rows, chosenId, onChoose, onRead, onOpen, isFlat = false } = props;
  const list = useRef<HTMLDivElement>(null);
  useOneStop(list, ROWS);
  const listRows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROWS.selector) ?? [])];

  const isChosen = (row: Row) => row.kind === "branch" && row.path.leafId === chosenId;

  function open(row: Row): void {
    if (row.kind === "branch") onChoose(row.path.leafId);
    if (row.kind === "more" || row.kind === "fold") onOpen(row.key);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: Row): void {
    const { key, target, currentTarget } = event;
    if (target !== currentTarget || isCombined(event)) return; // a button in the row
    const isRtl = getComputedStyle(currentTarget).direction === "rtl";
    const [forwards, backwards] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const all = listRows();
    const at = all.indexOf(currentTarget);
    if (key === "Enter" && row.kind === "branch") onRead(row.path);
    else if (key === forwards && row.kind === "turn") all[at + 1]?.focus();
    else if (key === forwards || key === "Enter" || key === " ") open(row);
    else if (key === backwards && isChosen(row)) onChoose(null);
    else if (key === backwards)
      all
        .slice(0, at)
        .findLast(({ dataset }) => dataset["kind"] === "turn")
        ?.focus();
    else if (key === "Home") all.at(0)?.focus();
    else if (key === "End") all.at(-1)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div ref={list} className={styles.tree} role="tree" aria-label={label} data-flat={isFlat || undefined}>
      {rows.map((row) =>
        row.kind === "stretch" ? (
          <div key={row.key} className={`${styles.stretch} muted`}>
            {formatLength(row.length, props.subject)} without a turn
          </div>
        ) : (
          <div
            key={row.key}
            role="treeitem"
            data-row={row.key}
            data-kind={row.kind}
            aria-level={isFlat || row.kind === "turn" || row.kind === "fold" || row.kind === "here" ? 1 : 2}
            aria-current={row.kind === "here" ? "location" : undefined}
            aria-selected={row.kind === "branch" ? isChosen(row) : undefined}
            aria-expanded={
              row.kind === "branch"
                ? isChosen(row)
                : row.kind === "more" || row.kind === "fold"
                  ? false
                  : undefined
            }
            tabIndex={row.kind === "here" ? 0 : -1}
            className={`${styles.row} relative rounded`}
            onKeyDown={(event) => onKeyDown(event, row)}
            onClick={({ target }) => {
              if (target instanceof Element && target.closest("button") !== null) return;
              if (isChosen(row)) onChoose(null);
              else open(row);
            }}
          >
            <RowContent row={row} {...props} />
            {row.kind === "branch" && row.path.leafId === chosenId && (
              <div className={`${styles.tools} row wrap gap-8`}>{props.renderTools(row.path)}</div>
            )}
          </div>
        ),
      )}
    </div>
  );
}

type RowContentProps = Pick<PathTreeViewProps, "subject" | "beganAt" | "isFlat"> & { row: Row };

function RowContent({ row, subject, beganAt, isFlat }: RowContentProps) {
  switch (row.kind) {
    case "turn": {
      const { depth } = row.turn;
      const aside = depth > 0 ? namePassage(depth, subject) : beganAt && toDay(beganAt);
      return (
        <div className={`${styles.turn} row gap-12`}>
          <i className={`${styles.dot} absolute surface`} />
          <span className={`${styles.title} name`} dir="auto">
            {nameTurn(row.turn, subject)}
          </span>
          {row.turn.title !== "" || depth === 0 ? (
            <span className="no-shrink note digits">{aside}</span>
          ) : null}
        </div>
      );
    }
    case "branch":
      return <Branch row={row} subject={subject} isFlat={isFlat} />;
    case "more":
      return (
        <span className={`${styles.more} row tap-height heading primary`}>{row.count} more leave here</span>
      );
    case "fold":
      return (
        <div className={`${styles.turn} row gap-12`}>
          <ChevronRight className={`${styles.arrow} no-shrink points`} size={18} aria-hidden="true" />
          <span className={styles.fold}>{describeFold(row)}</span>
          <span className="no-shrink note digits">{describeStretch(row, subject)}</span>
        </div>
      );
    case "here":
      return (
        <>
          <div className={`${styles.turn} row gap-12`}>
            <i className={`${styles.dot} absolute surface`} />
            <span className={`${styles.here} primary`}>You are here</span>
            <span className="no-shrink note digits">
              {namePassage(row.path.length, subject)}, {toDay(row.path.updatedAt)}
            </span>
          </div>
          <p className={`${styles.words} story-aside ellipsis muted`} dir="auto">
            {row.path.firstWords}
          </p>
        </>
      );
    case "stretch":
      return null;
  }
}

type BranchProps = Pick<PathTreeViewProps, "subject" | "isFlat"> & { row: Extract<Row, { kind: "branch" }> };

function Branch({ row: { path, turn, isLikeAbove }, subject, isFlat }: BranchProps) {
  const { name, firstWords, length, updatedAt } = path;
  return (
    <div className={`${styles.branch} padding-block-8`}>
      <span className="visually-hidden">Path: </span>
      {name !== null && (
        <p className={`${styles.name} flex baseline gap-8 name`}>
          <Bookmark size={16} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          <bdi>{name}</bdi>
        </p>
      )}
      <p
        className={name === null ? "story-aside ellipsis" : `${styles.words} story-aside ellipsis muted`}
        dir="auto"
      >
        {name === null ? toPathTitle(path) : firstWords}
      </p>
      <p className="row wrap column-gap-12 note digits">
        {length > 0 && <Ticks count={length} />}
        <span>{length > 0 ? formatLength(length, subject) : "Ends here"}</span>
        <span>{toDay(updatedAt)}</span>
      </p>
      {isLikeAbove && (
        <p className="row wrap column-gap-12 note digits">Begins like the one above, and parts later</p>
      )}
      {isFlat && turn && (
        <p className="row wrap column-gap-12 note digits">
          <span dir="auto">Leaves at {nameTurn(turn, subject)}</span>
          {turn.depth > 0 && turn.title !== "" && <span>{namePassage(turn.depth, subject)}</span>}
        </p>
      )}
    </div>
  );
}

const TICKS_MAX = 21;
const TICK_PX = 3.5;

/** A tick for each passage, up to about twenty. */
export function Ticks({ count }: { count: number }) {
  const width = Math.max(1, Math.min(TICKS_MAX, count)) * TICK_PX - 2;
  return <i className={styles.ticks} style={{ width }} aria-hidden="true" />;
}

function describeFold({ turns, paths }: Extract<Row, { kind: "fold" }>): string {
  return `${turns} ${turns === 1 ? "turn" : "turns"}, ${paths} ${paths === 1 ? "path" : "paths"}`;
}

function describeStretch({ from, to }: Extract<Row, { kind: "fold" }>, subject: PromptSubject): string {
  const first = namePassage(from, subject);
  return from === to ? first : `${first.replace(" ", "s ")} to ${to}`;
}
