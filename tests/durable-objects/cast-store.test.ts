import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { chooseEmblem } from "#domain/emblem.ts";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { CastStore } from "#durable-objects/story/cast-store.ts";

const STORY = { storyId: "s1", genre: "Mystery" } as const;
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
async function withCast(
  test: (cast: CastStore, storage: DurableObjectStorage) => void | Promise<void>,
): Promise<void> {
  const stub = env.STORY.get(env.STORY.idFromName(createId()));
  await runInDurableObject(stub, (_, state) =>
    test(new CastStore(openObjectDatabase(state.storage).db), state.storage),
  );
}

function listNames(cast: CastStore): string[] {
  return cast.rows().map(({ name }) => name);
}

test("a change is read at once, and by the next turn", () =>
  withCast(async (cast) => {
    expect(cast.rows()).toEqual([]);
    cast.save([MIRA], STORY);
    expect(listNames(cast)).toEqual(["Mira"]);
    await Promise.resolve();
    cast.markDelivered(cast.findChanged());
    expect(cast.rows()).toMatchObject([{ name: "Mira", changed: false }]);
    await Promise.resolve();
    cast.save([{ ...MIRA, name: "Tom" }], STORY);
    expect(listNames(cast)).toEqual(["Mira", "Tom"]);
  }));

test("what a transaction changed is forgotten where it fails, also if it was read within it", () =>
  withCast(async (cast, storage) => {
    cast.save([MIRA], STORY);
    await Promise.resolve();
    expect(listNames(cast)).toEqual(["Mira"]);
    expect(() =>
      storage.transactionSync(() => {
        cast.save([{ ...MIRA, name: "Tom" }], STORY);
        expect(listNames(cast)).toEqual(["Mira", "Tom"]);
        throw new Error("The transaction fails.");
      }),
    ).toThrow("The transaction fails.");
    await Promise.resolve();
    expect(listNames(cast)).toEqual(["Mira"]);
  }));

test("somebody who was delivered is not delivered again", () =>
  withCast((cast) => {
    cast.save([MIRA], STORY);
    cast.markDelivered(cast.findChanged());
    expect(cast.findChanged()).toEqual([]);
  }));

test("somebody who changes during the delivery is delivered again, also with as many mentions as before", () =>
  withCast((cast) => {
    cast.save([MIRA], STORY);
    const delivered = cast.findChanged();
    cast.save(
      delivered.map((row) => ({ ...row, description: "Has left the lamp." })),
      STORY,
    );
    cast.markDelivered(delivered);
    expect(cast.findChanged()).toMatchObject([{ description: "Has left the lamp." }]);
  }));

test("each person of a story has another emblem, and keeps it when others come or the genre changes", () =>
  withCast((cast) => {
    cast.save([MIRA, { ...MIRA, name: "Wren", isMainCharacter: true }], STORY);
    const first = new Map(cast.rows().map(({ name, emblem }) => [name, emblem]));
    expect(first.get("Wren")).toEqual(chooseEmblem("Mystery", "s1"));
    const others = ["Tom", "Roe", "Isbel", "Vale", "Fyfe", "Tam"].map((name) => ({ ...MIRA, name }));
    cast.save([...cast.rows(), ...others], { ...STORY, genre: "Western" });
    const emblems = new Map(cast.members().map(({ name, emblem }) => [name, emblem]));
    expect(emblems.get("Mira")).toEqual(first.get("Mira"));
    expect(emblems.size).toBe(8);
    expect(new Set([...emblems.values()].map((emblem) => emblem?.hue)).size).toBe(8);
  }));
