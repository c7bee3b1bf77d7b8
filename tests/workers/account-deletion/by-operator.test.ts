import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sweepDeletions } from "#workers/account-deletion/sweep.ts";
import { accountDeletions, users } from "#workers/db/schema/index.ts";
import { openShard } from "#workers/db/shards.ts";
import { eventually } from "../../durable-objects/story-reader.ts";
import { noLog } from "../helpers/billing.ts";
import { shardOf } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";

/** What an operator runs for such an account: "Restore a database" in docs/operations.md has the same statements. */
const STATEMENTS = [
  "UPDATE users SET deletion_requested_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = 'USER_ID'",
  "INSERT INTO account_deletions (id, user_id, requested_at) SELECT lower(hex(randomblob(16))), id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 hours') FROM users WHERE id = 'USER_ID'",
];

it("an operator's statements delete an account that a restored database has brought back", async () => {
  const person = await new TestSite().consented();
  const shard = await shardOf(person.sub);
  const db = openShard(env, shard);

  for (const statement of STATEMENTS) await db.run(statement.replace("USER_ID", person.sub));
  expect((await person.get("/api/users/me")).status).toBe(401);
  await sweepDeletions({ db, shard, objects: env.ACCOUNT_DELETION, now: () => new Date(), log: noLog });

  await eventually(async () => {
    expect(await db.select().from(users).where(eq(users.id, person.sub))).toEqual([]);
  });
  // The row stays until the job has cleared everything a second time.
  const [left] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, person.sub));
  expect(left).toBeDefined();
});
