import { callApi } from "#app/features/api/call-api.ts";
import { lastPromptAnswerSchema } from "#domain/last-prompt.ts";
import { BOOK_NAME_MAX, type LoreEntryRecord, type LoreProposal, type UsedLorebooks } from "#domain/lore.ts";
import { isPassage } from "#domain/message.ts";
import { fitText } from "#domain/text.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheet } from "../live/use-sheet.ts";
import { chooseBooks, createBook, fetchEntries, fetchProposals, fetchUsedBooks } from "./lore-calls.ts";
import { findUses, type UseSource } from "./lore-wording.ts";

export type Lore = ReturnType<typeof useLore>;

/** What a story's own book is called, also where the server makes it. */
const STORY_BOOK = "This story";

/** The lore of a conversation. `isOpen`: its sheet is open, so the books in use are loaded. `isShown`: the lore is shown, so their entries are loaded too. */
export function useLore(
  conversation: LiveConversation,
  { isOpen, isShown }: { isOpen: boolean; isShown: boolean },
) {
  const { apiPath, subject, state } = conversation;
  const books = useSheet(conversation, { sheet: "lore", isOpen }, (signal) =>
    fetchUsedBooks(apiPath, signal),
  );
  const lore = useSheet(conversation, { sheet: "lore", isOpen: isShown }, async (signal) => {
    const used = await fetchUsedBooks(apiPath, signal);
    books.put(used);
    return fetchLore(conversation, used, signal);
  });

  /** Asks the server each time. The book may exist by now: an earlier request may have made it, and its answer was lost. */
  async function findOwnBook(): Promise<string> {
    const used = await fetchUsedBooks(apiPath);
    const own = used.own.find(({ storyId }) => (subject === "story" ? storyId !== null : true));
    if (own) return own.lorebookId;
    if (subject === "story") {
      return (await createBook({ name: STORY_BOOK, storyId: apiPath.split("/").at(-1) })).lorebookId;
    }
    // A chat has no book of its own: it gets a world, and uses it.
    const chosen = used.chosen[0];
    if (chosen) return chosen.lorebookId;
    const name = fitText(state.title, BOOK_NAME_MAX) || "New world";
    const { lorebookId } = await createBook({ name });
    await chooseBooks(apiPath, [lorebookId]);
    return lorebookId;
  }

  const lastId = state.messages.findLast(isPassage)?.messageId ?? null;
  return {
    apiPath,
    subject,
    conversation,
    lastId,
    /** The books in use; `null`: not loaded. */
    used: books.value,
    /** The same in one list. */
    books: [...(books.value?.own ?? []), ...(books.value?.chosen ?? [])],
    ...(lore.value ?? NOTHING),
    failure: books.failure ?? lore.failure,
    /** Loads the books in use as well. */
    reload: lore.reload,
    /** The id of the book that a new entry goes to: the conversation's own, which is made if there is none. */
    findOwnBook,
  };
}

/** Of the books in use, in their order; `null`: not loaded. */
type LoadedLore = Pick<UseSource, "uses"> & {
  entries: readonly LoreEntryRecord[] | null;
  proposals: readonly LoreProposal[];
};
const NOTHING: LoadedLore = { entries: null, proposals: [], uses: null };

async function fetchLore(
  { apiPath, subject }: Pick<LiveConversation, "apiPath" | "subject">,
  { own, chosen }: UsedLorebooks,
  signal: AbortSignal,
): Promise<LoadedLore> {
  const [entries, proposals, { prompt }] = await Promise.all([
    Promise.all([...own, ...chosen].map(({ lorebookId }) => fetchEntries(lorebookId))),
    subject === "story" ? fetchProposals(apiPath) : [],
    callApi("GET", `${apiPath}/last-prompt`, lastPromptAnswerSchema, { signal }),
  ]);
  return { entries: entries.flat(), proposals, uses: findUses(prompt) };
}

/** What lies over the lore in its sheet; `null`: nothing. */
export type LoreLayer =
  | { kind: "books" }
  | { kind: "new" }
  | { kind: "entry"; entry: LoreEntryRecord }
  | { kind: "proposal"; proposal: LoreProposal }
  | null;
