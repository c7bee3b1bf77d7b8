import { stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { expect, it, onTestFinished } from "vitest";
import { searchPageSchema } from "#domain/search.ts";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { endSessions, listD1Files } from "#tools/end-sessions.ts";
import { Reader } from "./harness/reader.ts";
import { aFolder, backUp, ledgerStates, runTool } from "./harness/state-files.ts";
import { World } from "./harness/world.ts";

const world = await World.shared();

const PIECES = 80;

it("a backup while a story is being written disturbs nobody, and the restored product finishes the reply", async () => {
  const folder = aFolder();
  const reader = await world.newReader();
  const storyId = await reader.beginStory();
  const socket = await reader.open(storyId);
  const earlier = replyScript({ id: crypto.randomUUID(), pieces: 10, everyMs: 10 });
  socket.write(earlier);
  await socket.waitFor("stream-complete");
  const id = crypto.randomUUID();
  const message = replyScript({ id, pieces: PIECES, waitsAfter: 20 });
  const find = async (person: Reader) =>
    v.parse(searchPageSchema, await person.call("GET", "/api/search?q=harbour%20radio"));
  const found = { isBuilding: false, items: [{ kind: "story", storyId }] };
  await expect.poll(() => find(reader), { timeout: 30_000 }).toMatchObject(found);
  const requestId = socket.write(message);
  await socket.waitFor("stream-chunk", ({ content }) => content !== "");

  const archive = await backUp(world.product.stateDir, folder);

  const completed = socket.events.flatMap((event) =>
    event.type === "stream-complete" ? [event.requestId] : [],
  );
  expect(completed).not.toContain(requestId); // it was still being written
  world.model.goOn(id);
  const done = await socket.waitFor("stream-complete", (event) => event.requestId === requestId);
  expect(done.message.content).toBe(scriptedText(PIECES, id));
  expect((await stat(archive)).mode & 0o077).toBe(0);

  const restored = path.join(folder, "state");
  expect((await runTool("restore", restored, archive)).ok).toBe(true);
  const product = await world.startOn(restored);
  onTestFinished(() => product.stop());
  const returned = new Reader(product.origin, reader.sub, reader.token);
  expect(await find(returned)).toMatchObject(found); // the index is in the backup
  await returned.open(storyId).then((opened) => opened.close()); // wakes the object
  await expect
    .poll(async () => (await returned.messages(storyId)).map(({ content }) => content), { timeout: 60_000 })
    .toEqual([earlier, expect.any(String), message, scriptedText(PIECES, id)]);
  await expect
    .poll(() => ledgerStates(restored, reader.sub), { timeout: 60_000 })
    .toEqual(["charged", "charged"]);
});

/** Each new account gets a database at random: after this many, three of the four have people. */
const PEOPLE_MAX = 40;

/** The database files that have a row of a person. */
function findHomes(stateDir: string, userId: string): string[] {
  return listD1Files(stateDir).filter((file) => readEpoch(file, userId) !== null);
}

function readEpoch(file: string, userId: string): unknown {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const row = database.prepare("SELECT session_epoch AS epoch FROM users WHERE id = ?").get(userId);
    return row?.["epoch"] ?? null;
  } finally {
    database.close();
  }
}

it("people in several databases are backed up, restored, signed out and deleted, each in their own database", async () => {
  const world = await World.start({ env: { DATABASES: "4" } });
  onTestFinished(() => world.stop());
  const { stateDir } = world.product;
  expect(listD1Files(stateDir)).toHaveLength(5); // with the directory
  const homes = new Map<string, Reader>();
  for (let people = 0; homes.size < 3 && people < PEOPLE_MAX; people += 1) {
    const reader = await world.newReader();
    const found = findHomes(stateDir, reader.sub);
    expect(found).toHaveLength(1);
    for (const file of found) homes.set(path.basename(file), reader);
  }
  const people = [...homes.values()];
  expect(people).toHaveLength(3);
  const stories = new Map<string, string>();
  for (const reader of people) {
    const storyId = await reader.beginStory();
    stories.set(reader.sub, storyId);
    const socket = await reader.open(storyId);
    socket.write(replyScript({ id: reader.sub, pieces: 3, everyMs: 5 }));
    await socket.waitFor("stream-complete");
    socket.close();
  }

  const folder = aFolder();
  const archive = await backUp(stateDir, folder);
  const restored = path.join(folder, "state");
  expect(await runTool("restore", restored, archive)).toMatchObject({ ok: true });
  // Without DATABASES: the state folder stores how many it has.
  const product = await world.startOn(restored);
  onTestFinished(() => product.stop());
  expect(product.output).toContain("4 databases");
  for (const { sub, token } of people) {
    const messages = await new Reader(product.origin, sub, token).messages(stories.get(sub) ?? "");
    expect(messages.map(({ content }) => content)).toContain(scriptedText(3, sub));
    await expect.poll(() => ledgerStates(restored, sub), { timeout: 60_000 }).toEqual(["charged"]);
  }

  const [leaver, stayer] = people;
  if (leaver === undefined || stayer === undefined) throw new Error("There are too few people.");
  await new Reader(product.origin, leaver.sub, leaver.token).call(
    "DELETE",
    `/api/users/${encodeURIComponent(leaver.sub)}`,
    { confirmation: "delete my account" },
  );
  await expect.poll(() => findHomes(restored, leaver.sub), { timeout: 30_000 }).toEqual([]);
  await product.stop();

  const [home = ""] = findHomes(restored, stayer.sub);
  const before = Number(readEpoch(home, stayer.sub));
  endSessions(restored, stayer.sub);
  expect(readEpoch(home, stayer.sub)).toBeGreaterThan(before);

  // One database of a newer version is enough to refuse all of them.
  const database = new DatabaseSync(home);
  database.exec("INSERT INTO d1_migrations (name) VALUES ('9999_newer.sql')");
  database.close();
  const newer = await backUp(restored, folder);
  expect(await runTool("restore", path.join(folder, "older"), newer)).toMatchObject({
    ok: false,
    said: expect.stringContaining("This backup is of a newer version of Talespark"),
  });
});
