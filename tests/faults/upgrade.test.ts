import { readdirSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { expect, it, onTestFinished } from "vitest";
import type { Reader } from "./harness/reader.ts";
import { aFolder, backUp, runTool } from "./harness/state-files.ts";
import { World } from "./harness/world.ts";

/*
 * States of landed versions, as `npm run backup` wrote them there: each is started by this version, read and continued. A release adds
 * its own: LANDED=0.2.0 npx vitest run --project=faults tests/faults/upgrade.test.ts
 */

const STATES = path.join(import.meta.dirname, "states");
const SUB = "test|landed";
const SAID = "We row out at first light.";
const NEW = process.env["LANDED"];

const world = await World.shared();

/** Says something in a conversation, and returns its messages when the reply is complete. */
async function say(reader: Reader, id: string): Promise<string[]> {
  const socket = await reader.open(id);
  const requestId = socket.write(SAID);
  await socket.waitFor("stream-complete", (event) => event.requestId === requestId);
  socket.close();
  return (await reader.messages(id)).map(({ content }) => content);
}

it.runIf(NEW !== undefined)("a state of this version is written", async () => {
  const folder = aFolder();
  for (const kind of ["story", "chat"] as const) {
    const reader = await world.readerOf(SUB, world.product, kind);
    if (kind === "story") await reader.settleIn();
    await say(reader, await reader.begin());
  }
  const archive = await backUp(world.product.stateDir, folder);
  await mkdir(STATES, { recursive: true });
  await rename(archive, path.join(STATES, `${NEW}.tar.gz`));
});

const idsSchema = v.array(v.object({ storyId: v.optional(v.string()), chatId: v.optional(v.string()) }));

it.each(readdirSync(STATES).sort())("the state in %s is started, read and continued", async (archive) => {
  const stateDir = path.join(aFolder(), "state");
  const restored = await runTool("restore", stateDir, path.join(STATES, archive));
  expect(restored.ok, restored.said).toBe(true);
  const product = await world.startOn(stateDir);
  onTestFinished(() => product.stop());

  for (const [kind, list] of [
    ["story", "stories"],
    ["chat", "character-chats"],
  ] as const) {
    const reader = await world.readerOf(SUB, product, kind);
    const [row] = v.parse(
      idsSchema,
      await reader.call("GET", `/api/${list}/user/${encodeURIComponent(SUB)}`),
    );
    const id = row?.storyId ?? row?.chatId ?? "";
    const before = (await reader.messages(id)).map(({ content }) => content);
    expect(before).toContain(SAID);
    const after = await say(reader, id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
  }
});
