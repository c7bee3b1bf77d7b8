import { clear, createStore, type UseStore } from "idb-keyval";
import { STORE_NAME } from "#app/features/storage/functional-storage.ts";

let opened: UseStore | null = null;

/** Where the browser keeps stories. Storage that is full or forbidden gives `null`. */
export async function withStore<T>(use: (store: UseStore) => Promise<T>): Promise<T | null> {
  try {
    opened ??= createStore(STORE_NAME, "stories");
    return await use(opened);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return null; // forbidden, full, or not there
    throw error;
  }
}

/** Removes every story that is kept. */
export async function clearStore(): Promise<void> {
  await withStore((store) => clear(store));
}
