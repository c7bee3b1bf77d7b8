import type { CastMember } from "#domain/story-record.ts";

/** Somebody of whom only the name is known, and what `parts` says. */
export function member(name: string, parts: Partial<CastMember> = {}): CastMember {
  return {
    name,
    isNew: false,
    mentions: 1,
    description: null,
    role: null,
    personality: null,
    isMainCharacter: false,
    ...parts,
  };
}
