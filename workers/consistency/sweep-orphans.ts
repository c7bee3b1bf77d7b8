import { SESSION_TTL_S } from "../auth/session.ts";
import { PICTURE_FOLDERS, TABLES_OF_THINGS, type ThingKind } from "../db/account-data.ts";
import type { CommonSweep } from "../nightly.ts";
import { findMissing, isPlausible } from "./missing-rows.ts";
import { SweepPosition } from "./sweep-position.ts";

/**
 * What is younger than this is not deleted. A picture is stored before its row, in the same request, and no request takes a day. Sessions
 * that were begun or extended within a day are not deleted either.
 */
const LEFT_ALONE_MS = 24 * 3_600_000;
const PAGE = 1_000;
/** Pages of each kind of picture in one run; the next run goes on. */
const PICTURE_PAGES_MAX = 5;
/** Pages of sessions in one run: fewer, because sessions are deleted one by one. */
const SESSION_PAGES_MAX = 3;
/** The keys of sessions: 256 bits, or 64 bits in old sessions. KV has other keys as well. */
const SESSION_KEY = /^(?:[0-9a-f]{64}|[0-9a-f]{16})$/;

type Listed = { keys: string[]; next: string | null };

/** A place outside D1 whose keys belong to rows of D1. */
type Store = {
  name: string;
  owner: ThingKind;
  position: SweepPosition;
  pagesMax: number;
  /** A page of the keys that are old enough, after the position. `next`: `null` at the end. */
  list: (after: string | null) => Promise<Listed>;
  /** The id of the row that a key belongs to. */
  toOwner: (key: string) => string;
  remove: (keys: string[]) => Promise<void>;
};

/**
 * Deletes what has no row in D1. Returns how many. Safe to run at any time and again. An implausible page is logged and kept, and ends the
 * run: the next run goes on after it.
 */
async function sweepStore({ databases, log }: CommonSweep, store: Store): Promise<number> {
  const { name, owner, position, pagesMax, list, toOwner, remove } = store;
  let after = await position.read();
  let deleted = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const { keys, next } = await list(after);
    const owners = new Set(keys.map(toOwner));
    const missing = new Set(await findMissing(databases, TABLES_OF_THINGS[owner], [...owners]));
    const isSafe = isPlausible(missing.size, owners.size);
    if (isSafe) {
      const orphans = keys.filter((key) => missing.has(toOwner(key)));
      if (orphans.length > 0) await remove(orphans);
      deleted += orphans.length;
    } else {
      log("error", "consistency.implausible", { sweep: name, orphans: missing.size, of: owners.size, after });
    }
    after = next;
    if (!isSafe || after === null) break;
  }
  await position.write(after); // once a run: a key of KV takes one write a second
  return deleted;
}

/** Deletes pictures and files whose character, chat, story or import has no row. */
export async function sweepPictures(parts: CommonSweep & { bucket: R2Bucket }): Promise<number> {
  const { bucket, kv, now, log } = parts;
  const before = now().getTime() - LEFT_ALONE_MS;
  let deleted = 0;
  for (const { name, toPrefix, owner } of PICTURE_FOLDERS) {
    const [folder] = toPrefix("").split("/");
    deleted += await sweepStore(parts, {
      name,
      owner,
      position: new SweepPosition(kv, name),
      pagesMax: PICTURE_PAGES_MAX,
      list: async (after) => {
        const from = after === null ? {} : { startAfter: after };
        const { objects, truncated } = await bucket.list({ prefix: `${folder}/`, limit: PAGE, ...from });
        const old = objects.filter(({ uploaded }) => uploaded.getTime() < before);
        return { keys: old.map(({ key }) => key), next: truncated ? (objects.at(-1)?.key ?? null) : null };
      },
      // `portraits/{characterId}/…`, `chat-pictures/{chatId}/…`
      toOwner: (key) => key.split("/")[1] ?? "",
      remove: (keys) => bucket.delete(keys),
    });
  }
  log(deleted > 0 ? "warn" : "info", "consistency.pictures", { deleted });
  return deleted;
}

/**
 * Deletes sessions in KV that have no row in D1: a crash has left them when their account was deleted. The row is written before the
 * key, so a new session always has one.
 */
export async function sweepSessions(parts: CommonSweep): Promise<number> {
  const { kv, now, log } = parts;
  const position = new SweepPosition(kv, "sessions");
  const youngest = (now().getTime() - LEFT_ALONE_MS) / 1000 + SESSION_TTL_S;
  const deleted = await sweepStore(parts, {
    name: "sessions",
    owner: "session",
    position,
    pagesMax: SESSION_PAGES_MAX,
    list: async (cursor) => {
      // KV does not say for how long a cursor is valid: if this fails, the next run begins at the beginning.
      const listed = await kv.list({ limit: PAGE, cursor }).catch(async (error: unknown) => {
        await position.write(null);
        throw error;
      });
      const old = listed.keys.filter(
        ({ name, expiration = 0 }) => SESSION_KEY.test(name) && expiration < youngest,
      );
      return { keys: old.map(({ name }) => name), next: listed.list_complete ? null : listed.cursor };
    },
    toOwner: (key) => key,
    remove: async (keys) => {
      for (const key of keys) await kv.delete(key);
    },
  });
  log(deleted > 0 ? "warn" : "info", "consistency.sessions", { deleted });
  return deleted;
}
