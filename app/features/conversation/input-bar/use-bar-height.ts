import { type RefObject, useEffect } from "react";

/** A page this close to its end counts as being at the end. */
const AT_END = 8;

/**
 * Sets `--bar-height` to the height of the bar: on the document where it is fixed to the page, else on its parent. A page
 * that was at its end stays there while the bar grows. What takes the place of a bar for a while does not make the page shorter.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, fixed: boolean): void {
  useEffect(() => {
    const element = bar.current;
    const owner = fixed ? document.documentElement : element?.parentElement;
    if (!element || !owner) return;
    const before = owner.style.getPropertyValue("--bar-height");
    const least = Number.parseFloat(before) || 0;
    const observer = new ResizeObserver(() => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const atEnd = fixed && scrollTop > 0 && scrollHeight - clientHeight - scrollTop < AT_END;
      owner.style.setProperty("--bar-height", `${Math.max(element.offsetHeight, least)}px`);
      if (atEnd) window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (before === "") owner.style.removeProperty("--bar-height");
      else owner.style.setProperty("--bar-height", before);
    };
  }, [bar, fixed]);
}
