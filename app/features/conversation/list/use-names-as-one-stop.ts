import { type RefObject, useEffect } from "react";

/** With these keys the focus moves from name to name. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes all names in a text one stop of the Tab key: the one that had the focus last if it is in view, else the first in view. The
 * arrow keys lead to the others.
 */
export function useNamesAsOneStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const names = [...(list.current?.querySelectorAll<HTMLElement>("[data-name]") ?? [])];
      const at = document.activeElement instanceof HTMLElement ? names.indexOf(document.activeElement) : -1;
      const step = at < 0 ? undefined : STEPS[event.key];
      if (step !== undefined) {
        event.preventDefault(); // the arrows would scroll
        names[at + step]?.focus();
      }
      if (event.key !== "Tab") return;
      const inView = names.filter(isInView);
      const stop = names[at] ?? inView.find(({ tabIndex }) => tabIndex === 0) ?? inView[0];
      for (const name of names) name.tabIndex = name === stop ? 0 : -1;
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
