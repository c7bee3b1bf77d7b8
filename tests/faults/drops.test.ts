import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { DroppingClient } from "./harness/dropping-client.ts";
import { World } from "./harness/world.ts";

/** The number of dropped connections: `DROPS=1000 npm run test:faults -- drops` for the long run. */
const DROPS = Number(process.env["DROPS"] ?? 60);
/** Readers of one story, half of them over the event stream. */
const CLIENTS = 20;
const PIECES = 80;
const PIECE_MS = 25;
/** The connection of a turn is dropped at any time from its beginning to a little after its end. */
const TURN_MS = PIECES * PIECE_MS + 400;
const DROPS_PER_TURN = 20;

const world = await World.shared();

it(
  `${DROPS} dropped lines leave no gap and no double: all ${CLIENTS} readers of a story hold the same text`,
  async () => {
    let dropped = 0;
    for (let turn = 0; dropped < DROPS; turn += 1) {
      const reader = await world.newReader();
      const storyId = await reader.beginStory();
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, (_, index) =>
          DroppingClient.open(reader, storyId, index % 2 === 0 ? "socket" : "stream"),
        ),
      );
      const id = `turn${turn}`;
      const writer = await reader.open(storyId);
      writer.write(replyScript({ id, pieces: PIECES, everyMs: PIECE_MS }));
      const { messageId } = await writer.waitFor("stream-start");

      const drops = Array.from({ length: Math.min(DROPS_PER_TURN, DROPS - dropped) }, async (_, index) => {
        // The last two of each turn: at the very last chunk, and after completion.
        const atTheEnd = index < 2;
        await (atTheEnd ? writer.waitFor("stream-complete") : wait(Math.random() * TURN_MS));
        clients[(index * 7 + turn) % CLIENTS]?.drop();
      });
      await Promise.all(drops);
      dropped += drops.length;

      const text = scriptedText(PIECES, id);
      const read = await Promise.all(clients.map((client) => client.whole(messageId)));
      expect(clients.flatMap((client) => client.problems)).toEqual([]);
      expect(new Set(read)).toEqual(new Set([text]));
      expect((await reader.messages(storyId)).map(({ content }) => content).at(-1)).toBe(text);
      for (const client of clients) client.close();
      writer.close();
    }
  },
  120_000 + DROPS * 2_000,
);
