import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const KEY = "talespark:demo";

/** The id of this tab's demo story, so that a reload leads back to it. Access to it needs a cookie that no script can read. */
export function readKeptDemo(): string | null {
  return readKept("session", KEY);
}

/** `null` forgets it. */
export function keepDemo(storyId: string | null): void {
  keepText("session", KEY, storyId);
}
