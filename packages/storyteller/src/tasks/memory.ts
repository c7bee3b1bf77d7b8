import { readDeed } from "../deed.ts";
import { block, type ChatMessage } from "../prompt-reader.ts";
import { clip, plainText, splitSentences } from "../text.ts";

type Numbered = { number: number; isPlayer: boolean; text: string };
export type MemoryLines = { lines: { text: string; covers: number[] }[] };

const LINE_MAX = 200; // characters, as the prompt asks

/** What is worth keeping of numbered passages: half as many lines, each with the numbers that it covers. */
export function rememberPassages(content: string, messages: readonly ChatMessage[] = []): MemoryLines {
  const beginnings = block(content, "beginnings_to_remember") ?? "";
  const passages = readNumbered(block(content, "passages_to_remember") ?? inFull(beginnings, messages));
  const most = Number(/at most (\d+) lines/u.exec(content)?.[1] ?? Math.max(2, passages.length / 2));
  const size = Math.max(1, Math.ceil(passages.length / most));
  const lines: MemoryLines["lines"] = [];
  for (let at = 0; at < passages.length; at += size) {
    const group = passages.slice(at, at + size);
    lines.push({ text: writeLine(group), covers: group.map(({ number }) => number) });
  }
  return { lines: lines.length > 0 ? lines : [{ text: "Nothing has happened yet.", covers: [] }] };
}

/** The messages or lines of memory that begin with the words of a line, with the number of that line before each of theirs. */
function inFull(beginnings: string, messages: readonly ChatMessage[]): string {
  const told = messages.flatMap(({ role, content }) => {
    if (role === "assistant") return [content];
    if (role === "system") return (block(content, "memory") ?? "").split("\n");
    return [`Player: ${block(content, "player_action") ?? block(content, "person_says")}`];
  });
  return beginnings.replace(/^(\[\d+\]) (.*)$/gmu, (_line, number: string, words: string) => {
    const found = told.find((text) => text.replace(/\s+/gu, " ").includes(words));
    return (found ?? words).replace(/^(?=.)/gmu, `${number} `);
  });
}

function readNumbered(text: string): Numbered[] {
  const passages = new Map<number, Numbered>();
  for (const line of text.split("\n")) {
    const [, digits, rest = ""] = /^\[(\d+)\]\s?(.*)$/u.exec(line) ?? [];
    if (digits === undefined) continue;
    const number = Number(digits);
    const known = passages.get(number);
    const isPlayer = rest.startsWith("Player: ");
    if (known === undefined) passages.set(number, { number, isPlayer, text: rest.replace(/^Player: /u, "") });
    else passages.set(number, { ...known, text: `${known.text}\n${rest}` });
  }
  return [...passages.values()];
}

function writeLine(group: readonly Numbered[]): string {
  const parts: string[] = [];
  let left = LINE_MAX;
  const done = group.filter(({ isPlayer }) => isPlayer).map(({ text }) => toldOf(text));
  const told = group.filter(({ isPlayer }) => !isPlayer).flatMap(({ text }) => tellingSentences(text));
  for (const sentence of [...done.slice(0, 1), ...told].filter((text) => text !== "")) {
    const part = parts.length === 0 ? clip(sentence, left) : sentence;
    if (part.length + 1 > left) continue;
    parts.push(part);
    left -= part.length + 1;
  }
  return parts.join(" ") || "Nothing was said.";
}

/** What the person did, in the story's voice where that is certain. */
function toldOf(action: string): string {
  const { told, words } = readDeed(action, []);
  return told ?? (words === "" ? "" : `The player: "${words}"`);
}

/** A passage's sentences, those first that name somebody and tell what was done. */
function tellingSentences(passage: string): string[] {
  return splitSentences(plainText(passage))
    .map((sentence, index) => ({ sentence, index, weight: weighSentence(sentence) }))
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
    .map(({ sentence }) => sentence);
}

function weighSentence(sentence: string): number {
  const names = sentence.match(/(?<=\p{Ll} )\p{Lu}\p{Ll}{2,}/gu)?.length ?? 0;
  return Math.min(names, 2) + (/^You\b/u.test(sentence) ? 2 : 0) - (sentence.startsWith('"') ? 1 : 0);
}
