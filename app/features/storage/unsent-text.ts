import { useEffect, useEffectEvent } from "react";
import { keepText, listKept, readKept } from "./browser-storage.ts";

/**
 * Text that a person has typed and not sent. Each tab keeps its own in the session storage, which ends with the tab. A copy
 * in the local storage outlives it, such as when a phone closes an installed app. A tab with a copy holds a lock of the same
 * name, so that an open tab's text is not shown in another one. Tabs with texts under one key have copies in different slots;
 * a visitor, and a browser without locks, have none.
 */
const COPY_PREFIX = "talespark:unsent:";
/** A tab that was closed just now may still hold its lock for a moment, so it is asked for several times, after these waits. */
const RECLAIM_WAITS_MS = [0, 200, 600];
/** How many tabs may have a copy under one key. */
const SLOTS = 5;

/** A slot that a tab holds. */
type Slot = { name: string; release: () => void };
/** Whether a slot with this text can be used. `isOwn`: this tab had it before a reload. */
type Fits = (text: string | null, isOwn: boolean) => boolean;
/** The slots that this tab has asked for, by the name of the copy. */
const claims = new Map<string, Promise<Slot | null>>();

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
  for (const wait of RECLAIM_WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (readUnsent(key) !== null || !hasCopy(copy)) return null;
    const held = await claimSlot(copy, (text) => text !== null);
    const text = held && readKept("local", held.name);
    if (held === null || text === null) continue;
    const typed = readUnsent(key);
    if (typed === null) keepText("session", key, text);
    else if (typed !== text) {
      // Typed while the lock was asked for: the slot stays as it is, for another tab.
      releaseSlot(copy, held);
      return null;
    }
    return text;
  }
  return null;
}

/** Puts a text that returns before what a person has typed meanwhile; a text that is there already, only once. */
export function joinTexts(returning: string, present: string, between: string): string {
  if (present === "" || present === returning) return returning;
  return returning === "" ? present : `${returning}${between}${present}`;
}

/** Removes the copies of everybody but this person; `null`: of everybody. */
export function forgetUnsentCopies(exceptOf: string | null): void {
  for (const name of listKept("local")) {
    const isTheirs = exceptOf !== null && name.startsWith(toCopyName(exceptOf, ""));
    if (name.startsWith(COPY_PREFIX) && !isTheirs) keepText("local", name, null);
  }
}

function hasCopy(copy: string): boolean {
  return listSlots(copy).some((name) => readKept("local", name) !== null);
}

/** Writes what this tab has kept into its slot. With nothing kept it empties and releases the slot. */
async function updateCopy(copy: string, key: string): Promise<void> {
  // Another text than its own is of a closed tab, and stays.
  const claim = claimSlot(copy, (text, isOwn) => text === null || isOwn);
  const held = await claim;
  if (held === null || claims.get(copy) !== claim) return; // released meanwhile
  const text = readUnsent(key);
  keepText("local", held.name, text);
  if (text === null) releaseSlot(copy, held);
}

function releaseSlot(copy: string, held: Slot): void {
  claims.delete(copy);
  keepText("session", copy, null);
  held.release();
}

/**
 * Takes a free slot that fits, unless this tab holds one: that of before a reload, else the first; `null`: there is none. It is held
 * until it is released or the tab is closed. The session storage has its name, under that of the copy.
 */
function claimSlot(copy: string, fits: Fits): Promise<Slot | null> {
  const known = claims.get(copy);
  if (known !== undefined) return known;
  const claim = takeSlot(copy, fits);
  claims.set(copy, claim);
  void claim.then((held) => {
    // Asked for again with the next text: another tab may be closed by then.
    if (held === null && claims.get(copy) === claim) claims.delete(copy);
  });
  return claim;
}

async function takeSlot(copy: string, fits: Fits): Promise<Slot | null> {
  const own = readKept("session", copy);
  for (const name of own === null ? listSlots(copy) : [own, ...listSlots(copy)]) {
    const isFit = () => fits(readKept("local", name), name === own);
    if (!isFit()) continue;
    const release = await lock(name);
    if (release === null) continue;
    if (isFit()) {
      keepText("session", copy, name);
      return { name, release };
    }
    release(); // another tab has used it meanwhile
  }
  return null;
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
function toCopyName(readerId: string, key: string): string {
  return `${COPY_PREFIX}${encodeURIComponent(readerId)} ${key}`;
}

function listSlots(copy: string): string[] {
  return Array.from({ length: SLOTS }, (_, slot) => `${copy} ${slot}`);
}

/**
 * Looks once for what a closed tab has left, and gives it to `onFound`, unless the component is gone by then. `reclaim`: looked for
 * again when this function changes.
 */
export function useReclaimed<T>(reclaim: () => Promise<T | null>, onFound: (found: T) => void): void {
  const take = useEffectEvent(onFound);
  useEffect(() => {
    let left = false;
    void reclaim().then((found) => {
      if (found !== null && !left) take(found);
    });
    return () => {
      left = true;
    };
  }, [reclaim]);
}
