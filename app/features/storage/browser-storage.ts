/** `session`: for as long as the tab lives; `local`: until the browser forgets. */
export type Shelf = "session" | "local";

/** What this browser has kept under a key; `null`: nothing, or it keeps nothing. */
export function readKept(shelf: Shelf, key: string): string | null {
  return withStorage(shelf, (storage) => storage.getItem(key));
}

/** Keeps a text; `null` takes it away. Storage that is full or forbidden costs what would have been kept, nothing else. */
export function keepText(shelf: Shelf, key: string, text: string | null): void {
  withStorage(shelf, (storage) => {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
  });
}

/** Takes away all that is kept on a shelf. */
export function clearKept(shelf: Shelf): void {
  withStorage(shelf, (storage) => storage.clear());
}

/** The keys under which this browser has kept something. */
export function listKept(shelf: Shelf): string[] {
  const keys = withStorage(shelf, (storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index)),
  );
  return (keys ?? []).filter((key) => key !== null);
}

function withStorage<T>(shelf: Shelf, use: (storage: Storage) => T): T | null {
  try {
    return use(shelf === "session" ? sessionStorage : localStorage);
  } catch (error) {
    // Full, forbidden, or not there: a server has none.
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}
