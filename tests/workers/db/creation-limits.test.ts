import { describe, expect, it } from "vitest";
import { CHARACTER_LIMITS, CHAT_LIMITS, STORY_LIMITS } from "#domain/rate-limits.ts";
import { createCharacter, MARA } from "../characters/people.ts";
import { d1 } from "../helpers/databases.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { onPremium, STORY } from "../helpers/stories.ts";

const HOUR_MS = 3_600_000;

/** A person's rows that were created some time ago; every second one is deleted. `isFromStory` 1: found in a story. */
async function seedCharacters(person: Person, count: number, ageMs: number, isFromStory = 0): Promise<void> {
  await d1
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2)
     INSERT INTO characters (id, user_id, is_from_story, name, folded_name, description, quirks, interests,
       custom_attributes, created_at, updated_at, last_active_at, deleted_at)
     SELECT ?1 || '-' || ?3 || ?4 || '-' || n, ?1, ?4, 'N', 'n', 'D', '[]', '[]', '{}', ?3, ?3, ?3,
       CASE n % 2 WHEN 1 THEN ?3 END
     FROM number`,
    )
    .bind(person.sub, count, new Date(Date.now() - ageMs).toISOString(), isFromStory)
    .run();
}

async function seedChats(person: Person, count: number, ageMs: number): Promise<void> {
  await seedCharacters(person, 1, 2 * HOUR_MS);
  await d1
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2)
     INSERT INTO character_chats (id, user_id, character_id, title, config, created_at, updated_at, deleted_at)
     SELECT 'chat-' || ?1 || '-' || ?3 || '-' || n, ?1, (SELECT id FROM characters WHERE user_id = ?1 LIMIT 1), 'T',
       '{}', ?3, ?3, CASE n % 2 WHEN 1 THEN ?3 END
     FROM number`,
    )
    .bind(person.sub, count, new Date(Date.now() - ageMs).toISOString())
    .run();
}

/** A third each is active, archived and deleted. */
async function seedStories(person: Person, count: number, ageMs: number): Promise<void> {
  await d1
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2)
     INSERT INTO stories (id, user_id, title, description, status, story_length, genre, categories, tropes, character,
       player_name, custom_data, created_at, updated_at, deleted_at, "cast")
     SELECT ?1 || '-' || ?3 || '-' || n, ?1, 'T', 'D', CASE n % 3 WHEN 1 THEN 'archived' ELSE 'active' END, 'short',
       'Mystery', '[]', '[]', 'C', 'C', '{}', ?3, ?3, CASE n % 3 WHEN 2 THEN ?3 END, '[]'
     FROM number`,
    )
    .bind(person.sub, count, new Date(Date.now() - ageMs).toISOString())
    .run();
}

function postCharacter(person: Person, fields: object = {}): Promise<Response> {
  return person.send("POST", "/api/characters", { ...MARA, ...fields });
}

const KINDS = [
  {
    kind: "stories",
    limits: STORY_LIMITS,
    totalCode: "STORY_TOTAL_EXCEEDED",
    planCode: "STORY_LIMIT_EXCEEDED",
    seed: seedStories,
    toCreate: async (person: Person) => (fields: object) =>
      person.send("POST", "/api/stories", { ...STORY, ...fields }),
    toOther: async () => ({ character: "Somebody else entirely" }),
  },
  {
    kind: "characters",
    limits: CHARACTER_LIMITS,
    totalCode: "CHARACTER_TOTAL_EXCEEDED",
    planCode: "CHARACTER_LIMIT_EXCEEDED",
    seed: seedCharacters,
    toCreate: async (person: Person) => (fields: object) => postCharacter(person, fields),
    toOther: async () => ({ name: "Ilse" }),
  },
  {
    kind: "chats",
    limits: CHAT_LIMITS,
    totalCode: "CHAT_TOTAL_EXCEEDED",
    planCode: "CHAT_LIMIT_EXCEEDED",
    seed: seedChats,
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
  const { limits, totalCode, planCode, seed, toCreate, toOther } = kind;

  it("are limited per hour, including archived and deleted ones, also for simultaneous requests", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(person, limits.begun.limit - 1, HOUR_MS / 2);

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

  it("count for an hour only", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(person, limits.begun.limit, HOUR_MS + 1000);
    expect((await create({})).status).toBe(201);
  });

  it("are limited in total, including archived and deleted ones, also for simultaneous requests", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(person, limits.total - 1, 24 * HOUR_MS);

    const responses = await Promise.all(Array.from({ length: 6 }, () => create({})));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(403)]);
    expect(await responses.find(({ status }) => status === 403)?.json()).toMatchObject({ code: totalCode });
  });

  it("report the plan's limit first, because the person can change that", async () => {
    const person = await onPremium();
    const create = await toCreate(person);
    await seed(person, limits.begun.limit, 0);
    await d1.prepare("UPDATE users SET tier = 'free' WHERE id = ?").bind(person.sub).run();
    expect(await (await create({})).json()).toMatchObject({ code: planCode });
  });

  it("are one, however often the same request comes, also at once and without room; another with its id is a conflict", async () => {
    const site = new TestSite();
    const [person, somebodyElse] = [await onPremium(site), await onPremium(site)];
    const create = await toCreate(person);
    await seed(person, limits.begun.limit - 1, 0);
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
  await seedCharacters(person, CHARACTER_LIMITS.total, 0, 1);
  expect((await postCharacter(person)).status).toBe(201);
});
