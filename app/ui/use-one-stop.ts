import { type RefObject, useEffect } from "react";

/** `first`: which of those in view comes first with the Tab key, as `at` counts. */
type Stops = {
  selector: string;
  forwards: readonly string[];
  backwards: readonly string[];
  first: number;
};

/**
 * Makes the elements of a list one stop of the Tab key: the one that had the focus last if it is in view, else the `first` in view.
 * Shift and Tab within one lead to it. From one that has the focus, the arrow keys lead to the others.
 */
export function useOneStop(list: RefObject<HTMLElement | null>, stops: Stops): void {
  useEffect(() => {
    const { selector, forwards, backwards, first } = stops;
    const onKey = (event: KeyboardEvent) => {
      const step = Number(forwards.includes(event.key)) - Number(backwards.includes(event.key));
      if (event.key !== "Tab" && (step === 0 || isCombined(event))) return;
      const { activeElement } = document;
      const elements = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
      if (step !== 0) {
        const at = activeElement instanceof HTMLElement ? elements.indexOf(activeElement) : -1;
        if (at < 0) return;
        event.preventDefault(); // the arrows would scroll
        elements[at + step]?.focus();
        return;
      }
      const around = elements.find((element) =>
        event.shiftKey ? element.contains(activeElement) : element === activeElement,
      );
      const inView = elements.filter(isInView);
      const stop = around ?? inView.find(({ tabIndex }) => tabIndex === 0) ?? inView.at(first);
      for (const element of elements) element.tabIndex = element === stop ? 0 : -1;
    };
    // In the capture phase: a dialog stops arrow keys that bubble up to it.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [list, stops]);
}

type Modifiers = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** With one of these a key is the browser's: an arrow goes back or to the end of the page, or marks text. */
export function isCombined({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
