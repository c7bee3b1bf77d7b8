import { Redo2, Undo2, X } from "lucide-react";
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { hasFinePointer, toFocusOptions } from "#app/ui/media-queries.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { countCharacters } from "#domain/text.ts";
import { toLatinKey } from "../single-keys.ts";
import { type BarProps, SuggestButton } from "./collapsed-bar.tsx";
import type { DraftAction, MessageDraft } from "./draft.ts";
import styles from "./expanded-bar.module.css";
import { isNearLimit, LENGTH_WARNINGS } from "./length-limit.ts";
import { MessageBox, SendButton } from "./message-box.tsx";

type ExpandedBarProps = BarProps & {
  draft: MessageDraft;
  /** Of a message, in visible characters; absent: the limit of stories and chats. */
  max?: number;
  boxRef: Ref<HTMLTextAreaElement>;
  /** The person has changed the text; "withdrawn": back to what a suggestion replaces that is still being written. */
  onChange: (action: DraftAction) => void;
  onSend: () => void;
  onClose: () => void;
};

/** The bar in use: the box, and what can be done with its text. */
export function ExpandedBar(props: ExpandedBarProps) {
  const {
    draft,
    max = MESSAGE_MAX,
    busy,
    settled,
    pending,
    boxRef,
    onChange,
    onSend,
    onSuggest,
    onClose,
    onStop,
  } = props;
  const { text } = draft;
  const isUndoable = draft.earlier.length > 0;
  const isRedoable = draft.later.length > 0;
  /** The text that was cut to fit, until the text changes. */
  const [cutText, setCutText] = useState<string | null>(null);
  const length = countCharacters(text);
  const isArriving = draft.replaced !== null;
  const replacesWords = isArriving && draft.replaced?.text.trim() !== "";

  function send(): void {
    setCutText(null);
    onSend();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      onClose();
    } else if (isUndoable && draft.placed && isUndo(event)) {
      event.preventDefault();
      onChange({ type: "undone" });
    } else if (isRedoable && draft.placed && isRedo(event)) {
      event.preventDefault();
      onChange({ type: "redone" });
    }
  }

  return (
    <form
      className={`${styles.bar} center-block full-width bordered raised shadow no-outline`}
      aria-label="Write what happens next"
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        if (settled) send();
      }}
    >
      <MessageBox
        ref={boxRef}
        className={styles.text}
        text={text}
        max={max}
        // Not `disabled`: a disabled box loses the focus, and the next letters would run shortcuts, such as E for Edit.
        readOnly={busy}
        aria-disabled={busy}
        aria-label="What happens next"
        placeholder={busy ? "AI is responding..." : "What happens next..."}
        onText={(next, wasCut) => {
          setCutText(wasCut ? next : null);
          onChange({ type: "typed", text: next });
        }}
        onEnter={send}
        onKey={onKey}
      />
      <div className={`${styles.row} row tap-height gap-4`}>
        {onSuggest && (
          <SuggestButton label="Regenerate suggestion" busy={busy} pending={pending} onClick={onSuggest} />
        )}
        {replacesWords && (
          <Button
            onClick={({ currentTarget }) => {
              currentTarget.form?.querySelector("textarea")?.focus(); // this button goes
              onChange({ type: "withdrawn" });
            }}
          >
            Keep mine
          </Button>
        )}
        {!isArriving && (isUndoable || isRedoable) && !busy && (
          // Both at once, so that the one that was pressed keeps the focus.
          <>
            <IconButton
              label="Undo suggestion"
              icon={<Undo2 size={19} />}
              aria-disabled={!isUndoable}
              onClick={() => isUndoable && onChange({ type: "undone" })}
            />
            <IconButton
              label="Redo suggestion"
              icon={<Redo2 size={19} />}
              aria-disabled={!isRedoable}
              onClick={() => isRedoable && onChange({ type: "redone" })}
            />
          </>
        )}
        <Counter length={length} max={max} cut={cutText === text} />
        <IconButton label="Close" icon={<X size={20} />} onClick={onClose} />
        <SendButton
          busy={busy}
          settled={settled}
          disabled={isArriving || text.trim() === "" || length > max}
          onStop={onStop}
        />
      </div>
    </form>
  );
}

function isUndo(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey } = event;
  return (ctrlKey || metaKey) && !shiftKey && toLatinKey(event) === "z";
}

function isRedo(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey } = event;
  const letter = toLatinKey(event);
  return (letter === "z" && (ctrlKey || metaKey) && shiftKey) || (letter === "y" && ctrlKey && !shiftKey);
}

/** The number of characters. `cut`: a pasted text was shortened. */
function Counter({ length, max, cut }: { length: number; max: number; cut: boolean }) {
  const near = isNearLimit(length, max);
  return (
    <div
      className={`${styles.counter} row wrap justify-end grow min-width-0 note`}
      data-near={near || undefined}
    >
      {/* The number is only shown; screen readers announce the warnings alone. */}
      <span role="status">
        {near && <span>{LENGTH_WARNINGS.near}</span>}
        {cut && <span className={styles.cut}>{LENGTH_WARNINGS.cut}</span>}
      </span>
      {length > 0 && (
        <span className="digits">
          {length}/{max}
        </span>
      )}
    </div>
  );
}

/** `box-without-keyboard`: the box, or its form where the box would lift an on-screen keyboard over the text. */
type FocusTo = "box" | "box-without-keyboard" | "pill" | "nowhere";

/** Whether the box is open, and the focus that goes with it. */
export function useOpenness(
  box: RefObject<HTMLTextAreaElement | null>,
  pill: RefObject<HTMLButtonElement | null>,
) {
  const [open, setOpen] = useState(false);
  const focusTo = useRef<FocusTo>("nowhere");

  // An element can take the focus only once it is on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening and closing are what moves the focus
  useEffect(() => {
    const to = focusTo.current;
    focusTo.current = "nowhere";
    const element = box.current;
    if (to === "pill") pill.current?.focus(toFocusOptions());
    else if (to === "box-without-keyboard" && !hasFinePointer())
      element?.form?.focus({ preventScroll: true });
    else if (to !== "nowhere") {
      element?.focus({ preventScroll: true });
      element?.setSelectionRange(element.value.length, element.value.length);
    }
  }, [open, box, pill]);

  function move(next: boolean, focus: FocusTo): void {
    focusTo.current = focus;
    setOpen(next);
  }
  return {
    open,
    expand: (focus: Exclude<FocusTo, "pill">) => move(true, focus),
    collapse: () => move(false, "pill"),
  };
}
