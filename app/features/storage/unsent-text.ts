import { keepText, listKept, readKept } from "./browser-storage.ts";

/**
 * Text that a person has typed and not sent. Each tab keeps its own in the session storage, which ends with the tab. A copy
 * in the local storage outlives it, such as when a phone closes an installed app. A tab with a copy holds a lock of the same
 * name, so that an open tab's text is not shown in another one. Of several tabs with text under one key only the first one
 * has a copy; a visitor, and a browser without locks, have none.
 */
const COPY_PREFIX = "talespark:unsent:";

/** A lock that this tab has asked for. `isOurs`: whether it has got it. */
type Claim = { isOurs: Promise<boolean>; release: () => void };
const claims = new Map<string, Claim>();

/** Reads what this tab has kept under a key; `null`: nothing. */
export function readUnsent(key: string): string | null {
  return readKept("session", key);
}

/** Keeps a text for this tab, with its copy; `null` takes both away. `readerId`: the signed-in person; `null`: a visitor. */
export function keepUnsent(readerId: string | null, key: string, text: string | null): void {
  if (text === null && readUnsent(key) === null) return; // the copy is of another tab
  keepText("session", key, text);
  if (readerId === null) return;
  const name = toCopyName(readerId, key);
  if (text === null) void dropCopy(name);
  else void keepCopy(name, key);
}

/** Takes over the text that a closed tab has left, as this tab's own; `null`: there is none, or this tab has one already. */
export async function reclaimUnsent(readerId: string | null, key: string): Promise<string | null> {
  if (readerId === null || readUnsent(key) !== null) return null;
  const name = toCopyName(readerId, key);
  if (readKept("local", name) === null || !(await claim(name).isOurs)) return null;
  const text = readKept("local", name);
  if (text !== null && readUnsent(key) === null) keepText("session", key, text);
  return text;
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

async function keepCopy(name: string, key: string): Promise<void> {
  if (!(await claim(name).isOurs)) return;
  const text = readUnsent(key);
  if (text !== null) keepText("local", name, text); // else it was sent meanwhile
}

async function dropCopy(name: string): Promise<void> {
  const dropped = claims.get(name);
  if (dropped === undefined) return;
  claims.delete(name);
  if (await dropped.isOurs) keepText("local", name, null);
  dropped.release();
}

/** Asks for the lock of a copy, unless that was done before. It is held until the copy is dropped or the tab is closed. */
function claim(name: string): Claim {
  const known = claims.get(name);
  if (known !== undefined) return known;
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>();
  const isOurs = new Promise<boolean>((resolve) => {
    if (typeof navigator === "undefined" || !("locks" in navigator)) return resolve(false);
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? null : untilReleased;
      })
      .catch(() => resolve(false)); // a browser that forbids storage forbids locks
  });
  const asked = { isOurs, release };
  claims.set(name, asked);
  void isOurs.then((ours) => {
    // Asked for again with the next text: the other tab may be closed by then.
    if (!ours && claims.get(name) === asked) claims.delete(name);
  });
  return asked;
}

/** The id is encoded: it ends at the space. */
function toCopyName(readerId: string, key: string): string {
  return `${COPY_PREFIX}${encodeURIComponent(readerId)} ${key}`;
}
