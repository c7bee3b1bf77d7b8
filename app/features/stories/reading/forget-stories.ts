import { STORE_NAME } from "./store-name.ts";

/** Nothing of a person's stories stays in a browser that they have left. What does it is loaded then, not with every page. */
export async function forgetStories(): Promise<void> {
  try {
    if (!(await hasKept())) return;
    const { clearStore } = await import("./clear-store.ts");
    await clearStore();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no connection: the next page of a visitor does it
  }
}

/** Whether this browser has ever kept a story; `true` also where it does not tell. */
async function hasKept(): Promise<boolean> {
  try {
    if (!("databases" in indexedDB)) return true;
    return (await indexedDB.databases()).some(({ name }) => name === STORE_NAME);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return false; // forbidden, or not there
    throw error;
  }
}
