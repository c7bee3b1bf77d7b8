import { type RefObject, useEffect } from "react";

/** A page this close to its end counts as being at the end. */
const AT_END = 8;

/**
 * Sets `--bar-height` to the height of a bar that `isFixed` at the foot of the page. A page that was at its end stays there while the bar
 * grows. What takes the place of a bar for a while does not make the page shorter.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isFixed = true): void {
  useEffect(() => {
    const element = bar.current;
    if (!element || !isFixed) return;
    const page = document.documentElement;
    const before = page.style.getPropertyValue("--bar-height");
    const least = Number.parseFloat(before) || 0;
    const observer = new ResizeObserver(() => {
      const { scrollHeight, clientHeight, scrollTop } = page;
      const atEnd = scrollTop > 0 && scrollHeight - clientHeight - scrollTop < AT_END;
      page.style.setProperty("--bar-height", `${Math.max(element.offsetHeight, least)}px`);
      if (atEnd) window.scrollTo({ top: page.scrollHeight, behavior: "instant" });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.style.setProperty("--bar-height", before); // an empty one takes it away
    };
  }, [bar, isFixed]);
}

/** The time in which the keyboard of iOS opens (specification). */
const KEYBOARD_UP_MS = 300;

/**
 * Measures how much of the page an on-screen keyboard covers, in browsers that lay it over the page, as `--keyboard` on
 * the document: the bar stands on top of it, and the page is so much longer that its end can be read. On iOS a field that
 * has got the focus is scrolled into what is left of the view.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const page = document.documentElement;
    const update = () => {
      // Zooming in shrinks the visual viewport too; only a keyboard leaves the scale as it is.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      page.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
      page.style.removeProperty("--keyboard");
    };
  }, []);

  useEffect(() => {
    if (!isIos()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
      clearTimeout(timer);
      timer = setTimeout(() => target.scrollIntoView({ block: "nearest" }), KEYBOARD_UP_MS);
    };
    document.addEventListener("focusin", onFocus);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
