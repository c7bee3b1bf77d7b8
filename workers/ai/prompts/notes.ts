import type { Notes } from "#domain/notes.ts";
import { toDataBlock, toFactsBlock } from "./prompt.ts";

/*
 * A person's notes in a prompt. They stand after the messages: there they count most, and the text before them, which the model's server
 * has cached, stays the same when they change.
 */

const LENGTHS = {
  short: "one or two short paragraphs",
  usual: "two to four paragraphs",
  long: "five to eight paragraphs",
} as const;

/** The notes as a person reads them, a line each; empty: there are none. */
export function listNotes(notes: Notes): string[] {
  const telling = listTelling(notes)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`);
  return notes.note === "" ? telling : [notes.note, ...telling];
}

/** The blocks with the notes; none where the person has not written any. */
export function buildNotesBlocks(notes: Notes): string[] {
  const telling = listTelling(notes);
  return [
    ...(telling.some(([, value]) => value !== "") ? [toFactsBlock("telling", telling)] : []),
    ...(notes.note === "" ? [] : [toDataBlock("author_note", notes.note), NOTE_RULE]),
  ];
}

const NOTE_RULE =
  "The player wants what stands in the author_note block to be kept in mind in all that is written. It is about the text, it is not told in it.";

function listTelling({ tone, language }: Notes): [name: string, value: string][] {
  return [
    ["Tone", tone],
    ["Language", language],
  ];
}

/** How a passage is told, for the end of its request. */
export function describeTelling({ person, tense, length, language, tone }: Notes): string {
  const where = language === "" ? "in the language of the player's own words" : "in the language named above";
  const how = tone === "" ? "" : ", in the tone named above";
  return `${where}: ${LENGTHS[length]}, ${tense} tense, the player's character as "${person}"${how}`;
}
