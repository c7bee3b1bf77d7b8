/** `session`: until the tab is closed; `local`: until the browser deletes it. */
type StorageArea = "session" | "local";

/** What this browser has kept under a key; `null`: nothing, or it keeps nothing. */
export function readKept(area: StorageArea, key: string): string | null {
  return withStorage(area, (storage) => storage.getItem(key));
}

/** Keeps a text; `null` takes it away. Storage that is full or forbidden costs what would have been kept, nothing else. */
export function keepText(area: StorageArea, key: string, text: string | null): void {
  withStorage(area, (storage) => {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
  });
}

/** Takes away all that is kept in one area. */
export function clearKept(area: StorageArea): void {
  withStorage(area, (storage) => storage.clear());
}

/** The keys under which this browser has kept something. */
export function listKept(area: StorageArea): string[] {
  const keys = withStorage(area, (storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index)),
  );
  return (keys ?? []).filter((key) => key !== null);
}

function withStorage<T>(area: StorageArea, use: (storage: Storage) => T): T | null {
  try {
    // Where a setting turns it off, some browsers have `null` in its place.
    const storage: Storage | null = area === "session" ? sessionStorage : localStorage;
    return storage && use(storage);
  } catch (error) {
    // Full, forbidden, or not there: a server has none.
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}
