import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import { sweepCharacters } from "#workers/characters/sweep.ts";
import { noLog } from "../helpers/billing.ts";
import { d1, db } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";
import { createCharacter } from "./people.ts";

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
  const deleteAt = (id: string | undefined, ageMs: number) =>
    d1
      .prepare("UPDATE characters SET deleted_at = ? WHERE id = ?")
      .bind(new Date(Date.now() - ageMs).toISOString(), id)
      .run();
  await deleteAt(over, RECENTLY_DELETED_MS + 2 * 3_600_000);
  await deleteAt(recent, RECENTLY_DELETED_MS - 60_000);
  await deleteAt(chatting, RECENTLY_DELETED_MS + 2 * 3_600_000);
  await sweepCharacters({ db, bucket: env.PORTRAITS, now: () => new Date(), log: noLog });

  const { results } = await d1.prepare("SELECT id FROM characters WHERE user_id = ?").bind(person.sub).all();
  expect(results.map(({ id }) => id).sort()).toEqual([recent, chatting].sort());
  const keys = (await env.PORTRAITS.list({ prefix: toPortraitPrefix(over ?? "") })).objects;
  expect(keys).toEqual([]);
  expect((await env.PORTRAITS.list({ prefix: toPortraitPrefix(chatting ?? "") })).objects).toHaveLength(1);
});
