import type { CharacterRecord, ChatSummary } from "#domain/character.ts";

/** The specification's numbers on a card. */
const TAGS_SHOWN = 3;
export const INTERESTS_SHOWN = 2;
const LINKS_SHOWN = 2;

/** "dry, watchful; stubborn" → the first `most` of its traits. */
export function listTraits(personality: string | null, most = TAGS_SHOWN): string[] {
  const traits = (personality ?? "").split(/[,;]/).map((trait) => trait.trim());
  return [...new Set(traits)].filter((trait) => trait !== "").slice(0, most);
}

/** The chat that "Continue Chat" opens: the latest that is active. */
export function findCurrentChat(chats: readonly ChatSummary[]): ChatSummary | null {
  return chats.find(({ status }) => status === "active") ?? null;
}

type CardLinks = { links: { to: string; title: string }[]; more: string | null };

/** The links of a card: up to two stories, or chats if there are no stories. `more` says how many stories are left out. */
export function findLinks({
  stories = [],
  chats = [],
}: Pick<CharacterRecord, "stories" | "chats">): CardLinks {
  if (stories.length > 0) {
    const rest = stories.length - LINKS_SHOWN;
    const links = stories
      .slice(0, LINKS_SHOWN)
      .map(({ storyId, title }) => ({ to: `/stories/${storyId}`, title }));
    return { links, more: rest > 0 ? `+${rest} more stories` : null };
  }
  const links = chats
    .slice(0, LINKS_SHOWN)
    .map(({ chatId, title }) => ({ to: `/character-chats/${chatId}`, title }));
  return { links, more: null };
}
