/** A deleted story or chat can be brought back for this long; afterwards it is really gone. */
export const RECENTLY_DELETED_MS = 30 * 24 * 60 * 60 * 1000;

/** What was deleted before this time can't be restored any more. */
export function toRestorableSince(now: Date): Date {
  return new Date(now.getTime() - RECENTLY_DELETED_MS);
}

/** When something deleted then goes for good. */
export function toPurgeTime(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RECENTLY_DELETED_MS).toISOString();
}
