import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { findLink, useFollowLinks } from "#app/ui/follow-links.ts";

/** If the pointer or the focus stays on a link for this time, its page is loaded early. In milliseconds. */
const INTENT_MS = 100;

/**
 * Lets the plain links of a list behave like `<Link prefetch="intent" viewTransition>`: put `handlers` on the list, and render
 * `prefetched` beside it.
 */
export function useCardLinks() {
  const follow = useFollowLinks({ viewTransition: true });
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
