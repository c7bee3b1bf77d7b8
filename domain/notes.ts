import * as v from "valibot";
import { atMost, boundedText } from "./input.ts";

/** What the writer of a conversation always keeps in mind, and how it tells. It holds for every path, from the next reply on. */

export const NOTE_MAX = 1_000;
export const TONE_MAX = 100;
export const LANGUAGE_MAX = 40;

/** Who the player's character is in the text. */
export const PERSONS = ["I", "you", "she", "he", "they"] as const;
export const TENSES = ["past", "present"] as const;
/** `usual`: as the story's writer would; short and long are half and double of it. */
export const PASSAGE_LENGTHS = ["short", "usual", "long"] as const;

const fields = {
  note: boundedText(atMost(NOTE_MAX, "This note can be")),
  person: v.picklist(PERSONS),
  tense: v.picklist(TENSES),
  tone: boundedText(atMost(TONE_MAX, "A tone can be")),
  length: v.picklist(PASSAGE_LENGTHS),
  /** Empty: the language of the person's own words. */
  language: boundedText(atMost(LANGUAGE_MAX, "A language can be")),
};

export const notesSchema = v.object(fields);
export type Notes = v.InferOutput<typeof notesSchema>;
export const someNotesSchema = v.partial(notesSchema);

/**
 * A field that is left out stays as it is. `before`: what the changed fields were when the change began; if one is something else by then,
 * the answer is EDIT_CONFLICT.
 */
export const changeNotesSchema = v.partial(v.object({ ...fields, before: someNotesSchema }));
export type ChangeNotes = v.InferOutput<typeof changeNotesSchema>;

/** What the call answers. `tokens`: of each prompt, estimated; `contextTokens`: what the model reads and writes at once. */
export const notesAnswerSchema = v.object({
  ...fields,
  tokens: v.number(),
  contextTokens: v.number(),
});
export type NotesAnswer = v.InferOutput<typeof notesAnswerSchema>;

export const USUAL_NOTES: Notes = {
  note: "",
  person: "you",
  tense: "past",
  tone: "",
  length: "usual",
  language: "",
};
