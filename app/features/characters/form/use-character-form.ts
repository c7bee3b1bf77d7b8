import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { callModel, type ModelProgress } from "#app/features/api/call-model.ts";
import { type CharacterRecord, createCharacterSchema } from "#domain/character.ts";
import { type CharacterTexts, characterTextsSchema, fillCharacter } from "#domain/character-fill.ts";
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

const filledSchema = v.object({
  character: characterTextsSchema,
  source: v.picklist(["model", "booky"]),
});

export function toValues(character: CharacterRecord): CharacterValues {
  const { name, description, personality, appearance, voice, quirks, interests, isNSFW } = character;
  return { name, description, personality, appearance, voice, quirks, interests, isNSFW };
}

/** Returns the errors of the values by field, with the same messages as the server. */
function findFaults(values: CharacterValues): CharacterErrors {
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
  /** `progress`: what the model is doing; `null`: nothing is known yet. */
  | { kind: "writing"; progress: ModelProgress | null }
  | { kind: "wrote"; before: CharacterValues; source: "model" | "booky" }
  | { kind: "failed"; message: string };

/** The values of the details step, what is wrong with them, and Booky's help with them. */
export function useCharacterForm(start: CharacterValues) {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<CharacterErrors>({});
  const [booky, setBooky] = useState<BookyState>({ kind: "rest" });
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);

  function change(part: Partial<CharacterValues>): void {
    setValues((current) => ({ ...current, ...part }));
    setErrors((current) => {
      const rest = { ...current };
      for (const key of Object.keys(part)) if (isField(key)) delete rest[key];
      return rest;
    });
  }

  /** Shows the errors of the values. Returns whether there are none. */
  function check(): boolean {
    const faults = findFaults(values);
    setErrors(faults);
    return Object.keys(faults).length === 0;
  }

  async function fill(): Promise<void> {
    const before = values;
    const controller = new AbortController();
    const { signal } = controller;
    writing.current = controller;
    setBooky({ kind: "writing", progress: null });
    try {
      const body = { currentData: before };
      const answer = await callModel("/api/prompts/character", filledSchema, body, {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) setBooky({ kind: "writing", progress });
        },
      });
      if (signal.aborted) return;
      // What was typed while he wrote is kept.
      setValues((current) => ({ ...current, ...fillCharacter(current, answer.character) }));
      setErrors({});
      setBooky({ kind: "wrote", before, source: answer.source });
    } catch (error) {
      if (signal.aborted) return;
      setBooky({ kind: "failed", message: asFailure(error).message });
    }
  }

  function cancel(): void {
    writing.current?.abort();
    setBooky({ kind: "rest" });
  }

  function undo(): void {
    if (booky.kind === "wrote") setValues(booky.before);
    setBooky({ kind: "rest" });
  }

  return { values, errors, setErrors, change, check, booky, fill, cancel, undo };
}

export type CharacterForm = ReturnType<typeof useCharacterForm>;
