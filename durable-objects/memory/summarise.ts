import type { LanguageModelV4 } from "@ai-sdk/provider";
import { truncateAtWord } from "#domain/text.ts";
import type { Asked } from "#workers/ai/ask-with-timeout.ts";
import { estimateLineTokens } from "#workers/ai/context-window.ts";
import {
  buildMemoryFoldTask,
  buildMemoryPrompt,
  buildMemoryTask,
  type MemorySubject,
  memoryAnswerSchema,
  type PassageToRemember,
  toMemoryLines,
} from "#workers/ai/prompts/memory.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { askStructuredNow } from "#workers/ai/structured.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import type { MadeEntry, MemoryEntry } from "./schema.ts";

/** Lines of the first passages are never summarised further: a conversation's beginning stays in full. */
export const PINNED_LINES = 6;
/** How many lines one question to the model summarises. */
const FOLDED_AT_ONCE = 24;
/** Fewer lines are not worth a question to the model: lines of the next layer are taken as well. */
const FOLDED_AT_LEAST = 4;
/** How many of the latest lines a question about new messages contains, so that the answer does not repeat them. */
const LINES_TOLD = 12;
/** Without a model that can summarise, the beginning of a passage stands for it. In characters. */
const BEGINNING_MAX = 160;

/** Who summarises, and what kind of text. */
export type Summariser = {
  model: LanguageModelV4;
  subject: MemorySubject;
  /** When the question is aborted, and what is called for each piece of the answer. */
  asked: Asked;
  /** Lines of memory in the conversation's own prompt. */
  told: readonly string[];
  /** Puts a question at the end of the conversation's own prompt; `null`: not possible, so the question needs its own prompt. */
  findTaskPrompt: (request: string) => PromptMessage[] | null;
};

/** Neighbouring memory lines to summarise into fewer. `at`: the index of the first one. */
export type Fold = {
  at: number;
  lines: readonly MadeEntry[];
  /** How many lines may replace them at most. */
  most: number;
};

/** Summarises messages as memory lines. `before`: the memory lines from before them. Throws MODEL_UNAVAILABLE: the model may do it later. */
export function summariseMessages(
  summariser: Summariser,
  before: readonly MadeEntry[],
  messages: readonly Pick<MessageRow, "id" | "role" | "content">[],
): Promise<MemoryEntry[]> {
  const { subject, findTaskPrompt } = summariser;
  const passages = messages.map(({ id, role, content }) => ({ messageIds: [id], role, content }));
  const known = before
    .filter(({ isForgotten }) => !isForgotten)
    .slice(-LINES_TOLD)
    .map(({ text }) => text);
  const prompt =
    findTaskPrompt(buildMemoryTask(passages, subject)) ??
    buildMemoryPrompt(passages, { memorySoFar: known, subject });
  return summarise(summariser, prompt, passages, 0);
}

/**
 * Chooses the lines to summarise if all lines together have more than `tokens`; `null`: they don't. The lowest layer has the latest
 * lines. Lines of a higher layer are summaries already, so they are chosen only if the lower ones do not save enough. Lines that the owner
 * has pinned, corrected or forgotten stay.
 */
export function findFold(entries: readonly MadeEntry[], tokens: number): Fold | null {
  const all = countTokens(entries);
  if (all <= tokens) return null;
  const isFoldable = (line: MadeEntry, index: number) => index >= PINNED_LINES && !isOwners(line);
  const layers = new Set(entries.filter(isFoldable).map(({ layer }) => layer));
  let fold: Fold | null = null;
  for (const most of [...layers].sort((one, other) => one - other)) {
    const at = findRun(entries, (line, index) => isFoldable(line, index) && line.layer <= most);
    const lines = takeRun(entries.slice(at, at + FOLDED_AT_ONCE));
    if (at < 0 || lines.length < FOLDED_AT_LEAST) continue;
    const rest = all - countTokens(lines);
    const half = Math.ceil(lines.length / 2);
    const perLine = (all - rest) / lines.length;
    fold = { at, lines, most: Math.min(half, Math.max(2, Math.floor((tokens - rest) / perLine))) };
    if (rest + half * perLine <= tokens) break;
  }
  return fold;
}

/** Where the first line stands that begins a fold, with enough lines after it; -1: nowhere. */
function findRun(entries: readonly MadeEntry[], begins: (line: MadeEntry, index: number) => boolean): number {
  return entries.findIndex(
    (line, index) =>
      begins(line, index) && takeRun(entries.slice(index, index + FOLDED_AT_LEAST)).length >= FOLDED_AT_LEAST,
  );
}

/** The lines up to the first one that is the owner's. */
function takeRun(lines: readonly MadeEntry[]): readonly MadeEntry[] {
  const end = lines.findIndex(isOwners);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Returns all lines, with those of the fold replaced by fewer lines of the next layer. Throws as `summariseMessages` does. */
export async function foldLines(
  summariser: Summariser,
  entries: readonly MadeEntry[],
  { at, lines, most }: Fold,
): Promise<MadeEntry[]> {
  const { subject, told, findTaskPrompt } = summariser;
  const layer = Math.max(...lines.map((line) => line.layer)) + 1;
  const passages = lines.map(({ text, fromId, toId }) => ({
    messageIds: [fromId, toId],
    role: "memory" as const,
    content: text,
  }));
  const task = buildMemoryFoldTask(passages, { told: new Set(told), most, subject });
  const prompt = findTaskPrompt(task) ?? buildMemoryPrompt(passages, { subject, most });
  const folded = await summarise(summariser, prompt, passages, layer);
  // The model's answer is used only if it is shorter.
  const fewer = folded.length <= Math.ceil(lines.length / 2) ? folded : joinPairs(lines, layer);
  return [...entries.slice(0, at), ...fewer, ...entries.slice(at + lines.length)];
}

async function summarise(
  { model, asked }: Summariser,
  prompt: readonly PromptMessage[],
  passages: readonly PassageToRemember[],
  layer: number,
): Promise<MemoryEntry[]> {
  const answer = await askStructuredNow(model, prompt, memoryAnswerSchema, {
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

/** Joins each two lines into one without a model; the end of each line is cut off. */
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

function isOwners(line: MadeEntry): boolean {
  const { isPinned = false, isCorrected = false, isForgotten = false, isAdded = false } = line;
  return isPinned || isCorrected || isForgotten || isAdded;
}

function countTokens(entries: readonly MadeEntry[]): number {
  return entries.reduce(
    (sum, { text, isForgotten }) => (isForgotten ? sum : sum + estimateLineTokens(text)),
    0,
  );
}
