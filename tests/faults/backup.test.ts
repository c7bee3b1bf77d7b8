import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { expect, it, onTestFinished } from "vitest";
import { searchPageSchema } from "#domain/search.ts";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { aFolder, backUp, runTool } from "./harness/backups.ts";
import { Reader } from "./harness/reader.ts";
import { ledgerStates } from "./harness/state-files.ts";
import { World } from "./harness/world.ts";

const world = await World.shared();

const PIECES = 80;

it("a backup while a story is being written disturbs nobody, and the restored product finishes the reply", async () => {
  const folder = await aFolder();
  const reader = await world.newReader();
  const storyId = await reader.beginStory();
  const socket = await reader.open(storyId);
  const earlier = replyScript({ id: crypto.randomUUID(), pieces: 10, everyMs: 10 });
  socket.say(earlier);
  await socket.waitFor("stream-complete");
  const id = crypto.randomUUID();
  const message = replyScript({ id, pieces: PIECES, waitsAfter: 20 });
  const find = async (person: Reader) =>
    v.parse(searchPageSchema, await person.call("GET", "/api/search?q=harbour%20radio"));
  const found = { isBuilding: false, items: [{ kind: "story", storyId }] };
  await expect.poll(() => find(reader), { timeout: 30_000 }).toMatchObject(found);
  const requestId = socket.say(message);
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
    .poll(() => ledgerStates(restored, reader.sub), { timeout: 10_000 })
    .toEqual(["charged", "charged"]);
});

it("refuses a folder in use or with a state, and a damaged backup, and changes nothing then; one that was cut off is finished by running it again", async () => {
  const folder = await aFolder();
  const { stateDir } = world.product;
  const archive = await backUp(stateDir, folder);

  expect((await runTool("restore", stateDir, archive)).said).toMatch(/is in use by process \d+/u);

  const restored = path.join(folder, "state");
  expect((await runTool("restore", restored, archive)).ok).toBe(true);
  const before = await readdir(restored);
  expect((await runTool("restore", restored, archive)).said).toContain(
    "add --replace to move that one aside",
  );
  expect(await readdir(restored)).toEqual(before);

  const damaged = path.join(folder, "damaged.tar.gz");
  const bytes = await readFile(archive);
  await writeFile(damaged, bytes.subarray(0, bytes.length - 2_000));
  expect((await runTool("restore", restored, damaged, "--replace")).said).toMatch(
    /^(tar failed|.* is not a whole backup)/u,
  );
  expect(await readdir(restored)).toEqual(before);

  const replaced = await runTool("restore", restored, archive, "--replace");
  expect(replaced.said).toMatch(/The state before it is in .*replaced-/u);

  await writeFile(path.join(restored, "restore-unfinished"), "");
  await expect(world.startOn(restored)).rejects.toThrow("was cut off: run npm run restore again");
  expect((await runTool("restore", restored, archive)).ok).toBe(true);
  expect(await readdir(restored)).not.toContain("restore-unfinished");
});
