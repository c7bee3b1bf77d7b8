import type { SheetCharacter } from "#app/features/characters/character-sheet.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { chooseEmblem, type EmblemDesign } from "#domain/choose-emblem.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";

/** The person's own character as a story's panel shows it. */
export type You = Pick<CastMember, "name" | "role" | "description" | "personality"> & {
  emblem: EmblemDesign;
};

/** All but the person's own character, by number of mentions, then by name. */
export function listOthers(cast: readonly CastMember[]): CastMember[] {
  return cast
    .filter(({ isMainCharacter }) => !isMainCharacter)
    .sort((one, other) => other.mentions - one.mentions || one.name.localeCompare(other.name, "en"));
}

/** The person's own character as they described it, with what the story has told of them since. */
export function findOwnCharacter(
  {
    storyId,
    metadata,
  }: { storyId: string; metadata: Pick<StoryRecord["metadata"], "genre" | "userCharacter"> },
  cast: readonly CastMember[],
): You {
  const { genre, userCharacter } = metadata;
  const told = cast.find(({ isMainCharacter }) => isMainCharacter);
  const description = dropName(userCharacter.name, userCharacter.description) || (told?.description ?? null);
  return {
    name: userCharacter.name,
    role: findUnsaidRole({ role: told?.role ?? null, description }) ?? userCharacter.role,
    description,
    personality: told?.personality ?? null,
    emblem: chooseEmblem(genre, storyId), // as the story's object chooses it
  };
}

/** Somebody's role; `null`: the description says it already. */
export function findUnsaidRole({
  role,
  description,
}: Pick<CastMember, "role" | "description">): string | null {
  return role !== null && foldText(description ?? "").includes(foldText(role)) ? null : role;
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

/** Finds a character by name, also by another one than the present. A name that the cast does not have yet gives a new character. */
export function findMember(cast: readonly CastMember[], name: string): CastMember {
  return (
    cast.find((member) => member.name === name) ??
    cast.find(({ aliases }) => aliases?.includes(name)) ?? {
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

/** Somebody whom the story's object has not stored yet has one that follows from the name. */
export function findEmblem({ name, emblem }: CastMember): EmblemDesign {
  return emblem ?? chooseEmblem("Open Genre", name);
}

/**
 * Somebody of a story as the sheet shows them: what the story tells of them, and what else is known of the character that they are for
 * chats (`found`, `null`: not yet).
 */
export function toSheetCharacter(
  member: CastMember,
  story: { storyId: string; title: string; metadata: Pick<StoryRecord["metadata"], "isNSFW"> },
  found: CharacterRecord | null,
): SheetCharacter {
  const { name, isNew, mentions, role, description, personality } = member;
  return {
    ...(found ?? NOT_FOUND),
    name,
    isNew,
    mentions,
    role,
    description: description ?? found?.description ?? "",
    personality: personality ?? found?.personality ?? "",
    isNSFW: story.metadata.isNSFW,
    originStoryId: story.storyId,
    stories: [],
    metadata: found?.metadata ?? {
      images: { primary: null },
      emblem: { ...findEmblem(member), style: "realistic" },
    },
  };
}

const NOT_FOUND = {
  appearance: "",
  voice: "",
  interests: [],
  quirks: [],
  hasCard: false,
  storyIds: [],
  chats: [],
};
