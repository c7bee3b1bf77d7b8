import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { listShards } from "#workers/db/shards.ts";
import { runNightly } from "#workers/nightly.ts";
import { watchLog } from "./helpers/log.ts";

it("the nightly run does all its jobs, for each database and for what they share, and none fails", async () => {
  const log = watchLog();

  await runNightly(env);

  const lines = log.lines().filter(({ job }) => job === "nightly");
  expect(lines.filter(({ event }) => event === "nightly.failed")).toEqual([]);
  for (const shard of listShards(env).keys()) {
    const events = lines.filter((line) => line["shard"] === shard).map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining([
        "billing.sweep-reservations",
        "conversations.sweep",
        "characters.sweep",
        "consistency.rows",
      ]),
    );
  }
  const shared = lines.map(({ event }) => event);
  expect(shared).toEqual(expect.arrayContaining(["consistency.pictures", "consistency.sessions"]));
  // It reads everything that the tests before it have left.
}, 90_000);
