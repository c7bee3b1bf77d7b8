import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/button.tsx";

/** `null`: there is nothing to undo, or to redo. */
type UndoButtonsProps = { undo: (() => void) | null; redo: (() => void) | null };

/** Undo and Redo of a form that was filled by code. Each is there only when it does something. */
export function UndoButtons({ undo, redo }: UndoButtonsProps) {
  const undoButton = useRef<HTMLButtonElement>(null);
  const redoButton = useRef<HTMLButtonElement>(null);
  if (undo === null && redo === null) return null;
  return (
    <div className="flex gap-8">
      {undo !== null && (
        <Button ref={undoButton} onClick={() => step(undo, undoButton, redoButton)}>
          Undo
        </Button>
      )}
      {redo !== null && (
        <Button ref={redoButton} onClick={() => step(redo, redoButton, undoButton)}>
          Redo
        </Button>
      )}
    </div>
  );
}

type ButtonRef = RefObject<HTMLButtonElement | null>;

/** Undoes or redoes one step, and keeps the focus: the last step removes its button, but then the other one is there. */
function step(move: () => void, pressed: ButtonRef, other: ButtonRef): void {
  flushSync(move);
  (pressed.current ?? other.current)?.focus();
}

/** Stands above a form that began with a draft. */
export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="spread gap-12 note marked" role="status">
      Your draft is back, as you left it.
      <Button onClick={onStartOver}>Start over</Button>
    </p>
  );
}
