import { isAllowed } from "#app/features/cookies/consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { HINTS_KEY_PREFIX } from "#app/features/storage/functional-storage.ts";

/** Hints are not shown again to a person who has used the bar: in this browser, or without consent to that in this tab. */
const toKey = (readerId: string) => `${HINTS_KEY_PREFIX}${readerId}`;

export function areHintsDismissed(readerId: string): boolean {
  return (readKept("local", toKey(readerId)) ?? readKept("session", toKey(readerId))) !== null;
}

export function dismissHints(readerId: string): void {
  keepText(isAllowed("functional") ? "local" : "session", toKey(readerId), "yes");
}
