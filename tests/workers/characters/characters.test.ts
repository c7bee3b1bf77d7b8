import { env } from "cloudflare:workers";
import { zipSync } from "fflate";
import { expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import { toPicturePrefix } from "#domain/chat.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { toChunk, toTextChunk } from "#workers/characters/cards/png-chunks.ts";
import { purgeDeletedCharacters } from "#workers/characters/purge-deleted.ts";
import { toPng } from "../../fakes/png.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { noLog, readCharges } from "../helpers/billing.ts";
import { db, deleteAgo, givePremium, queryRows } from "../helpers/databases.ts";
import { type Person, siteWithImages, TestSite } from "../helpers/site.ts";
import { createCharacter, createChat, importCard, listCharacters, MARA, say, toCardFile } from "./people.ts";

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

it("of two changes of a character that begin from the same text the second is told what is newer", async () => {
  const person = await new TestSite().consented();
  const { characterId } = await createCharacter(person, { ...MARA, voice: "calm" });
  const path = `/api/characters/${characterId}`;
  const change = (voice: string, before: string) =>
    person.send("PATCH", path, { voice, before: { voice: before } });
  const answers = await Promise.all(["low", "high"].map((voice) => change(voice, "calm")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { voice } = await person.read<CharacterRecord>(path);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: "EDIT_CONFLICT", details: { newer: { voice } } });
  expect((await change("hoarse", voice)).status).toBe(200);
  const changes = [{ name: "Mara Vossen" }, { appearance: "grey coat" }, { quirks: ["whistles"] }];
  await Promise.all(changes.map((fields) => person.send("PATCH", path, fields)));
  expect(await person.read(path), "changes of other fields").toMatchObject(Object.assign({}, ...changes));
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
    const path = `/api/characters/user/${person.sub}?sort=${sort}&limit=2`;
    const pages = await person.readPages<CharacterRecord[]>(path);
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat().map(({ name }) => name)).toEqual(names);
  }
});

it("a portrait is painted, costs five Sparks, is kept in two sizes and served to its owner with an ETag", async () => {
  const person = await siteWithImages().consented();
  const { characterId } = await createCharacter(person);
  const paint = async (more = {}) => {
    const wanted = { style: "watercolor", ...more };
    const path = `/api/images/character/${characterId}`;
    return (await person.post<CharacterRecord>(path, wanted)).metadata.images.primary;
  };
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

it("a portrait is an emblem in the chosen style where there is no image model, and costs nothing", async () => {
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
  await purgeDeletedCharacters({ db, bucket: env.PORTRAITS, now: () => new Date(), log: noLog });

  const results = await queryRows("SELECT id FROM characters WHERE user_id = ?", person.sub);
  expect(results.map(({ id }) => id).sort()).toEqual([recent, chatting].sort());
  const keys = (await env.PORTRAITS.list({ prefix: toPortraitPrefix(over ?? "") })).objects;
  expect(keys).toEqual([]);
  expect((await env.PORTRAITS.list({ prefix: toPortraitPrefix(chatting ?? "") })).objects).toHaveLength(1);
});

/** What the camera's notes of the pictures below say. */
const PLACE = "47.3769";
/** Pictures of 8 × 8 px with EXIF and XMP. */
const PICTURES = {
  "icon.jpg":
    "/9j/4QDYRXhpZgAASUkqAAgAAAAHAA4BAgAQAAAAcgAAABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAggAAAAAAAAA4YwAA6AMAADhjAADoAwAANDcuMzc2OSBOLCBob21lAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAAAIAAAAA6AEAAEAAAAIAAAAAAAAAP/hAR5odHRwOi8vbnMuYWRvYmUuY29tL3hhcC8xLjAvADx4OnhtcG1ldGEgeG1sbnM6eD0iYWRvYmU6bnM6bWV0YS8iPjxyZGY6UkRGIHhtbG5zOnJkZj0iaHR0cDovL3d3dy53My5vcmcvMTk5OS8wMi8yMi1yZGYtc3ludGF4LW5zIyI+PHJkZjpEZXNjcmlwdGlvbiByZGY6YWJvdXQ9IiIgeG1sbnM6ZGM9Imh0dHA6Ly9wdXJsLm9yZy9kYy9lbGVtZW50cy8xLjEvIj48ZGM6Y3JlYXRvcj40Ny4zNzY5IE4sIGhvbWU8L2RjOmNyZWF0b3I+PC9yZGY6RGVzY3JpcHRpb24+PC9yZGY6UkRGPjwveDp4bXBtZXRhPv/bAEMAGxIUFxQRGxcWFx4cGyAoQisoJSUoUTo9MEJgVWVkX1VdW2p4mYFqcZBzW12FtYaQnqOrratngLzJuqbHmairpP/bAEMBHB4eKCMoTisrTqRuXW6kpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpP/AABEIAAgACAMBIgACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAE/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AsAM1/9k=",
  "icon.png":
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEXIeDzwT3VbAAAA0GVYSWZJSSoACAAAAAcADgECABAAAAByAAAAEgEDAAEAAAABAAAAGgEFAAEAAABiAAAAGwEFAAEAAABqAAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAACCAAAAAAAAADhjAADoAwAAOGMAAOgDAAA0Ny4zNzY5IE4sIGhvbWUABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAgAAAADoAQAAQAAAAgAAAAAAAAAqAnfygAAAAlwSFlzAAAD6AAAA+gBtXtSawAAAMd6VFh0WE1MOmNvbS5hZG9iZS54bXAAAAiZXY9BDoMgEEWvYui2OlWbGgmyMi678AYIWE0EDGCgt29sjGm6nDc/b+aTiKNalfQsiWrRDscGMWEGibXDOwZEiRUj7tvuSFgxNmjyfsUAIYQslJmxL8jruoZbAUWRWjGm7q09i6l2l0PQSsftvPrZ6GSf2WA23yB0WAU/petml69ScJCLVFJ7B3mW768IjrmVzBtL71VWVo86eV6TyShJ4GdH4O/kQfq2owTOzvQDIplV20mrRokAAAAMSURBVAiZY2CgDgAAAEgAAXulEcgAAAAASUVORK5CYII=",
  "icon.webp":
    "UklGRioCAABXRUJQVlA4WAoAAAAMAAAABwAABwAAVlA4ICYAAACwAQCdASoIAAgABABoJaACdLoABdQAAP3HH0Jse1FfxQCkcB4AAEVYSUbWAAAARXhpZgAASUkqAAgAAAAHAA4BAgAQAAAAcgAAABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAggAAAAAAAAA4YwAA6AMAADhjAADoAwAANDcuMzc2OSBOLCBob21lAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAAAIAAAAA6AEAAEAAAAIAAAAAAAAAFhNUCD/AAAAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+PHJkZjpSREYgeG1sbnM6cmRmPSJodHRwOi8vd3d3LnczLm9yZy8xOTk5LzAyLzIyLXJkZi1zeW50YXgtbnMjIj48cmRmOkRlc2NyaXB0aW9uIHJkZjphYm91dD0iIiB4bWxuczpkYz0iaHR0cDovL3B1cmwub3JnL2RjL2VsZW1lbnRzLzEuMS8iPjxkYzpjcmVhdG9yPjQ3LjM3NjkgTiwgaG9tZTwvZGM6Y3JlYXRvcj48L3JkZjpEZXNjcmlwdGlvbj48L3JkZjpSREY+PC94OnhtcG1ldGE+AA==",
};

function toCharx(name: string, picture: Uint8Array): Uint8Array {
  const assets = [{ type: "icon", uri: `embeded://${name}`, name: "main" }];
  const card = { spec: "chara_card_v3", spec_version: "3.0", data: { ...MARA, assets } };
  return zipSync({ "card.json": new TextEncoder().encode(JSON.stringify(card)), [name]: picture });
}

/** A card in a picture with a right header whose data can't be decoded. */
function toBrokenPng(): Uint8Array {
  const card = btoa(new TextDecoder().decode(toCardFile(MARA)));
  return toPng([toTextChunk("chara", card), toChunk("IDAT", new Uint8Array(50_000).fill(7))]);
}

/** All that is stored of a character's or a chat's pictures, as text. */
async function readStored(prefix: string): Promise<string[]> {
  const { objects } = await env.PORTRAITS.list({ prefix });
  const texts = objects.map(async ({ key }) => {
    const bytes = await (await env.PORTRAITS.get(key))?.arrayBuffer();
    return new TextDecoder("latin1").decode(bytes);
  });
  return Promise.all(texts);
}

async function countStoredObjects(): Promise<number> {
  return (await env.PORTRAITS.list()).objects.length;
}

async function sumStored({ sub }: Person): Promise<number> {
  const select = (table: string) => `SELECT stored_bytes FROM ${table} WHERE user_id = ?1`;
  const stored = `${select("characters")} UNION ALL ${select("character_chats")}`;
  const rows = await queryRows<{ stored_bytes: number }>(stored, sub);
  return rows.reduce((sum, { stored_bytes: bytes }) => sum + bytes, 0);
}

/** Makes the person's stored bytes as many as that. */
async function fillStorage(person: Person, bytes: number): Promise<void> {
  const { characterId } = await createCharacter(person);
  await queryRows("UPDATE characters SET stored_bytes = ? WHERE id = ?", bytes, characterId);
}

it.each([
  ["in a PNG card", toBrokenPng],
  [
    "in a CHARX, a JPEG with EXIF that is cut off",
    () => toCharx("icon.jpg", readPicture("icon.jpg").slice(0, 600)),
  ],
  ["in a CHARX, no picture at all", () => toCharx("icon.jpg", new TextEncoder().encode("<svg/>"))],
])(
  "a picture that can't be decoded is refused at the import %s, and nothing is stored",
  async (_, makeFile) => {
    const person = await new TestSite().consented();
    const before = await countStoredObjects();

    const answer = await importCard(person, makeFile());

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      field: "file",
      message: "The picture of this card is broken and can't be shown.",
    });
    expect(await listCharacters(person)).toEqual([]);
    expect(await sumStored(person)).toBe(0);
    expect(await countStoredObjects()).toBe(before);
  },
);

it("a picture that can't be decoded and was generated is not stored and not charged, for a portrait and for a chat", async () => {
  const person = await siteWithImages("scripted-broken-images").consented();
  const { chatId, characterId } = await createChat(person);
  await say(person, chatId, replyScript({ text: "She nods." }, "Look!"));
  const portrait = await person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
  const picture = await person.send("POST", `/api/character-chats/${chatId}/picture`);

  expect(await portrait.json()).toMatchObject({ code: "IMAGE_FAILED" });
  expect(await picture.json()).toMatchObject({ code: "IMAGE_FAILED" });
  const refunded = { state: "refunded", sparks: 5 };
  expect(await readCharges(person.sub, "image")).toEqual([refunded, refunded]);
  expect(await readStored(toPortraitPrefix(characterId))).toEqual([]);
  expect(await readStored(toPicturePrefix(chatId))).toEqual([]);
});

it.each(Object.keys(PICTURES) as (keyof typeof PICTURES)[])(
  "%s of a card is stored without its EXIF and XMP",
  async (name) => {
    const picture = readPicture(name);
    expect(new TextDecoder("latin1").decode(picture)).toContain(PLACE);
    const person = await new TestSite().consented();

    const answer = await importCard(person, toCharx(name, picture));

    expect(answer.status).toBe(201);
    const { characterId } = await answer.json<CharacterRecord>();
    const stored = await readStored(toPortraitPrefix(characterId));
    expect(stored).toHaveLength(2);
    for (const text of stored) {
      expect(text).toMatch(/^RIFF.{4}WEBP/su);
      expect(text).not.toContain(PLACE);
      expect(text).not.toMatch(/EXIF|XMP /u);
    }
  },
);

it("the bytes of cards and pictures are counted for the person, also of what was deleted, and are shown in the settings' data", async () => {
  const person = await new TestSite().consented();
  const file = toCharx("icon.png", readPicture("icon.png"));
  const { characterId } = await (await importCard(person, file)).json<CharacterRecord>();
  const { objects } = await env.PORTRAITS.list({ prefix: toPortraitPrefix(characterId) });
  const pictureBytes = objects.reduce((sum, { size }) => sum + size, 0);
  const [row] = await queryRows<{ card: string }>("SELECT card FROM characters WHERE id = ?", characterId);
  const cardBytes = new TextEncoder().encode(row?.card).length;
  expect(cardBytes).toBeGreaterThan(100);

  expect(await sumStored(person)).toBe(cardBytes + pictureBytes);
  await person.send("DELETE", `/api/characters/${characterId}`);
  expect(await sumStored(person)).toBe(cardBytes + pictureBytes);
});

it("the bytes of cards and pictures are bounded by the plan: an import says how much there is and how to make room, before its file is read", async () => {
  const person = await new TestSite().consented();
  await fillStorage(person, PLAN_LIMITS.free.storedBytes);

  const refused = await importCard(person, new Uint8Array(1024));

  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    code: "STORAGE_LIMIT_EXCEEDED",
    message:
      "Your character cards, pictures and lorebooks fill the 20 MB of your plan. Please delete characters, chats or books that you no longer need; they make room after 30 days. Premium has 1,000 MB.",
  });
  await givePremium(person.sub);
  expect((await importCard(person, toCardFile(MARA))).status).toBe(201);
});

it("the bytes of cards and pictures of two imports at once that have room for one, one is stored", async () => {
  const person = await new TestSite().consented();
  const file = toCardFile({ ...MARA, creator_notes: "x".repeat(100_000) });
  await fillStorage(person, PLAN_LIMITS.free.storedBytes - 150_000);

  const answers = await Promise.all([importCard(person, file), importCard(person, file)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
  expect(await sumStored(person)).toBeLessThanOrEqual(PLAN_LIMITS.free.storedBytes);
});

it("the bytes of cards and pictures leave no room for a picture, before a model is asked for it", async () => {
  const person = await siteWithImages().consented();
  const { characterId } = await createCharacter(person);
  await fillStorage(person, PLAN_LIMITS.free.storedBytes);

  const portrait = await person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });

  expect(await portrait.json()).toMatchObject({ code: "STORAGE_LIMIT_EXCEEDED" });
  expect(await readCharges(person.sub, "image")).toEqual([]);
});

function readPicture(name: keyof typeof PICTURES): Uint8Array {
  return Uint8Array.from(atob(PICTURES[name]), (char) => char.charCodeAt(0));
}
