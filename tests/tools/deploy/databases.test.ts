import { describe, expect, it } from "vitest";
import type { WranglerConfig } from "#tools/deploy/wrangler-config.ts";

import { DATABASE_ID, filledIn, setUpDeployment } from "./deployment.ts";

const { commands, give, run, changes } = setUpDeployment();

describe("several databases", () => {
  const MORE = ["DB_1", "DIRECTORY"];
  const databases = Object.fromEntries(
    ["DB", ...MORE].map((name) => [
      name,
      { uuid: `${DATABASE_ID}-${name}`, name: `talespark-${name}`, replication: "auto" as const },
    ]),
  );
  const serving = Object.fromEntries(Object.entries(databases).map(([name, { uuid }]) => [name, uuid]));

  /** wrangler.toml with these databases in place of its own. */
  function bindDatabases(changes: Record<string, Partial<WranglerConfig["d1_databases"][number]>> = {}) {
    const config = filledIn();
    const [first] = config.d1_databases;
    if (first === undefined) throw new Error("wrangler.toml has no database.");
    const d1_databases = Object.entries(databases).map(([binding, { uuid, name }]) => ({
      ...{ ...first, binding, database_name: name, database_id: uuid },
      ...changes[binding],
    }));
    return { ...config, d1_databases };
  }

  it("are each checked and migrated before anything is uploaded", async () => {
    give({ databases, serving });

    expect((await run({ config: bindDatabases() })).refusal).toBeNull();
    expect(commands().filter((command) => command.startsWith("d1 info"))).toHaveLength(3);
    expect(changes().slice(0, 4)).toEqual([
      "d1 migrations apply DB",
      "d1 migrations apply DB_1",
      "d1 migrations apply DIRECTORY",
      "versions upload",
    ]);
  });

  it("can be added, but one in use can neither be removed nor get another binding", async () => {
    give({ databases });
    expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toContain(
      `The database ${DATABASE_ID} is in use as DB: it must keep this binding.`,
    );
    give({ databases, serving: { DB: serving["DB"] ?? "" } });
    expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toBeNull();
    give({ databases, serving: { ...serving, DB_2: "the-third" } });
    expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toContain(
      "The database the-third is in use as DB_2",
    );
  });

  it("are refused with a gap, with one id for two, with other migrations, and where the account lacks one", async () => {
    give({ databases, serving });
    const refusalOf = async (changes: Parameters<typeof bindDatabases>[0]) =>
      (await run({ config: bindDatabases(changes) })).refusal;

    expect(await refusalOf({ DB_1: { binding: "DB_2" } })).toContain(
      "The database DB_2 needs one that is bound as DB_1.",
    );
    expect(await refusalOf({ DB_1: { database_id: serving["DB"] ?? "" } })).toContain(
      "The databases DB and DB_1 have the same database_id.",
    );
    expect(await refusalOf({ DB_1: { migrations_dir: "./others" } })).toContain(
      "The database DB_1 has the migrations_dir ./others",
    );
    expect(commands()).toEqual([]);
    const { DB_1: _, ...others } = databases;
    give({ databases: others, serving });
    expect(await refusalOf({})).toContain("The database DB_1:");
    expect(changes()).toEqual([]);
  });
});
