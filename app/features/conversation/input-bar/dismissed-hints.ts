import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/** Who has used the bar is shown no hints again, on this browser. */
const keyOf = (readerId: string) => `talespark:hints-dismissed:${readerId}`;

export function areHintsDismissed(readerId: string): boolean {
  return readKept("local", keyOf(readerId)) !== null;
}

export function dismissHints(readerId: string): void {
  keepText("local", keyOf(readerId), "yes");
}
