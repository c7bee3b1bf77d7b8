import type { CastMember, UserCharacter } from "#domain/story-record.ts";

/** The person's own character as a story's panel shows it. */
export type You = Pick<CastMember, "name" | "role" | "description" | "personality">;

/** All but the person's own character, by number of mentions, then by name. */
export function listOthers(cast: readonly CastMember[]): CastMember[] {
  return cast
    .filter(({ isMainCharacter }) => !isMainCharacter)
    .sort((one, other) => other.mentions - one.mentions || one.name.localeCompare(other.name, "en"));
}

/** The person's own character as they described it, with what the story has told of them since. */
export function findOwnCharacter(userCharacter: UserCharacter, cast: readonly CastMember[]): You {
  const told = cast.find(({ isMainCharacter }) => isMainCharacter);
  return {
    name: userCharacter.name,
    role: told?.role ?? userCharacter.role,
    description: dropName(userCharacter.name, userCharacter.description) || (told?.description ?? null),
    personality: told?.personality ?? null,
  };
}

/** "Wren Halloran, a relief operator" under the name Wren Halloran is "A relief operator": the name stands above it. */
function dropName(name: string, description: string): string {
  const text = description.trim();
  if (!text.startsWith(name)) return text;
  const rest = text.slice(name.length);
  const joint = /^\s*(?:[,:;–—-]\s*|(?:is|was)\s+|$)/u.exec(rest);
  if (joint === null) return text;
  const [first = "", ...more] = rest.slice(joint[0].length);
  return first.toLocaleUpperCase() + more.join("");
}

/** Finds a character by name. A name that the cast does not have yet gives a new character. */
export function findMember(cast: readonly CastMember[], name: string): CastMember {
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

export function countMentions(mentions: number): string {
  return mentions === 1 ? "1 mention" : `${mentions.toLocaleString("en-US")} mentions`;
}
