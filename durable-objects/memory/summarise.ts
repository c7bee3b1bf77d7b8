import type { LanguageModelV4 } from "@ai-sdk/provider";
import { truncateAtWord } from "#domain/text.ts";
import type { Asked } from "#workers/ai/ask-with-patience.ts";
import { lineTokens } from "#workers/ai/context-window.ts";
import {
  type MemorySubject,
  memoryAnswerSchema,
  memoryFoldTask,
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
/** Lines that one question makes fewer. */
const FOLDED_AT_ONCE = 24;
/** Fewer lines are not worth a question; lines of the next layer are added then. */
const FOLDED_AT_LEAST = 4;
/** The latest lines are part of a question about messages, so that the answer does not repeat them. */
const LINES_TOLD = 12;
/** Without a model that can summarise, the beginning of a passage stands for it. In characters. */
const BEGINNING_MAX = 160;

/** Who summarises, and what kind of text. */
export type Summariser = {
  model: LanguageModelV4;
  subject: MemorySubject;
  /** How it is asked: when it is given up, and who is told of each piece. */
  asked: Asked;
  /** Lines of memory in the conversation's own prompt. */
  told: readonly string[];
  /** The prompt of a question about what stands in the conversation's own prompt; `null`: that needs to be told again. */
  findTaskPrompt: (request: string) => PromptMessage[] | null;
};

/** Lines that are to become fewer: from one place on, so many of them. */
export type Fold = {
  at: number;
  lines: MemoryEntry[];
  /** The maximum of lines in their place. */
  most: number;
};

/** Some messages as lines of memory. `before`: what is remembered of the time before them. */
export function summariseMessages(
  summariser: Summariser,
  before: readonly MemoryEntry[],
  messages: readonly MessageRow[],
): Promise<MemoryEntry[]> {
  const { subject, findTaskPrompt } = summariser;
  const passages = messages.map(({ id, role, content }) => ({ messageIds: [id], role, content }));
  const known = before.slice(-LINES_TOLD).map(({ text }) => text);
  const prompt =
    findTaskPrompt(memoryTask(passages, subject)) ?? memoryPrompt(passages, { memorySoFar: known, subject });
  return summarise(summariser, prompt, passages, 0);
}

/**
 * Which lines are to become fewer where all of them have more than so many tokens; `null`: none. Lines of the lowest layer are
 * the latest ones. A higher layer is a summary already, so its lines are taken only if the ones below are not enough.
 */
export function findFold(entries: readonly MemoryEntry[], tokens: number): Fold | null {
  const all = countTokens(entries);
  if (all <= tokens) return null;
  const layers = new Set(entries.slice(PINNED_LINES).map(({ layer }) => layer));
  let fold: Fold | null = null;
  for (const most of [...layers].sort((one, other) => one - other)) {
    const at = entries.findIndex(({ layer }, index) => index >= PINNED_LINES && layer <= most);
    const lines = entries.slice(at, at + FOLDED_AT_ONCE);
    if (lines.length < FOLDED_AT_LEAST) continue;
    const rest = all - countTokens(lines);
    const half = Math.ceil(lines.length / 2);
    const perLine = (all - rest) / lines.length;
    fold = { at, lines, most: Math.min(half, Math.max(2, Math.floor((tokens - rest) / perLine))) };
    if (rest + half * perLine <= tokens) break;
  }
  return fold;
}

/** All lines, those of a fold a layer up. */
export async function foldLines(
  summariser: Summariser,
  entries: readonly MemoryEntry[],
  { at, lines, most }: Fold,
): Promise<MemoryEntry[]> {
  const { subject, told, findTaskPrompt } = summariser;
  const layer = Math.max(...lines.map((line) => line.layer)) + 1;
  const passages = lines.map(({ text, fromId, toId }) => ({
    messageIds: [fromId, toId],
    role: "memory" as const,
    content: text,
  }));
  const task = memoryFoldTask(passages, { told: new Set(told), most, subject });
  const prompt = findTaskPrompt(task) ?? memoryPrompt(passages, { subject, most });
  const folded = await summarise(summariser, prompt, passages, layer);
  // An answer that is not shorter is not used.
  const fewer = folded.length <= Math.ceil(lines.length / 2) ? folded : joinPairs(lines, layer);
  return [...entries.slice(0, at), ...fewer, ...entries.slice(at + lines.length)];
}

async function summarise(
  { model, asked }: Summariser,
  prompt: readonly PromptMessage[],
  passages: readonly PassageToRemember[],
  layer: number,
): Promise<MemoryEntry[]> {
  const answer = await askStructured(model, prompt, memoryAnswerSchema, {
    ...asked,
    temperature: 0.2,
  });
  const lines =
    answer === null
      ? passages.map(({ content, messageIds }) => ({ text: toBeginning(content), messageIds }))
      : toMemoryLines(answer, passages);
  return lines.map(({ text, messageIds }) => ({
    text,
    layer,
    fromId: messageIds.at(0) ?? "",
    toId: messageIds.at(-1) ?? "",
  }));
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

function countTokens(entries: readonly MemoryEntry[]): number {
  return entries.reduce((sum, { text }) => sum + lineTokens(text), 0);
}
