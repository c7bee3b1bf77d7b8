import { ArrowUp, Square, Undo2, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { MESSAGE_MAX } from "#domain/message.ts";
import { countCharacters } from "#domain/text.ts";
import type { MessageDraft } from "./draft.ts";
import styles from "./expanded-bar.module.css";
import { MessageBox } from "./message-box.tsx";
import { SuggestButton } from "./suggest-button.tsx";

/** From this part of the limit on the counter warns. */
const NEAR_LIMIT = 0.9;

type ExpandedBarProps = {
  draft: MessageDraft;
  /** A reply is awaited or running. */
  busy: boolean;
  /** `busy` has been so for a while: the button that it changes is taken for what it is now. */
  settled: boolean;
  /** A suggestion is awaited. */
  pending: boolean;
  boxRef: Ref<HTMLTextAreaElement>;
  onText: (text: string) => void;
  onSend: () => void;
  onSuggest: () => void;
  onUndo: () => void;
  onClose: () => void;
  onStop: () => void;
};

/** The bar in use: the box, and what can be done with its text. */
export function ExpandedBar(props: ExpandedBarProps) {
  const { draft, busy, settled, pending, boxRef, onText, onSend, onSuggest, onUndo, onClose, onStop } = props;
  const { text } = draft;
  /** Something that a suggestion has replaced can be had back. */
  const undoable = draft.earlier.length > 0;
  /** The text of which a part was cut, until it is another one. */
  const [cutText, setCutText] = useState<string | null>(null);
  const length = countCharacters(text);

  function send(): void {
    setCutText(null);
    onSend();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      onClose();
    } else if (undoable && draft.placed && isUndo(event)) {
      event.preventDefault();
      onUndo();
    }
  }

  return (
    <form
      className={styles.bar}
      aria-label="Write what happens next"
      onSubmit={(event) => {
        event.preventDefault();
        if (settled) send();
      }}
    >
      <MessageBox
        ref={boxRef}
        className={styles.text}
        text={text}
        max={MESSAGE_MAX}
        disabled={busy}
        aria-label="What happens next"
        placeholder={busy ? "AI is responding..." : "What happens next..."}
        onText={(next, wasCut) => {
          setCutText(wasCut ? next : null);
          onText(next);
        }}
        onEnter={send}
        onKey={onKey}
      />
      <div className={styles.row}>
        <SuggestButton label="Regenerate suggestion" busy={busy} pending={pending} onClick={onSuggest} />
        {undoable && !busy && (
          <IconButton label="Undo suggestion" icon={<Undo2 size={19} />} onClick={onUndo} />
        )}
        <Counter length={length} cut={cutText === text} />
        <IconButton label="Close" icon={<X size={20} />} onClick={onClose} />
        {busy ? (
          <IconButton
            label="Stop"
            look="soft"
            icon={<Square size={16} fill="currentColor" />}
            aria-disabled={!settled}
            onClick={() => settled && onStop()}
          />
        ) : (
          <IconButton
            label="Send"
            type="submit"
            look="filled"
            icon={<ArrowUp size={20} />}
            disabled={text.trim() === "" || length > MESSAGE_MAX}
            aria-disabled={!settled}
          />
        )}
      </div>
    </form>
  );
}

function isUndo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey;
}

/** How much is written, from the first character on. `cut`: what was put in had no room. */
function Counter({ length, cut }: { length: number; cut: boolean }) {
  const near = length > MESSAGE_MAX * NEAR_LIMIT;
  return (
    <div className={styles.counter} data-near={near || undefined}>
      {/* The number is there to be looked up; only what calls for attention is spoken. */}
      <span role="status">
        {near && <span>Almost at limit</span>}
        {cut && <span className={styles.cut}>The rest was cut</span>}
      </span>
      {length > 0 && (
        <span className={styles.count}>
          {length}/{MESSAGE_MAX}
        </span>
      )}
    </div>
  );
}
