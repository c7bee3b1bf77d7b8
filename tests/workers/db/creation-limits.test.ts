import { describe, expect, it } from "vitest";
import { CHARACTER_LIMITS, CHAT_LIMITS, STORY_LIMITS } from "#domain/rate-limits.ts";
import { createCharacter, MARA } from "../characters/people.ts";
import { copyRow, queryRows } from "../helpers/databases.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { onPremium, STORY } from "../helpers/stories.ts";

const HOUR_MS = 3_600_000;

type Create = (fields: object) => Promise<Response>;

/** Gives a person `count` rows that were created `ageMs` ago: a third of them active, a third archived, a third deleted. */
async function seed(
  { kind, idField }: { kind: string; idField: string },
  { person, create, count, ageMs }: { person: Person; create: Create; count: number; ageMs: number },
): Promise<void> {
  const made = await (await create({})).json<Record<string, string>>();
  const id = made[idField] ?? "";
  const at = `'${new Date(Date.now() - ageMs).toISOString()}'`;
  await copyRow(person.sub, kind, id, count, {
    created_at: at,
    status: "CASE copy.key % 3 WHEN 1 THEN 'archived' ELSE 'active' END",
    deleted_at: `CASE copy.key % 3 WHEN 2 THEN ${at} END`,
  });
  await queryRows(`DELETE FROM ${kind} WHERE id = ?1 AND user_id = ?2`, id, person.sub);
}

function postCharacter(person: Person, fields: object = {}): Promise<Response> {
  return person.send("POST", "/api/characters", { ...MARA, ...fields });
}

const KINDS = [
  {
    kind: "stories",
    idField: "storyId",
    limits: STORY_LIMITS,
    totalCode: "STORY_TOTAL_EXCEEDED",
    planCode: "STORY_LIMIT_EXCEEDED",
    toCreate: async (person: Person) => (fields: object) =>
      person.send("POST", "/api/stories", { ...STORY, ...fields }),
    toOther: async () => ({ character: "Somebody else entirely" }),
  },
  {
    kind: "characters",
    idField: "characterId",
    limits: CHARACTER_LIMITS,
    totalCode: "CHARACTER_TOTAL_EXCEEDED",
    planCode: "CHARACTER_LIMIT_EXCEEDED",
    toCreate: async (person: Person) => (fields: object) => postCharacter(person, fields),
    toOther: async () => ({ name: "Ilse" }),
  },
  {
    kind: "character_chats",
    idField: "chatId",
    limits: CHAT_LIMITS,
    totalCode: "CHAT_TOTAL_EXCEEDED",
    planCode: "CHAT_LIMIT_EXCEEDED",
    toCreate: async (person: Person) => {
      const { characterId } = await createCharacter(person);
      return (fields: object) => person.send("POST", "/api/character-chats", { characterId, ...fields });
    },
    toOther: async (person: Person) => {
      const { characterId } = await createCharacter(person, { ...MARA, name: "Ilse" });
      return { characterId };
    },
  },
] as const;

describe.each(KINDS)("$kind that one person creates", (kind) => {
  const { limits, totalCode, planCode, toCreate, toOther } = kind;

  it("are limited per hour, including archived and deleted ones, also for simultaneous requests", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(kind, { person, create, count: limits.begun.limit, ageMs: HOUR_MS + 1000 }); // too old to count
    await seed(kind, { person, create, count: limits.begun.limit - 1, ageMs: HOUR_MS / 2 });

    const responses = await Promise.all(Array.from({ length: 8 }, () => create({})));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(429)]);
    const refused = responses.find(({ status }) => status === 429);
    const retryAfter = Number(refused?.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(1700);
    expect(retryAfter).toBeLessThanOrEqual(1800);
    expect(await refused?.json()).toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many requests. Please try again in 30 minutes.",
    });
  });

  it("are limited in total, including archived and deleted ones, also for simultaneous requests", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(kind, { person, create, count: limits.total - 1, ageMs: 24 * HOUR_MS });

    const responses = await Promise.all(Array.from({ length: 6 }, () => create({})));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(403)]);
    expect(await responses.find(({ status }) => status === 403)?.json()).toMatchObject({ code: totalCode });
  });

  it("report the plan's limit first, because the person can change that", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(kind, { person, create, count: limits.begun.limit, ageMs: 0 });
    await queryRows("UPDATE users SET tier = 'free' WHERE id = ?", person.sub);
    expect(await (await create({})).json()).toMatchObject({ code: planCode });
  });

  it("are one, however often the same request comes, also at once and without room; another with its id is a conflict", async () => {
    const site = new TestSite();
    const [person, somebodyElse] = [await onPremium(site), await onPremium(site)];
    const create = await toCreate(person);
    await seed(kind, { person, create, count: limits.begun.limit - 1, ageMs: 0 });
    const requestId = crypto.randomUUID();

    const made = await Promise.all(Array.from({ length: 8 }, () => create({ requestId })));
    made.push(await create({ requestId }));

    expect(made.map(({ status }) => status)).toEqual(Array(9).fill(201));
    const bodies = await Promise.all(made.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    const conflict = await create({ requestId, ...(await toOther(person)) });
    expect([conflict.status, await conflict.json()]).toMatchObject([409, { code: "REQUEST_CONFLICT" }]);
    const theirs = await (await toCreate(somebodyElse))({ requestId });
    expect(bodies).not.toContain(await theirs.text());
  });
});

it("people found in stories leave room for created characters", async () => {
  const person = await onPremium();
  const { characterId } = await createCharacter(person);
  await copyRow(person.sub, "characters", characterId, CHARACTER_LIMITS.total, { is_from_story: "1" });
  expect((await postCharacter(person)).status).toBe(201);
  // The nightly purge takes those whose story is gone, and another test waits for its own.
  await queryRows("DELETE FROM characters WHERE user_id = ?", person.sub);
});
