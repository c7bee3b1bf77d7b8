import type { CharacterRecord, ChatSummary } from "#domain/character.ts";

/** The specification's number on a card. */
const TAGS_SHOWN = 3;

/** "dry, watchful; stubborn" → the first `most` of its traits. */
export function listTraits(personality: string | null, most = TAGS_SHOWN): string[] {
  const traits = (personality ?? "").split(/[,;]/).map((trait) => trait.trim());
  return [...new Set(traits)].filter((trait) => trait !== "").slice(0, most);
}

/** The chat that "Continue Chat" opens: the latest that is active. */
export function findCurrentChat(chats: readonly ChatSummary[]): ChatSummary | null {
  return chats.find(({ status }) => status === "active") ?? null;
}

/** Links to the stories of a character. */
export function listStoryLinks({ stories = [] }: Pick<CharacterRecord, "stories">) {
  return stories.map(({ storyId, title }) => ({ to: `/stories/${storyId}`, title }));
}

/** Links to the chats with a character. */
export function listChatLinks({ chats = [] }: Pick<CharacterRecord, "chats">) {
  return chats.map(({ chatId, title }) => ({ to: `/character-chats/${chatId}`, title }));
}
