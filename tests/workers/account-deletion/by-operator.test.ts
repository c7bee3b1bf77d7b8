import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sweepDeletions } from "#workers/account-deletion/sweep.ts";
import { accountDeletions, users } from "#workers/db/schema/index.ts";
import { openShard } from "#workers/db/shards.ts";
import operations from "../../../docs/operations.md?raw";
import { eventually } from "../../durable-objects/story-reader.ts";
import { noLog } from "../helpers/billing.ts";
import { shardOf } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";

it("the statements of docs/operations.md delete an account that a restored database has brought back", async () => {
  const person = await new TestSite().consented();
  const shard = await shardOf(person.sub);
  const db = openShard(env, shard);
  const [, section = ""] = /## Restore a database\n([\s\S]*?)\n## /.exec(operations) ?? [];
  const statements = [...section.matchAll(/--command "([^"]+'USER_ID')"/g)].map(([, sql = ""]) => sql);
  expect(statements).toHaveLength(2);

  for (const statement of statements) await db.run(statement.replace("USER_ID", person.sub));
  expect((await person.get("/api/users/me")).status).toBe(401);
  await sweepDeletions({ db, shard, objects: env.ACCOUNT_DELETION, now: () => new Date(), log: noLog });

  await eventually(async () => {
    expect(await db.select().from(users).where(eq(users.id, person.sub))).toEqual([]);
  });
  // The row stays until the job has cleared everything a second time.
  const [left] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, person.sub));
  expect(left).toBeDefined();
});
