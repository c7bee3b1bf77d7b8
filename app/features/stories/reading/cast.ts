import type { CastMember, UserCharacter } from "#domain/story-record.ts";

/** The person's own character as a story's panel shows it. */
export type You = Pick<CastMember, "name" | "role" | "description" | "personality">;

/** Everybody but the person's own character: who is named most comes first, then by name. */
export function othersOf(cast: readonly CastMember[]): CastMember[] {
  return cast
    .filter(({ isMainCharacter }) => !isMainCharacter)
    .sort((one, other) => other.mentions - one.mentions || one.name.localeCompare(other.name, "en"));
}

/** The person's own character as they described it, with what the story has told of them since. */
export function youOf(userCharacter: UserCharacter, cast: readonly CastMember[]): You {
  const told = cast.find(({ isMainCharacter }) => isMainCharacter);
  return {
    name: userCharacter.name,
    role: told?.role ?? userCharacter.role,
    description: userCharacter.description || (told?.description ?? null),
    personality: told?.personality ?? null,
  };
}

/** Somebody by name. Who is named in the text before the cast is known is as new as can be. */
export function memberNamed(cast: readonly CastMember[], name: string): CastMember {
  return (
    cast.find((member) => member.name === name) ?? {
      name,
      isNew: true,
      mentions: 1,
      description: null,
      role: null,
      personality: null,
      isMainCharacter: false,
    }
  );
}

/** "dry, watchful; stubborn" → the first `most` of its traits. */
export function traitsOf(personality: string | null, most: number): string[] {
  const traits = (personality ?? "").split(/[,;]/).map((trait) => trait.trim());
  return [...new Set(traits)].filter((trait) => trait !== "").slice(0, most);
}

export function countMentions(mentions: number): string {
  return mentions === 1 ? "1 mention" : `${mentions.toLocaleString("en-US")} mentions`;
}
