import type { LanguageModelV4 } from "@ai-sdk/provider";
import { truncateAtWord } from "#domain/text.ts";
import { lineTokens } from "#workers/ai/context-window.ts";
import {
  type MemorySubject,
  memoryAnswerSchema,
  memoryPrompt,
  memoryTask,
  type PassageToRemember,
  toMemoryLines,
} from "#workers/ai/prompts/memory.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { askStructured } from "#workers/ai/structured.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import type { MemoryEntry } from "./schema.ts";

/** Lines of the first passages are never summarised further: a conversation's beginning stays in full. */
export const PINNED_LINES = 6;
/** Lines that are summarised into fewer by one question: many, so that it is seldom asked. */
const LINES_AT_ONCE = 24;
/** The latest lines are part of a question about messages, so that the answer does not repeat them. */
const LINES_TOLD = 12;
/** Without a model that can summarise, the beginning of a passage stands for it. In characters. */
const BEGINNING_MAX = 160;

/** Who summarises, and what kind of text. */
type Summariser = {
  model: LanguageModelV4;
  subject: MemorySubject;
  signal: AbortSignal;
  /** Tokens of all lines. */
  memoryTokens: number;
  /** The prompt of a question about messages that stand in the conversation's own prompt; `null`: they need to be told again. */
  findTaskPrompt: (request: string) => PromptMessage[] | null;
};

/** Adds a summary of messages to the lines of a memory, and summarises the oldest lines when there are too many tokens. */
export async function summariseMessages(
  summariser: Summariser,
  before: readonly MemoryEntry[],
  messages: readonly MessageRow[],
): Promise<MemoryEntry[]> {
  const passages = messages.map(({ id, role, content }) => ({ messageIds: [id], role, content }));
  const { subject, findTaskPrompt } = summariser;
  const prompt = findTaskPrompt(memoryTask(passages, subject)) ?? toOwnPrompt(summariser, passages, before);
  const entries = [...before, ...(await summarise(summariser, prompt, passages, 0))];
  while (countTokens(entries) > summariser.memoryTokens) {
    const part = findFoldable(entries);
    if (part === null) return entries;
    const folded = await fold(summariser, part.lines);
    entries.splice(part.at, part.lines.length, ...folded);
  }
  return entries;
}

/** Lines into fewer lines, a layer up. */
async function fold(summariser: Summariser, lines: readonly MemoryEntry[]): Promise<MemoryEntry[]> {
  const layer = Math.max(...lines.map((line) => line.layer)) + 1;
  const passages = lines.map(({ text, fromId, toId }) => ({
    messageIds: [fromId, toId],
    role: "memory" as const,
    content: text,
  }));
  const folded = await summarise(summariser, toOwnPrompt(summariser, passages, []), passages, layer);
  // An answer that is not shorter is not used.
  return folded.length <= Math.ceil(lines.length / 2) ? folded : joinPairs(lines, layer);
}

function toOwnPrompt(
  { subject }: Summariser,
  passages: readonly PassageToRemember[],
  before: readonly MemoryEntry[],
): PromptMessage[] {
  return memoryPrompt(
    passages,
    before.slice(-LINES_TOLD).map(({ text }) => text),
    subject,
  );
}

async function summarise(
  { model, signal }: Summariser,
  prompt: readonly PromptMessage[],
  passages: readonly PassageToRemember[],
  layer: number,
): Promise<MemoryEntry[]> {
  const answer = await askStructured(model, prompt, memoryAnswerSchema, {
    signal,
    temperature: 0.2,
  });
  if (answer === null) return passages.map((passage) => toBeginningEntry(passage, layer));
  return toMemoryLines(answer, passages).map(({ text, messageIds }) => ({
    text,
    layer,
    fromId: messageIds.at(0) ?? "",
    toId: messageIds.at(-1) ?? "",
  }));
}

function toBeginningEntry({ content, messageIds }: PassageToRemember, layer: number): MemoryEntry {
  return {
    text: toBeginning(content),
    layer,
    fromId: messageIds.at(0) ?? "",
    toId: messageIds.at(-1) ?? "",
  };
}

/** A passage as a line of memory, without a model. */
export function toBeginning(content: string): string {
  return truncateAtWord(content.replace(/\s+/gu, " ").trim(), BEGINNING_MAX);
}

/** Each two lines as one, without a model: the end of each is cut. */
function joinPairs(lines: readonly MemoryEntry[], layer: number): MemoryEntry[] {
  return Array.from({ length: Math.ceil(lines.length / 2) }, (_, index) => {
    const [first, second = first] = lines.slice(index * 2, index * 2 + 2);
    if (!first || !second) throw new Error("A pair has at least one line.");
    const text = [first, ...(second === first ? [] : [second])]
      .map((line) => truncateAtWord(line.text, BEGINNING_MAX / 2))
      .join(" ");
    return { text, layer, fromId: first.fromId, toId: second.toId };
  });
}

/** The oldest lines of the lowest layer that has enough of them, the pinned ones left out. */
function findFoldable(entries: readonly MemoryEntry[]): { at: number; lines: MemoryEntry[] } | null {
  const layers = [...new Set(entries.slice(PINNED_LINES).map(({ layer }) => layer))].sort((a, b) => a - b);
  for (const layer of layers) {
    const at = entries.findIndex((entry, index) => index >= PINNED_LINES && entry.layer === layer);
    const lines = entries.slice(at, at + LINES_AT_ONCE).filter((entry) => entry.layer === layer);
    if (lines.length >= 2) return { at, lines };
  }
  return null;
}

function countTokens(entries: readonly MemoryEntry[]): number {
  return entries.reduce((sum, { text }) => sum + lineTokens(text), 0);
}
