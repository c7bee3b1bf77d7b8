import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** `box-without-keyboard`: the box, but not where that would lift an on-screen keyboard over the text. */
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
    if (to === "pill") pill.current?.focus({ preventScroll: true });
    if (to === "box" || (to === "box-without-keyboard" && window.matchMedia("(pointer: fine)").matches)) {
      const element = box.current;
      element?.focus({ preventScroll: true });
      element?.setSelectionRange(element.value.length, element.value.length);
    }
  }, [open, box, pill]);

  const move = useCallback((next: boolean, focus: FocusTo) => {
    focusTo.current = focus;
    setOpen(next);
  }, []);
  const expand = useCallback((focus: Exclude<FocusTo, "pill">) => move(true, focus), [move]);
  const collapse = useCallback(() => move(false, "pill"), [move]);
  return { open, expand, collapse };
}
