import { useCallback, useState } from "react";
import { isAllowed } from "#app/features/cookies/cookie-consent.ts";
import { type TypeSettings, typeSettingsCookie } from "./type-settings.ts";

/** The reader's type settings, kept in this browser. */
export function useTypeSettings(initial: TypeSettings) {
  const [settings, setSettings] = useState(initial);
  const change = useCallback((next: TypeSettings) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox before 140, and only answers later
    document.cookie = typeSettingsCookie(next, {
      isLasting: isAllowed("functional"),
      origin: location.origin,
    });
    setSettings(next);
  }, []);
  return [settings, change] as const;
}
