import { PICTURE_FOLDERS, TABLES_OF_THINGS } from "../db/account-data.ts";
import type { CommonSweep } from "../sweep-parts.ts";
import { findMissing, isPlausible } from "./missing-rows.ts";
import { SweepPosition } from "./sweep-position.ts";

/** A picture is stored before its row, within one request. No request takes a day. */
const LEFT_ALONE_MS = 24 * 3_600_000;
const PAGE = 1_000;
/** Pages of each kind of picture in one run; the next run goes on. */
const PAGES_MAX = 5;

type SweepParts = CommonSweep & { bucket: R2Bucket };

/**
 * Deletes pictures whose character or chat has no row. Returns how many. Safe to run at any time and again. An implausible page is logged
 * and kept, and ends the run: the next run goes on after it.
 */
export async function sweepPictures(parts: SweepParts): Promise<number> {
  let deleted = 0;
  for (const folder of PICTURE_FOLDERS) deleted += await sweepFolder(parts, folder);
  parts.log(deleted > 0 ? "warn" : "info", "consistency.pictures", { deleted });
  return deleted;
}

async function sweepFolder(
  parts: SweepParts,
  { name, toPrefix, owner }: (typeof PICTURE_FOLDERS)[number],
): Promise<number> {
  const { bucket, kv, databases, now, log } = parts;
  const position = new SweepPosition(kv, name);
  const before = now().getTime() - LEFT_ALONE_MS;
  let after = await position.read();
  let deleted = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const from = after === null ? {} : { startAfter: after };
    const { objects, truncated } = await bucket.list({
      prefix: toFolder(toPrefix("")),
      limit: PAGE,
      ...from,
    });
    const old = objects.filter(({ uploaded }) => uploaded.getTime() < before);
    const owners = new Set(old.map(({ key }) => toOwner(key)));
    const missing = new Set(await findMissing(databases, TABLES_OF_THINGS[owner], [...owners]));
    const isSafe = isPlausible(missing.size, owners.size);
    if (isSafe) {
      const orphans = old.map(({ key }) => key).filter((key) => missing.has(toOwner(key)));
      if (orphans.length > 0) await bucket.delete(orphans);
      deleted += orphans.length;
    } else {
      log("error", "consistency.implausible", { sweep: name, orphans: missing.size, of: owners.size, after });
    }
    after = truncated ? (objects.at(-1)?.key ?? null) : null;
    await position.write(after);
    if (!isSafe || after === null) break;
  }
  return deleted;
}

function toFolder(prefix: string): string {
  return `${prefix.split("/")[0]}/`;
}

/** `portraits/{characterId}/…`, `chat-pictures/{chatId}/…`. */
function toOwner(key: string): string {
  return key.split("/")[1] ?? "";
}
