import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

/** If the pointer or the focus stays on a link for this time, its page is loaded early. In milliseconds. */
const INTENT_MS = 100;

/**
 * Lets the plain links of a list behave like `<Link prefetch="intent" viewTransition>`: put `handlers` on the list, and render
 * `prefetched` beside it. With a `<Link>` for each card, a page of the library took a tenth longer to render.
 */
export function useCardLinks() {
  const navigate = useNavigate();
  const [near, setNear] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function approach({ target }: SyntheticEvent): void {
    const link = findLink(target);
    if (link === null) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(link.pathname), INTENT_MS);
  }

  function leave(): void {
    clearTimeout(timer.current);
    setNear(null);
  }

  function follow(event: MouseEvent): void {
    const link = findLink(event.target);
    if (link === null || event.defaultPrevented || isForAnotherWindow(event)) return;
    event.preventDefault();
    void navigate(link.pathname, { viewTransition: true });
  }

  return {
    handlers: {
      onClick: follow,
      onMouseOver: approach,
      onMouseOut: leave,
      onFocus: approach,
      onBlur: leave,
      onTouchStart: approach,
    },
    prefetched: near === null ? null : <PrefetchPageLinks page={near} />,
  };
}

function findLink(target: EventTarget): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
}

/** Whether the click opens a new tab or window, or saves the page. */
function isForAnotherWindow({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey || button !== 0;
}
