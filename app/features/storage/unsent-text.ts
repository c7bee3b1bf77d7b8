import { useEffect, useEffectEvent } from "react";
import { keepText, listKept, readKept } from "./browser-storage.ts";

/**
 * Text that a person has typed and not sent. Each tab keeps its own in the session storage, which ends with the tab. A copy
 * in the local storage outlives it, such as when a phone closes an installed app. The copy's name ends with the id of its tab, which holds
 * a lock of that name as long as it is open, so that an open tab's text is not shown in another one. A visitor, and a browser without
 * locks, have no copies.
 */
const COPY_PREFIX = "talespark:unsent:";
/** The id of this tab. It stays over a reload. */
const TAB_KEY = "talespark:unsent:tab";
/** A page that was left just now may still hold its lock for a moment, so it is asked for several times, after these waits. */
const LOCK_WAITS_MS = [0, 200, 600];

/** The id of this tab, from the first use on. `null`: the browser has no locks. */
let tab: Promise<string | null> | null = null;

/** Reads what this tab has kept under a key; `null`: nothing. */
export function readUnsent(key: string): string | null {
  return readKept("session", key);
}

/** Keeps a text for this tab, with its copy; `null` takes both away. `readerId`: the signed-in person; `null`: a visitor. */
export function keepUnsent(readerId: string | null, key: string, text: string | null): void {
  if (text === null && readUnsent(key) === null) return; // the copy is of another tab
  keepText("session", key, text);
  if (readerId !== null) void updateCopy(toCopyName(readerId, key), key);
}

/** Takes over the text that a closed tab has left, as this tab's own; `null`: there is none, or this tab has one already. */
export async function reclaimUnsent(readerId: string | null, key: string): Promise<string | null> {
  if (readerId === null) return null;
  const copy = toCopyName(readerId, key);
  for (const wait of LOCK_WAITS_MS) {
    await sleep(wait);
    const own = copy + (await openTab());
    const others = listKept("local").filter((name) => name.startsWith(copy) && name !== own);
    if (readUnsent(key) !== null || others.length === 0) return null;
    for (const name of others) {
      const release = await lock(name.slice(copy.length));
      const text = readKept("local", name);
      // If something was typed meanwhile, the copy stays for another tab.
      const isTaken = release !== null && text !== null && readUnsent(key) === null;
      if (isTaken) {
        keepText("session", key, text);
        keepText("local", own, text);
        keepText("local", name, null);
      }
      release?.();
      if (isTaken) return text;
    }
  }
  return null;
}

/** Joins a text that comes back with what a person has typed meanwhile. It stands first; if it stands there already, it is not added again. */
export function joinTexts(returning: string, present: string, between: string): string {
  if (returning === "" || present === "") return returning || present;
  const isThere = `${present}${between}`.startsWith(`${returning}${between}`);
  return isThere ? present : `${returning}${between}${present}`;
}

/** Removes the copies of everybody but this person; `null`: of everybody. */
export function forgetUnsentCopies(exceptOf: string | null): void {
  for (const name of listKept("local")) {
    const isTheirs = exceptOf !== null && name.startsWith(toPersonName(exceptOf));
    if (name.startsWith(COPY_PREFIX) && !isTheirs) keepText("local", name, null);
  }
}

async function updateCopy(copy: string, key: string): Promise<void> {
  const id = await openTab();
  if (id !== null) keepText("local", copy + id, readUnsent(key));
}

function openTab(): Promise<string | null> {
  tab ??= takeTab();
  return tab;
}

/** A tab that is reloaded keeps its id. A duplicated tab has the id of the first one, which holds the lock: it gets a new id. */
async function takeTab(): Promise<string | null> {
  const known = readKept("session", TAB_KEY);
  if (known !== null) {
    for (const wait of LOCK_WAITS_MS) {
      await sleep(wait);
      if ((await lock(known)) !== null) return known;
    }
  }
  const id = crypto.randomUUID();
  if ((await lock(id)) === null) return null;
  keepText("session", TAB_KEY, id);
  return id;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Takes a lock if it is free. Returns the function that releases it, else `null`. */
function lock(name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    if (typeof navigator === "undefined" || !("locks" in navigator)) return resolve(null);
    navigator.locks
      .request(name, { ifAvailable: true }, (granted) => {
        if (granted === null) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(null)); // a browser that forbids storage forbids locks
  });
}

/** The id is encoded: it ends at the space. */
function toPersonName(readerId: string): string {
  return `${COPY_PREFIX}${encodeURIComponent(readerId)} `;
}

/** The beginning of a copy's name, to which the id of its tab is added. */
function toCopyName(readerId: string, key: string): string {
  return `${toPersonName(readerId)}${key} `;
}

/** For `useReclaimed`, where an unsent text is kept as it is. */
export const UNSENT_TEXTS = { reclaim: reclaimUnsent };

type Reclaimable<T> = { reclaim: (readerId: string | null, id: string) => Promise<T | null> };

/** Looks once for what a closed tab has left under an id, and gives it to `onFound`, unless the component is gone by then. */
export function useReclaimed<T>(
  kept: Reclaimable<T>,
  { readerId, id }: { readerId: string | null; id: string },
  onFound: (found: T) => void,
): void {
  const take = useEffectEvent(onFound);
  useEffect(() => {
    let left = false;
    void kept.reclaim(readerId, id).then((found) => {
      if (found !== null && !left) take(found);
    });
    return () => {
      left = true;
    };
  }, [kept, readerId, id]);
}
