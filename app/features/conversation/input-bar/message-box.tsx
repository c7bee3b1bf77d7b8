import { type ComponentProps, type KeyboardEvent, useRef } from "react";
import TextareaAutosize from "react-textarea-autosize";
import { fitEdit } from "./fit-edit.ts";
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
    const fitted = fitEdit({ before, after: box.value, caret: box.selectionStart, max });
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
      className={`${styles.box} ${className}`}
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
        if (event.nativeEvent.isComposing || isComposingKey(event)) return;
        if (event.key !== "Enter" || event.shiftKey) return onKey(event);
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

/** Safari ends a composition before it reports the Enter that ended it; that key still has the input method's code. */
function isComposingKey(event: KeyboardEvent): boolean {
  return event.keyCode === 229;
}
