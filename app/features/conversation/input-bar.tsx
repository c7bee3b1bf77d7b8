import { ArrowUp, ChevronsRight, Square } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import TextareaAutosize from "react-textarea-autosize";
import { SmallBooky } from "#app/ui/booky.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { MESSAGE_MAX } from "#domain/story.ts";
import { countCharacters, truncateCharacters } from "#domain/text.ts";
import styles from "./input-bar.module.css";
import { useKeyboardInset } from "./use-keyboard-inset.ts";

/** Stop stands where Send was: the second click of a double click is not meant for it. */
const STOP_AFTER_MS = 400;
/** From this part of the limit on the counter warns. */
const NEAR_LIMIT = 0.9;

type InputBarProps = {
  /** A reply is awaited or running. */
  busy: boolean;
  /** Said beside the buttons, such as that the line is down. */
  notice: string | null;
  /** Text that comes back because it could not be sent. */
  restored: string | null;
  onRestored: () => void;
  onSend: (text: string) => void;
  onContinue: () => void;
  onStop: () => void;
};

/** The box at the foot of a conversation. */
export function InputBar({ busy, notice, restored, onRestored, onSend, onContinue, onStop }: InputBarProps) {
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const wasFocused = useRef(false);
  const busySince = useRef(0);
  const place = useKeyboardInset();

  // What was typed before the page came alive.
  useEffect(() => setText(box.current?.value ?? ""), []);

  useEffect(() => {
    if (restored === null) return;
    setText((typed) => (typed === "" ? restored : `${restored}\n${typed}`));
    onRestored();
  }, [restored, onRestored]);

  useEffect(() => {
    if (busy) busySince.current = performance.now();
  }, [busy]);

  // A disabled box loses the focus; it gets it back, but not where that would open a keyboard over the text.
  useEffect(() => {
    if (busy || !wasFocused.current) return;
    wasFocused.current = false;
    if (window.matchMedia("(pointer: fine)").matches) box.current?.focus({ preventScroll: true });
  }, [busy]);

  const length = countCharacters(text);
  const sendable = !busy && text.trim() !== "" && length <= MESSAGE_MAX;
  const near = length > MESSAGE_MAX * NEAR_LIMIT;

  function send(): void {
    if (!sendable) return;
    wasFocused.current = document.activeElement === box.current;
    onSend(text.trim());
    setText("");
  }

  function stop(): void {
    if (performance.now() - busySince.current > STOP_AFTER_MS) onStop();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends a composition of an input method: that one is not ours.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={styles.place} ref={place}>
      <form
        className={styles.bar}
        aria-label="Write what happens next"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextareaAutosize
          ref={box}
          className={styles.text}
          dir="auto"
          rows={1}
          value={text}
          disabled={busy}
          aria-label="What happens next"
          placeholder={busy ? "AI is responding..." : "What happens next..."}
          onChange={({ target, nativeEvent }) => {
            const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            setText(composing ? target.value : truncateCharacters(target.value, MESSAGE_MAX));
          }}
          onCompositionEnd={({ currentTarget }) =>
            setText(truncateCharacters(currentTarget.value, MESSAGE_MAX))
          }
          onKeyDown={onKeyDown}
        />
        <div className={styles.row}>
          {busy ? (
            <span className={styles.booky}>
              <SmallBooky pose="writing" size={26} />
            </span>
          ) : (
            <IconButton label="Continue story" icon={<ChevronsRight size={22} />} onClick={onContinue} />
          )}
          <span className={styles.state} role="status">
            {notice}
          </span>
          {length > 0 && (
            <span className={styles.count} data-near={near || undefined}>
              {near && <span>Almost at limit</span>}
              <span>
                {length}/{MESSAGE_MAX}
              </span>
            </span>
          )}
          {busy ? (
            <IconButton
              label="Stop"
              look="soft"
              icon={<Square size={16} fill="currentColor" />}
              onClick={stop}
            />
          ) : (
            <IconButton
              label="Send"
              type="submit"
              look="filled"
              icon={<ArrowUp size={20} />}
              disabled={!sendable}
            />
          )}
        </div>
      </form>
    </div>
  );
}
