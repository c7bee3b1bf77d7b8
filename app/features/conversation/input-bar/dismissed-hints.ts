import { isAllowed } from "#app/features/cookies/cookie-consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { HINTS_KEY_PREFIX } from "#app/features/storage/functional-storage.ts";

/** How often a person is shown the hints. */
export const SHOWN_MAX = 3;
/** In place of the number: the person has used the bar. */
const DISMISSED = "yes";

/** Kept in this browser, or without consent to that in this tab. */
const toKey = (readerId: string) => `${HINTS_KEY_PREFIX}${readerId}`;

function read(readerId: string): string {
  return readKept("local", toKey(readerId)) ?? readKept("session", toKey(readerId)) ?? "0";
}

function keep(readerId: string, text: string): void {
  keepText(isAllowed("functional") ? "local" : "session", toKey(readerId), text);
}

/** Whether a person has used the bar, or was shown the hints often enough. */
export function areHintsDismissed(readerId: string): boolean {
  const kept = read(readerId);
  return kept === DISMISSED || Number(kept) >= SHOWN_MAX;
}

export function dismissHints(readerId: string): void {
  keep(readerId, DISMISSED);
}

/** The hints are shown once more. */
export function countHints(readerId: string): void {
  if (!areHintsDismissed(readerId)) keep(readerId, String(Number(read(readerId)) + 1));
}
