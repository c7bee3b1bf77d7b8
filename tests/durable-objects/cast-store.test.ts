import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { CastStore } from "#durable-objects/story/cast-store.ts";

const MIRA = {
  name: "Mira",
  isNew: false,
  mentions: 3,
  description: "Keeps the lamp.",
  role: "keeper",
  personality: "",
  isMainCharacter: false,
  aliases: [],
};

/** Runs a test on the cast of a new story. */
async function withCast(test: (cast: CastStore) => void): Promise<void> {
  const stub = env.STORY.get(env.STORY.idFromName(createId()));
  await runInDurableObject(stub, (_, state) => test(new CastStore(openObjectDatabase(state.storage).db)));
}

test("somebody who was delivered is not delivered again", () =>
  withCast((cast) => {
    cast.save([MIRA]);
    cast.markDelivered(cast.findChanged());
    expect(cast.findChanged()).toEqual([]);
  }));

test("somebody who changes during the delivery is delivered again, also with as many mentions as before", () =>
  withCast((cast) => {
    cast.save([MIRA]);
    const delivered = cast.findChanged();
    cast.save(delivered.map((row) => ({ ...row, description: "Has left the lamp." })));
    cast.markDelivered(delivered);
    expect(cast.findChanged()).toMatchObject([{ description: "Has left the lamp." }]);
  }));
