import { keepText } from "#app/features/storage/browser-storage.ts";
import { PLACES_KEY, STORE_NAME, VOICES_KEY } from "#app/features/storage/functional-storage.ts";

/** Removes the stories from this browser after a logout. The code for it is loaded only then, not with every page. */
export async function forgetStories(): Promise<void> {
  for (const key of [PLACES_KEY, VOICES_KEY]) keepText("local", key, null);
  try {
    if (!(await hasKept())) return;
    const { clearStore } = await import("./kept-store.ts");
    await clearStore();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no connection: the next page of a visitor does it
  }
}

/** Whether this browser may have stored a story. `true` if the browser can't list its databases. */
async function hasKept(): Promise<boolean> {
  try {
    if (!("databases" in indexedDB)) return true;
    return (await indexedDB.databases()).some(({ name }) => name === STORE_NAME);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return false; // forbidden, or not there
    throw error;
  }
}
