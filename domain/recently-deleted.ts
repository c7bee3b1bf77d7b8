/** How long deleted things, removed text and the files of an import are kept. After that they are deleted permanently. */
export const RECENTLY_DELETED_DAYS = 30;
export const RECENTLY_DELETED_MS = RECENTLY_DELETED_DAYS * 24 * 60 * 60 * 1000;

/** What was deleted before this time can't be restored any more. */
export function toRestorableSince(now: Date): Date {
  return new Date(now.getTime() - RECENTLY_DELETED_MS);
}

/** When something that was deleted at this time is deleted permanently. */
export function toPurgeTime(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RECENTLY_DELETED_MS).toISOString();
}

/** What was deleted before this time is purged: an hour later than people are told, so that nothing is purged while it is being restored. */
export function toPurgedBefore(now: Date): Date {
  return new Date(now.getTime() - RECENTLY_DELETED_MS - 3_600_000);
}
