import { ArrowUp, Square } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useRef } from "react";
import TextareaAutosize from "react-textarea-autosize";
import { IconButton } from "#app/ui/button.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import { fitEdit } from "./length-limit.ts";
import styles from "./message-box.module.css";

type MessageBoxProps = Omit<
  ComponentProps<typeof TextareaAutosize>,
  "value" | "onChange" | "onCompositionStart" | "onCompositionEnd" | "onKeyDown"
> & {
  text: string;
  /** In visible characters. Longer text is not accepted. */
  max: number;
  /** `cut`: a pasted text was shortened. A typed character beyond the limit is just ignored. */
  onText: (text: string, cut: boolean) => void;
  /** Enter was pressed, without Shift (a new line) and not as part of an input method's composition. */
  onEnter: () => void;
  /** Any other key, outside a composition. */
  onKey: (event: KeyboardEvent) => void;
};

/** The text box of stories and chats: grows with its text, sends on Enter, enforces the limit. */
export function MessageBox({ text, max, onText, onEnter, onKey, className = "", ...rest }: MessageBoxProps) {
  /** The text before an input method began to compose: only the result of the composition is measured. */
  const beforeComposing = useRef<string | null>(null);

  function measure(box: HTMLTextAreaElement, before: string): void {
    const fitted = fitEdit({ before, after: box.value, caret: box.selectionEnd, max });
    if (fitted.text !== box.value) {
      // Set here, since React would put the caret at the end.
      box.value = fitted.text;
      box.setSelectionRange(fitted.caret, fitted.caret);
    }
    onText(fitted.text, fitted.lost > 1 || (fitted.lost === 1 && fitted.text !== before));
  }

  return (
    <TextareaAutosize
      dir="auto"
      rows={1}
      autoComplete="off"
      enterKeyHint="send"
      {...rest}
      className={`${styles.box} text-color bare-field no-outline ${className}`}
      value={text}
      onChange={({ target }) => {
        if (beforeComposing.current === null) measure(target, text);
        else onText(target.value, false);
      }}
      onCompositionStart={() => {
        beforeComposing.current = text;
      }}
      onCompositionEnd={({ currentTarget }) => {
        const before = beforeComposing.current;
        beforeComposing.current = null;
        measure(currentTarget, before ?? text);
      }}
      onKeyDown={(event) => {
        if (isOfInputMethod(event)) return;
        if (event.key !== "Enter" || event.shiftKey) return onKey(event);
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

type SendButtonProps = {
  /** A reply is awaited or streaming: nothing can be sent, and the button stops it. */
  busy: boolean;
  /** `busy` has not changed for a while, so a click means the button as it is now. */
  settled: boolean;
  /** There is no text to send. */
  disabled: boolean;
  /** `null`: it can't be stopped. */
  onStop: (() => void) | null;
};

/** Sends its form. While a reply is awaited or streaming it is replaced by Stop. */
export function SendButton({ busy, settled, disabled, onStop }: SendButtonProps) {
  return busy && onStop ? (
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
      disabled={disabled || busy}
      aria-disabled={!settled}
    />
  );
}
