import { keepText } from "#app/features/storage/browser-storage.ts";
import {
  KEPT_STORIES,
  PLACES_KEY,
  STORE_NAME,
  VOICES_KEY,
} from "#app/features/storage/functional-storage.ts";

/** Removes the stories from this browser after a logout. Without the library that keeps them: every page has this code. */
export async function forgetStories(): Promise<void> {
  for (const key of [PLACES_KEY, VOICES_KEY]) keepText("local", key, null);
  try {
    if (await hasKept()) await clearStore();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return; // forbidden, or not there
    throw error;
  }
}

/** Whether this browser may have stored a story. `true` if the browser can't list its databases. */
async function hasKept(): Promise<boolean> {
  if (!("databases" in indexedDB)) return true;
  return (await indexedDB.databases()).some(({ name }) => name === STORE_NAME);
}

function clearStore(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(STORE_NAME);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.transaction?.abort(); // there was none, and none is made
    opening.onsuccess = () => {
      const clearing = opening.result.transaction(KEPT_STORIES, "readwrite");
      clearing.objectStore(KEPT_STORIES).clear();
      clearing.oncomplete = () => resolve(opening.result.close());
      clearing.onabort = () => reject(clearing.error);
    };
  });
}
