import { type ComponentProps, type KeyboardEvent, useRef } from "react";
import TextareaAutosize from "react-textarea-autosize";
import { fitEdit } from "./fit-edit.ts";

type MessageBoxProps = Omit<
  ComponentProps<typeof TextareaAutosize>,
  "value" | "onChange" | "onCompositionStart" | "onCompositionEnd" | "onKeyDown"
> & {
  text: string;
  /** In characters that a person sees. What goes beyond is not taken. */
  max: number;
  /** `cut`: of what was put in at once not all had room. A key too many is just not taken. */
  onText: (text: string, cut: boolean) => void;
  /** Enter was pressed. With Shift it is a new line, and while an input method composes it is the method's own. */
  onEnter: () => void;
  /** Any other key that is the box's to act on. */
  onKey: (event: KeyboardEvent) => void;
};

/** Where one writes a message, in stories and chats: grows with its text, sends on Enter, knows its limit. */
export function MessageBox({ text, max, onText, onEnter, onKey, ...rest }: MessageBoxProps) {
  /** What stood here before an input method began to compose: only what it ends with is measured. */
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
