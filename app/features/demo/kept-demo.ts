import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const KEY = "talespark:demo";

/** The demo story of this tab, so that a reload leads back to it. What opens it is a cookie that no script can read. */
export function readKeptDemo(): string | null {
  return readKept("session", KEY);
}

/** `null` forgets it. */
export function keepDemo(storyId: string | null): void {
  keepText("session", KEY, storyId);
}
