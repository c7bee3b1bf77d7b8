import { keepText } from "#app/features/storage/browser-storage.ts";

/** The key under which this browser stores the id of the person who signed in last, in any tab. */
export const LAST_READER_KEY = "talespark:reader";

/** Tells the pages that are open, or that the browser may bring back, that nobody is signed in any longer. */
export function forgetReader(): void {
  keepText("local", LAST_READER_KEY, null);
}
