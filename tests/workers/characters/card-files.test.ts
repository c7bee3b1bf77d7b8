import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { siteWithImages, TestSite } from "../helpers/site.ts";
import { createCharacter, importCard, listCharacters, MARA, toCardFile } from "./people.ts";

const CARD = toCardFile({
  ...MARA,
  personality: "dry",
  first_mes: "You're up late.",
  mes_example: "<START>",
  tags: ["sea"],
  extensions: { a: { b: 1 } },
});

describe("a character card", () => {
  it("becomes a character, and is exported again with its unknown fields", async () => {
    const person = await siteWithImages().consented();
    const imported = await importCard(person, CARD);
    expect(imported.status).toBe(201);
    const { characterId, ...record } = await imported.json<CharacterRecord>();
    expect(record).toMatchObject({ ...MARA, personality: "dry", interests: ["sea"], hasCard: true });

    const out = await person.get(`/api/characters/${characterId}/card.json`);
    expect(await out.json()).toMatchObject({
      data: { first_mes: "You're up late.", mes_example: "<START>", extensions: { a: { b: 1 } } },
    });

    expect((await person.get(`/api/characters/${characterId}/card.png`)).status).toBe(404);
    await person.send("POST", `/api/images/character/${characterId}`, { style: "sketch" });
    const png = await person.get(`/api/characters/${characterId}/card.png`);
    const { fields, portrait } = readCard(new Uint8Array(await png.arrayBuffer()));
    expect(fields).toMatchObject({ name: MARA.name, first_mes: "You're up late." });
    const again = await importCard(
      person,
      new Uint8Array(await (await person.get(`/api/characters/${characterId}/card.png`)).arrayBuffer()),
    );
    expect((await again.json<CharacterRecord>()).metadata.images.primary?.kind).toBe("imported");
    expect(portrait).not.toBeNull();
  });

  it("that is broken, too large or no card at all stores nothing", async () => {
    const person = await new TestSite().consented();
    const broken = await importCard(person, new TextEncoder().encode('{"spec":"chara_card_v2","data":'));
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({
      field: "file",
      message: "This card is broken and can't be read.",
    });
    expect((await importCard(person, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await listCharacters(person)).toEqual([]);
  });

  it("counts against the plan like any created character", async () => {
    const person = await new TestSite().consented();
    for (const name of ["One", "Two", "Three"]) await createCharacter(person, { ...MARA, name });
    expect((await importCard(person, CARD)).status).toBe(402);
    // Refused before the file is read: a file that is no card has the same answer.
    expect((await importCard(person, new Uint8Array(1024))).status).toBe(402);
  });

  it("is imported beside one other of the same person; a third waits, and somebody else's does not", async () => {
    const site = new TestSite();
    const [person, other] = [await site.consented(), await site.consented()];
    const statuses = async (sent: Promise<Response>[]) =>
      (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(await statuses([1, 2, 3].map(() => importCard(person, CARD)))).toEqual([201, 201, 429]);
    expect((await importCard(other, CARD)).status).toBe(201);
    expect((await importCard(person, CARD)).status).toBe(201);
  });
});

it("a card is downloaded under an encoded name, whatever the character is called", async () => {
  const person = await new TestSite().consented();
  const { characterId } = await createCharacter(person, { ...MARA, name: 'Ma"ra; ../<b>é (1)' });

  const response = await person.get(`/api/characters/${characterId}/card.json`);

  expect(response.headers.get("Content-Disposition")).toBe(
    "attachment; filename*=UTF-8''Ma%20ra%3B%20..%20b%20%C3%A9%20%281%29.json",
  );
});
