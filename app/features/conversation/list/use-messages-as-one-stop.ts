import { type RefObject, useEffect } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Makes the messages of a list one stop of the Tab key: the one that had the focus last if it is in view, else the last in view. From one
 * that has the focus, the arrow keys lead to the others.
 */
export function useMessagesAsOneStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (event.key !== "Tab" && step === undefined) return;
      const { activeElement } = document;
      const messages = [...(list.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [])];
      if (step !== undefined) {
        const at = activeElement instanceof HTMLElement ? messages.indexOf(activeElement) : -1;
        if (at < 0) return;
        event.preventDefault(); // the arrows would scroll
        messages[at + step]?.focus();
        return;
      }
      const around = messages.find((message) => message.contains(activeElement));
      const inView = messages.filter(isInView);
      const stop = around ?? inView.find(({ tabIndex }) => tabIndex === 0) ?? inView.at(-1);
      for (const message of messages) message.tabIndex = message === stop ? 0 : -1;
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
