import type { PromptPart, PromptPartName, PromptParts } from "#domain/last-prompt.ts";
import { describeLoreReason } from "#domain/lore.ts";
import type { Notes } from "#domain/notes.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import type { ContextBudget } from "#workers/ai/prompt-budget.ts";
import { listNotes } from "#workers/ai/prompts/notes.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import { countLoreTokens, type PlacedLore } from "./prompt-lore.ts";
import type { SelectedPast } from "./prompt-past.ts";

/** The texts of a prompt besides the past. `people` is absent where a kind has none; `facts` of the request stand in its text. */
export type PromptTexts = {
  rules: readonly string[];
  facts: readonly string[];
  people?: readonly string[];
  notes: Notes;
  request: { facts: readonly string[]; text: string };
};

/** What a prompt is made of, as its owner sees it. */
export function toPromptParts(
  { context, reply }: ContextBudget,
  { given, placed }: SelectedPast,
  texts: PromptTexts,
): PromptParts {
  const { memory, messages, messageTokens, leftOut } = given;
  return {
    contextTokens: context,
    replyTokens: reply,
    lore: listLoreUses(placed),
    parts: [
      toTextPart("rules", texts.rules),
      toTextPart("facts", texts.facts),
      toLorePart(placed),
      toTextPart("memory", memory, leftOut.memory),
      ...(texts.people ? [toTextPart("people", texts.people, leftOut.people)] : []),
      {
        name: "messages",
        items: messages.map(({ content }) => content),
        tokens: messageTokens,
        leftOut: leftOut.messages,
      },
      toTextPart("notes", listNotes(texts.notes)),
      { ...toTextPart("request", texts.request.facts), tokens: estimateTokens(texts.request.text) },
    ],
  };
}

/** A part of a prompt that consists of texts. `leftOut`: how many more there are that did not fit. */
function toTextPart(name: PromptPartName, items: readonly string[], leftOut = 0): PromptPart {
  return { name, items: [...items], tokens: countLineTokens(items), leftOut };
}

/** The part of the prompt for its owner: each entry with its reason. */
function toLorePart({ start, now, left }: PlacedLore): PromptPart {
  const leftOut = left.filter(({ why }) => why === "budget").length;
  const part = toTextPart("lore", [...start, ...now].map(describe), leftOut);
  return { ...part, tokens: countLoreTokens(start) + countLoreTokens(now) };
}

/** Most entries that were left out of one prompt and are remembered as such. */
const LEFT_MOST = 50;

/** What became of the entries that were called for a prompt. */
function listLoreUses({ start, now, left }: PlacedLore): PromptParts["lore"] {
  const used = [...start, ...now].filter(({ reason }) => reason !== null);
  return [
    ...used.map(({ entry: { entryId }, reason }) => ({ entryId, reason, refusal: null })),
    ...left
      .slice(0, LEFT_MOST)
      .map(({ entry: { entryId }, why }) => ({ entryId, reason: null, refusal: why })),
  ];
}

function describe({ entry, reason }: PlacedLore["start"][number]): string {
  const why = reason === null ? "kept from before" : describeLoreReason(reason);
  return `${entry.name} (${why})\n${entry.text}`;
}
