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

/** The slot that a tab holds; `null`: none was free. */
type Held = { name: string; release: () => void } | null;
/** Whether a slot with this text, by this name, can be used. */
type Fits = (text: string | null, name: string) => boolean;
/** The slots that this tab has asked for, by the name of the copy. */
const claims = new Map<string, Promise<Held>>();

/** Reads what this tab has kept under a key; `null`: nothing. */
export function readUnsent(key: string): string | null {
  return readKept("session", key);
}

/** Keeps a text for this tab, with its copy; `null` takes both away. `readerId`: the signed-in person; `null`: a visitor. */
export function keepUnsent(readerId: string | null, key: string, text: string | null): void {
  if (text === null && readUnsent(key) === null) return; // the copy is of another tab
  keepText("session", key, text);
  if (readerId === null) return;
  const copy = toCopyName(readerId, key);
  if (text === null) void dropCopy(copy);
  else void keepCopy(copy, key);
}

/** Takes over the text that a closed tab has left, as this tab's own; `null`: there is none, or this tab has one already. */
export async function reclaimUnsent(readerId: string | null, key: string): Promise<string | null> {
  if (readerId === null) return null;
  const copy = toCopyName(readerId, key);
  for (const wait of RECLAIM_WAITS_MS) {
    if (readUnsent(key) !== null || !hasCopy(copy)) return null;
    await new Promise((resolve) => setTimeout(resolve, wait));
    const held = await claimSlot(copy, (text) => text !== null);
    const text = held && readKept("local", held.name);
    if (text === null) continue;
    if (readUnsent(key) === null) keepText("session", key, text);
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
  return Array.from({ length: SLOTS }, (_, slot) => readKept("local", toSlotName(copy, slot))).some(
    (text) => text !== null,
  );
}

async function keepCopy(copy: string, key: string): Promise<void> {
  // After a reload the tab finds its own slot. Another text is of a closed tab, and stays.
  const own = readKept("session", copy);
  const held = await claimSlot(copy, (text, name) => text === null || name === own);
  const text = readUnsent(key);
  if (held !== null && text !== null) keepText("local", held.name, text); // else it was sent meanwhile
}

async function dropCopy(copy: string): Promise<void> {
  const held = await claims.get(copy);
  claims.delete(copy);
  if (!held) return;
  keepText("local", held.name, null);
  keepText("session", copy, null);
  held.release();
}

/**
 * Takes the first free slot that fits, unless this tab has one. It is held until the copy is dropped or the tab is closed. The
 * session storage has its name, under that of the copy.
 */
function claimSlot(copy: string, fits: Fits): Promise<Held> {
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

async function takeSlot(copy: string, fits: Fits): Promise<Held> {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const name = toSlotName(copy, slot);
    if (!fits(readKept("local", name), name)) continue;
    const release = await lock(name);
    if (release === null) continue;
    if (fits(readKept("local", name), name)) {
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

function toSlotName(copy: string, slot: number): string {
  return `${copy} ${slot}`;
}
