import { openAccountDatabase } from "#workers/db/account-database.ts";
import type { Database } from "#workers/db/client.ts";
import type { KindParts } from "./conversation/conversation-kind.ts";
import type { Owner } from "./conversation/record.ts";

/** Opens the D1 database with the owner's rows. If they were moved, the object's record is corrected. */
export function openOwnersDatabase(
  env: Env,
  { userId, shard = null }: Owner,
  { noteShard }: Pick<KindParts, "noteShard">,
): Database {
  return openAccountDatabase(env, { userId, shard, onFound: noteShard }).db;
}
