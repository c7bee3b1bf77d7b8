import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { characterStories, characters } from "../db/schema/index.ts";

/** Somebody found in a story, under the id that the story's object gave them. */
export type FoundInStory = {
  id: string;
  name: string;
  description: string | null;
  role: string | null;
  personality: string | null;
  isNew: boolean;
  mentions: number;
};

/** Statements that put the people of a story among its owner's characters, or bring them up to date; safe to repeat. */
export function projectCharacters(
  db: Database,
  owner: { userId: string; storyId: string },
  found: readonly FoundInStory[],
  now: Date,
) {
  const at = now.toISOString();
  return found.flatMap(({ id, ...person }) => {
    const told = {
      ...person,
      description: person.description ?? "",
      personality: person.personality ?? "",
      updatedAt: at,
    };
    const row = {
      id,
      userId: owner.userId,
      originStoryId: owner.storyId,
      quirks: [],
      interests: [],
      customAttributes: {},
      createdAt: at,
      ...told,
    };
    return [
      db
        .insert(characters)
        .values(row)
        .onConflictDoUpdate({
          target: characters.id,
          set: told,
          setWhere: sql`${characters.userId} = ${owner.userId}`,
        }),
      db.insert(characterStories).values({ characterId: id, storyId: owner.storyId }).onConflictDoNothing(),
    ];
  });
}
