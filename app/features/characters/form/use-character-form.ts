import { useState } from "react";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { type CharacterRecord, createCharacterSchema } from "#domain/character.ts";
import { type CharacterTexts, fillCharacter } from "#domain/character-fill.ts";
import { checkInput } from "#domain/input.ts";

export type CharacterValues = CharacterTexts & { isNSFW: boolean };
export type CharacterErrors = Partial<Record<keyof CharacterValues, string>>;

export const NO_CHARACTER: CharacterValues = {
  name: "",
  description: "",
  personality: "",
  appearance: "",
  voice: "",
  quirks: [],
  interests: [],
  isNSFW: false,
};

/** The server's own patience is 30 s, and then it has an idea of Booky's. */
const FILL_GIVE_UP_MS = 45_000;
const filledSchema = v.object({
  character: v.object({
    name: v.string(),
    description: v.string(),
    personality: v.string(),
    appearance: v.string(),
    voice: v.string(),
    quirks: v.array(v.string()),
    interests: v.array(v.string()),
  }),
  source: v.picklist(["model", "booky"]),
});

export function toValues(character: CharacterRecord): CharacterValues {
  const { name, description, personality, appearance, voice, quirks, interests, isNSFW } = character;
  return { name, description, personality, appearance, voice, quirks, interests, isNSFW };
}

/** What is wrong with the values, by field, in the sentences of the server. */
export function findFaults(values: CharacterValues): CharacterErrors {
  const errors: CharacterErrors = {};
  for (const [key, schema] of Object.entries(createCharacterSchema.entries)) {
    if (!isField(key)) continue;
    const checked = checkInput(v.object({ [key]: schema }), { [key]: values[key] });
    if (!checked.ok) errors[key] = checked.fault.message ?? "Please check what you entered.";
  }
  return errors;
}

function isField(key: string): key is keyof CharacterValues {
  return key in NO_CHARACTER;
}

type BookyState =
  | { kind: "rest" }
  | { kind: "writing" }
  | { kind: "wrote"; before: CharacterValues; source: "model" | "booky" }
  | { kind: "failed"; message: string };

/** The values of the details step, what is wrong with them, and Booky's help with them. */
export function useCharacterForm(start: CharacterValues) {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<CharacterErrors>({});
  const [booky, setBooky] = useState<BookyState>({ kind: "rest" });

  function change(part: Partial<CharacterValues>): void {
    setValues((current) => ({ ...current, ...part }));
    setErrors((current) => {
      const rest = { ...current };
      for (const key of Object.keys(part)) if (isField(key)) delete rest[key];
      return rest;
    });
  }

  /** Shows what is wrong. Returns whether nothing is. */
  function check(): boolean {
    const faults = findFaults(values);
    setErrors(faults);
    return Object.keys(faults).length === 0;
  }

  async function fill(): Promise<void> {
    const before = values;
    setBooky({ kind: "writing" });
    try {
      const options = { body: { currentData: before }, giveUpMs: FILL_GIVE_UP_MS };
      const answer = await callApi("POST", "/api/prompts/character", filledSchema, options);
      // What was typed while he wrote is kept.
      setValues((current) => ({ ...current, ...fillCharacter(current, answer.character) }));
      setErrors({});
      setBooky({ kind: "wrote", before, source: answer.source });
    } catch (error) {
      setBooky({ kind: "failed", message: asFailure(error).message });
    }
  }

  function undo(): void {
    if (booky.kind === "wrote") setValues(booky.before);
    setBooky({ kind: "rest" });
  }

  function startAgain(next: CharacterValues): void {
    setValues(next);
    setErrors({});
    setBooky({ kind: "rest" });
  }

  return { values, errors, setErrors, change, check, booky, fill, undo, startAgain };
}

export type CharacterForm = ReturnType<typeof useCharacterForm>;
