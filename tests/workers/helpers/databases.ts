import { env } from "cloudflare:workers";
import { placeAccount } from "#workers/db/directory.ts";

/** The number of the database with a person's rows. */
export function shardOf(userId: string): Promise<number> {
  return placeAccount(env, userId);
}
