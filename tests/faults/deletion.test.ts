import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import * as v from "valibot";
import { expect, it } from "vitest";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { listFiles } from "#tests/harness/list-files.ts";
import type { Reader } from "./harness/reader.ts";
import { queryState } from "./harness/state-files.ts";
import { World } from "./harness/world.ts";

/** Measured from the request: the job is between its first and its last step. */
const KILLED_AFTER_MS = [0, 120, 400];
const LONGEST_MS = Math.max(...KILLED_AFTER_MS);
/** The job continues within ten seconds of the restart. */
const GONE_WITHIN_MS = 45_000;

/** Tables with the person's own id; the last two stay under another id. */
const TABLES = ["users", "stories", "characters", "character_chats", "sessions", "consents", "spark_ledger"];

const world = await World.shared();

it("accounts that are being deleted when everything is killed go all the same, with every text", async () => {
  const leavers: Reader[] = [];
  for (const delay of KILLED_AFTER_MS) {
    const reader = await world.newReader();
    leavers.push(reader);
    const socket = await reader.open(await reader.beginStory());
    socket.write(replyScript({ id: `leaving${delay}`, pieces: 5, everyMs: 5 }));
    await socket.waitFor("stream-complete");
    socket.close();
    const fields = { name: "Ilse Tam", description: "Keeper of Leaver's Light; says little." };
    const character = await reader.call("POST", "/api/characters", fields);
    const { characterId } = v.parse(v.object({ characterId: v.string() }), character);
    await reader.call("POST", "/api/character-chats", { characterId });
    expect(countRows(reader.sub)).toMatchObject({ users: 1, stories: 1, characters: 1, character_chats: 1 });
  }
  expect(countMessages()).toBeGreaterThan(0);
  const body = { confirmation: "delete my account" };
  await Promise.all(
    leavers.map(async (reader, index) => {
      await wait(LONGEST_MS - (KILLED_AFTER_MS[index] ?? 0));
      await reader.call("DELETE", `/api/users/${encodeURIComponent(reader.sub)}`, body);
    }),
  );
  await world.product.kill9();
  await world.product.startAgain();
  for (const { sub } of leavers) {
    await expect
      .poll(() => countRows(sub), { timeout: GONE_WITHIN_MS })
      .toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
  }
  expect(countMessages()).toBe(0);

  // What runs at night: then the words are in no file either.
  const { stateDir } = world.product;
  await promisify(execFile)(process.execPath, ["tools/clean-databases.ts", stateDir]);
  expect(findFilesWith(stateDir, ["Ilse Tam", "Leaver's Light", "leaving0", "leaving400"])).toEqual([]);
  await world.newReader(); // and it goes on
});

function findFilesWith(folder: string, words: string[]): string[] {
  return listFiles(folder).filter(
    (file) => /\.sqlite/.test(file) && words.some((each) => readFileSync(file).includes(each)),
  );
}

function countRows(userId: string): Record<string, number> {
  const counts = TABLES.map((table) => {
    const column = table === "users" ? "id" : "user_id";
    const sql = `SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`;
    return [
      table,
      sum(queryState(world.product.stateDir, "d1", { table, sql, values: [userId] }, countSchema)),
    ];
  });
  return Object.fromEntries(counts);
}

/** Messages of this test's people in the storage of all stories. */
function countMessages(): number {
  const query = {
    table: "messages",
    sql: "SELECT count(*) AS n FROM messages WHERE content LIKE '%leaving%'",
  };
  return sum(queryState(world.product.stateDir, "story", query, countSchema));
}

const countSchema = v.object({ n: v.number() });

function sum(counts: readonly { n: number }[]): number {
  return counts.reduce((total, { n }) => total + n, 0);
}
