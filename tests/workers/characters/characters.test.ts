import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import { noLog, readCharges } from "#tests/workers/helpers/billing.ts";
import { db, deleteAgo, queryRows } from "#tests/workers/helpers/databases.ts";
import { siteWithImages, TestSite } from "#tests/workers/helpers/site.ts";
import { sweepCharacters } from "#workers/characters/sweep.ts";
import { createCharacter, listCharacters, MARA } from "./people.ts";

it("a created character is changed, deleted and restored", async () => {
  const person = await new TestSite().consented();
  const { characterId } = await createCharacter(person, { ...MARA, customAttributes: { mood: "calm" } });
  const path = `/api/characters/${characterId}`;
  const changed = await person.send("PATCH", path, { name: "Mara Vossen", quirks: ["whistles"] });
  expect(await changed.json()).toMatchObject({
    name: "Mara Vossen",
    quirks: ["whistles"],
    description: MARA.description,
    customAttributes: { mood: "calm" },
  });

  expect((await person.send("DELETE", path)).status).toBe(204);
  expect((await person.get(path)).status).toBe(404);
  expect(await listCharacters(person)).toEqual([]);
  const deleted = await person.get(`/api/characters/user/${person.sub}/deleted`);
  expect(await deleted.json()).toMatchObject([{ characterId, name: "Mara Vossen" }]);

  expect((await person.send("POST", `${path}/restore`)).status).toBe(200);
  expect(await listCharacters(person)).toMatchObject([{ characterId }]);
});

it("the list of characters is sorted in five ways, in pages, and separated by section", async () => {
  const person = await new TestSite().consented();
  for (const name of ["N1", "N2", "N3"]) await createCharacter(person, { ...MARA, name });
  await queryRows(
    "UPDATE characters SET active_chat_count = 1 WHERE user_id = ? AND name = 'N1'",
    person.sub,
  );
  for (const [sort, names] of [
    ["recent", ["N3", "N2", "N1"]],
    ["default", ["N1", "N3", "N2"]],
    ["name-asc", ["N1", "N2", "N3"]],
    ["name-desc", ["N3", "N2", "N1"]],
    ["oldest", ["N1", "N2", "N3"]],
  ] as const) {
    const first = await person.get(`/api/characters/user/${person.sub}?sort=${sort}&limit=2`);
    const next = /<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const pages = [await first.json<CharacterRecord[]>(), await person.read<CharacterRecord[]>(next)];
    expect(pages.flat().map(({ name }) => name)).toEqual(names);
  }
});

describe("a portrait", () => {
  it("is painted, costs five Sparks, is kept in two sizes and served to its owner with an ETag", async () => {
    const person = await siteWithImages().consented();
    const { characterId } = await createCharacter(person);
    const paint = async (more = {}) =>
      (
        await person.post<CharacterRecord>(`/api/images/character/${characterId}`, {
          style: "watercolor",
          ...more,
        })
      ).metadata.images.primary;
    const primary = await paint({ additionalPrompt: "in the rain", numSteps: 50 });
    expect(primary).toMatchObject({ kind: "ai" });
    expect(await readCharges(person.sub, "image")).toEqual([{ state: "charged", sparks: 5 }]);
    for (const url of [primary?.url, primary?.thumbnailUrl]) {
      const picture = await person.get(url ?? "");
      expect(picture.status).toBe(200);
      expect(picture.headers.get("Content-Type")).toBe("image/webp");
      expect(picture.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(20);
      const again = await person.get(url ?? "", { "If-None-Match": picture.headers.get("ETag") ?? "" });
      expect(again.status).toBe(304);
    }
    expect((await paint())?.url).not.toBe(primary?.url);
    expect((await person.get(primary?.url ?? "")).status).toBe(404);
  });

  it("that fails costs nothing, keeps the character and can be requested again", async () => {
    const person = await siteWithImages().consented();
    const description = 'Keeper. #image {"fault":"status-500"}';
    const { characterId } = await createCharacter(person, { ...MARA, description });
    const paint = () => person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
    expect((await paint()).status).toBeGreaterThanOrEqual(500);
    expect(await readCharges(person.sub, "image")).toEqual([{ state: "refunded", sparks: 5 }]);
    await person.send("PATCH", `/api/characters/${characterId}`, { description: MARA.description });
    expect((await paint()).status).toBe(200);
  });

  it("is an emblem in the chosen style where there is no image model, and costs nothing", async () => {
    const person = await new TestSite({ AI_IMAGE_PROVIDER: "none" }).consented();
    const { characterId, metadata } = await createCharacter(person);
    expect(metadata.emblem.style).toBe("realistic");
    const chosen = await person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
    expect((await chosen.json<CharacterRecord>()).metadata).toMatchObject({
      images: { primary: null },
      emblem: { ...metadata.emblem, style: "sketch" },
    });
    expect(await readCharges(person.sub, "image")).toEqual([]);
  });
});

it("characters whose 30 days are over are purged with their portraits; others, and those with a chat, stay", async () => {
  const person = await new TestSite().consented();
  const [over, recent, chatting] = await Promise.all(
    [1, 2, 3].map(async () => {
      const { characterId } = await createCharacter(person);
      await env.PORTRAITS.put(`${toPortraitPrefix(characterId)}one/512`, "a picture");
      return characterId;
    }),
  );
  await person.send("POST", "/api/character-chats", { characterId: chatting });
  await deleteAgo("characters", over, RECENTLY_DELETED_MS + 2 * 3_600_000);
  await deleteAgo("characters", recent, RECENTLY_DELETED_MS - 60_000);
  await deleteAgo("characters", chatting, RECENTLY_DELETED_MS + 2 * 3_600_000);
  await sweepCharacters({ db, bucket: env.PORTRAITS, now: () => new Date(), log: noLog });

  const results = await queryRows("SELECT id FROM characters WHERE user_id = ?", person.sub);
  expect(results.map(({ id }) => id).sort()).toEqual([recent, chatting].sort());
  const keys = (await env.PORTRAITS.list({ prefix: toPortraitPrefix(over ?? "") })).objects;
  expect(keys).toEqual([]);
  expect((await env.PORTRAITS.list({ prefix: toPortraitPrefix(chatting ?? "") })).objects).toHaveLength(1);
});
