import { clear } from "idb-keyval";
import { withStore } from "./kept-store.ts";

/** Removes every story that is kept. */
export async function clearStore(): Promise<void> {
  await withStore((store) => clear(store));
}
