import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { isAllowed } from "#app/features/cookies/cookie-consent.ts";
import { readKept } from "#app/features/storage/browser-storage.ts";
import { THEME_KEY } from "#app/features/storage/functional-storage.ts";
import { READER_THEME, THEMES, type Theme } from "#domain/themes.ts";
import { type ReadingSettings, readReadingSettings, toReadingCookie } from "./reading-settings.ts";

/** What was chosen since the document was loaded. Of the browser alone. */
let chosen: ReadingSettings | null = null;
const listeners = new Set<() => void>();
const FOR_EVERYBODY = readReadingSettings(null);

/** The reader's settings for this device. */
export function useReadingSettings(): ReadingSettings {
  const sent = useRouteLoaderData<() => { reading: ReadingSettings | null }>("root")?.reading;
  const now = useSyncExternalStore(
    follow,
    () => chosen,
    () => null,
  );
  return now ?? sent ?? FOR_EVERYBODY;
}

/** What this browser has kept, on a page that came without the server's word. Returns it. */
export function showReadingSettings(): ReadingSettings {
  chosen = readReadingSettings(document.cookie);
  for (const listener of listeners) listener();
  return chosen;
}

/** The theme of this browser's last signed-in page, for one that came without the server's word. */
export function readLastTheme(): Theme {
  return THEMES.find((name) => name === readKept("local", THEME_KEY)) ?? READER_THEME;
}

/** Keeps a change in this browser; every part of the page follows at once. */
export function changeReadingSettings(change: Partial<ReadingSettings>): void {
  chosen = { ...readReadingSettings(document.cookie), ...change };
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox before 140, and only answers later
  document.cookie = toReadingCookie(chosen, {
    isLasting: isAllowed("functional"),
    origin: location.origin,
  });
  for (const listener of listeners) listener();
}

function follow(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
