import { useLayoutEffect, useRef } from "react";
import { isTextBox } from "#app/ui/field.tsx";

/**
 * Keeps the focus and the caret when a new `version` of a form replaces its fields. Returns a function: call it before the new version,
 * with the field that has the focus. The focus moves to the new field of the same name.
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
