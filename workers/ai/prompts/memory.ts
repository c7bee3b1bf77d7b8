import * as v from "valibot";
import { MEMORY_LINE_MAX } from "#domain/memory.ts";
import type { Role } from "#domain/message.ts";
import { truncateAtWord, truncateCharacters } from "#domain/text.ts";
import { neutralise, neutraliseLine } from "./neutralise.ts";
import {
  buildQuestion,
  buildTaskRequest,
  DATA_REMINDER,
  type PromptMessage,
  TEXT_LANGUAGE_RULE,
  toDataBlock,
  toLinesBlock,
  toOptionalBlock,
} from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

/** A text to summarise: one message, or one earlier line of memory. `messageIds`: the messages that it comes from. */
export type PassageToRemember = { messageIds: readonly string[]; role: Role | "memory"; content: string };
/** A line of memory and the messages that it covers. */
export type WrittenLine = { text: string; messageIds: string[] };

/** The kind of text: an interactive story, or a character's chat with one person. */
export type MemorySubject = "story" | "chat";

const TASKS = {
  story:
    "You keep the memory of a long interactive story: what its narrator will need when the text itself is out of sight.",
  chat: "You keep a character's memory of a long talk with one person: what the character has to know when the messages themselves are out of sight. First of all: facts about the person (name, family, work, likes, worries), what either of the two promised or asked for, and what happened.",
} as const;

const RULES = `You write short lines in the past tense, each one fact or event: who did what, where and why, what was found, promised, lost or
decided, names exactly as they are written, who is who to whom, what is still open. You leave out mood and phrasing. You
add nothing that the text does not say.`;

/** The answer to `buildMemoryPrompt`: lines, each with the numbers of the passages that it covers. */
export const memoryAnswerSchema = v.object({
  lines: v.pipe(
    v.array(
      v.object({
        text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
        covers: v.optional(v.array(v.pipe(v.number(), v.integer())), []),
      }),
    ),
    v.minLength(1),
  ),
});
export type MemoryAnswer = v.InferOutput<typeof memoryAnswerSchema>;

/**
 * Asks for a summary in lines (structured answer: `memoryAnswerSchema`), `most` of them, or else half as many as passages. Each line of a passage begins with the passage's
 * number in square brackets, counted from 1, so that no text can pretend to be another passage.
 */
export function buildMemoryPrompt(
  passages: readonly PassageToRemember[],
  {
    memorySoFar = [],
    subject = "story",
    most,
  }: { memorySoFar?: readonly string[]; subject?: MemorySubject; most?: number } = {},
): PromptMessage[] {
  const numbered = passages.map((passage, index) => toNumbered(passage, index, subject)).join("\n");
  return buildQuestion({
    marker: TASK_MARKERS.memory,
    rules: `${TASKS[subject]} ${RULES} ${TEXT_LANGUAGE_RULE}`,
    blocks: [...toOptionalBlock("memory_so_far", memorySoFar), toDataBlock("passages_to_remember", numbered)],
    request: `Each line of the passages begins with its passage's number in square brackets. ${buildMemoryRequest(passages.length, most)}`,
  });
}

/** How much of a message's beginning is quoted, so that the model can find it in the prompt: in words, and in characters. */
const FOUND_BY_WORDS = 14;
const FOUND_BY_CHARACTERS = 100;

/** The same question at the end of the conversation's own prompt. It contains the messages, so only their first words are quoted. */
export function buildMemoryTask(passages: readonly PassageToRemember[], subject: MemorySubject): string {
  return toTask(
    passages.map(({ content }) => toBeginning(content)),
    `The block beginnings_to_remember lists the first words of the oldest messages above, each after its number in square brackets. These messages as a whole, and no others, are the passages. ${buildMemoryRequest(passages.length)}`,
    subject,
  );
}

/**
 * Asks for fewer lines of memory, at the end of the conversation's own prompt. `told`: the lines that the prompt contains already; only
 * their first words are quoted.
 */
export function buildMemoryFoldTask(
  lines: readonly PassageToRemember[],
  { told, most, subject }: { told: ReadonlySet<string>; most: number; subject: MemorySubject },
): string {
  return toTask(
    lines.map(({ content }) => (told.has(content) ? toBeginning(content) : content)),
    `The block beginnings_to_remember lists lines of the memory block above by their first words, each after its number in square brackets. These lines as a whole, and no others, are the passages. ${buildMemoryRequest(lines.length, most)}`,
    subject,
  );
}

function toTask(beginnings: readonly string[], request: string, subject: MemorySubject): string {
  const numbered = beginnings.map((beginning, index) => `[${index + 1}] ${beginning}`);
  return buildTaskRequest(
    TASK_MARKERS.memory,
    `${TASKS[subject]} ${RULES} ${TEXT_LANGUAGE_RULE}`,
    [toLinesBlock("beginnings_to_remember", numbered), request].join("\n"),
  );
}

function toBeginning(text: string): string {
  const words = neutraliseLine(text).split(" ").slice(0, FOUND_BY_WORDS).join(" ");
  return truncateCharacters(words, FOUND_BY_CHARACTERS);
}

function buildMemoryRequest(passages: number, most = Math.max(2, Math.ceil(passages / 2))): string {
  return `Summarise them in at most ${most} lines of up to 200 characters, in their order, and give for each line the numbers of the passages it tells of ("covers"); every passage is told of by some line. What the memory so far already says needs no second line. Answer with JSON: {"lines": [{"text": "…", "covers": [1, 2]}]}. ${DATA_REMINDER}`;
}

const SPEAKERS: Record<MemorySubject, Partial<Record<PassageToRemember["role"], string>>> = {
  story: { user: "Player: " },
  chat: { user: "The person: ", assistant: "The character: " },
};

function toNumbered({ role, content }: PassageToRemember, index: number, subject: MemorySubject): string {
  return neutralise(`${SPEAKERS[subject][role] ?? ""}${content}`)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `[${index + 1}] ${line}`)
    .join("\n");
}

/**
 * The answer with message ids in place of numbers. Unknown numbers are dropped. A line that names no passage covers all of
 * them.
 */
export function toMemoryLines(answer: MemoryAnswer, passages: readonly PassageToRemember[]): WrittenLine[] {
  return answer.lines.map(({ text, covers }) => {
    const named = passages.filter((_, index) => covers.includes(index + 1));
    const told = named.length > 0 ? named : passages;
    return {
      text: truncateAtWord(neutraliseLine(text), MEMORY_LINE_MAX - 1),
      messageIds: [...new Set(told.flatMap(({ messageIds }) => messageIds))],
    };
  });
}
