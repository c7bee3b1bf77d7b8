import { useLayoutEffect, useRef } from "react";

/**
 * Each new `version` of a form has new fields. Call what this returns before one, with the box in which somebody types: the focus and
 * the caret move to the box that takes its place.
 */
export function useKeptFocus(form: { current: HTMLFormElement | null }, version: number) {
  const left = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each version
  useLayoutEffect(() => {
    const before = left.current;
    const box = isTextBox(before) ? form.current?.elements.namedItem(before.name) : null;
    if (!isTextBox(before) || !isTextBox(box)) return;
    box.focus({ preventScroll: true });
    box.setSelectionRange(before.selectionStart, before.selectionEnd);
  }, [version]);
  return (focused: unknown): void => {
    left.current = focused;
  };
}

function isTextBox(element: unknown): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text")
  );
}
