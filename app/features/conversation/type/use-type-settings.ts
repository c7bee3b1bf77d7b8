import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { isAllowed } from "#app/features/cookies/consent.ts";
import { type TypeSettings, typeSettingsCookie } from "./type-settings.ts";

/** The reading position in px: below the header, in the middle of the column. */
const EYE_TOP = 96;

/** The reader's type settings, kept in this browser. After a change the same paragraph stays in view. */
export function useTypeSettings(initial: TypeSettings) {
  const [settings, setSettings] = useState(initial);
  const held = useRef<{ paragraph: Element; top: number } | null>(null);

  const change = useCallback((next: TypeSettings) => {
    const paragraph = document
      .elementFromPoint(window.innerWidth / 2, EYE_TOP)
      ?.closest("article p, blockquote");
    held.current = paragraph ? { paragraph, top: paragraph.getBoundingClientRect().top } : null;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox before 140, and only answers later
    document.cookie = typeSettingsCookie(next, { isLasting: isAllowed("functional") });
    setSettings(next);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other settings are what moves the page
  useLayoutEffect(() => {
    if (held.current === null) return;
    const { paragraph, top } = held.current;
    held.current = null;
    window.scrollBy({ top: paragraph.getBoundingClientRect().top - top, behavior: "instant" });
  }, [settings]);

  return [settings, change] as const;
}
