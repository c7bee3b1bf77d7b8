import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { callModel, type ModelProgress } from "#app/features/api/call-model.ts";
import { type BookyFill, hasChangesWithin, takeBackFill } from "#app/features/forms/booky-fill.ts";
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
  | { kind: "wrote"; source: "model" | "booky" }
  /** An undo took back what Booky wrote, except in the fields that the person has changed since. */
  | { kind: "kept-changes" }
  | { kind: "failed"; message: string };

/** `fill`: what an undo takes back; `null`: there is nothing. */
type FormState = { values: CharacterValues; fill: BookyFill<CharacterValues> | null };

/** The values of the details step, what is wrong with them, and Booky's help with them. */
export function useCharacterForm(start: CharacterValues) {
  const [{ values, fill }, setForm] = useState<FormState>({ values: start, fill: null });
  const [errors, setErrors] = useState<CharacterErrors>({});
  const [booky, setBooky] = useState<BookyState>({ kind: "rest" });
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);

  function change(part: Partial<CharacterValues>): void {
    setForm((form) => ({ ...form, values: { ...form.values, ...part } }));
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

  async function askBooky(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    writing.current = controller;
    setBooky({ kind: "writing", progress: null });
    try {
      const body = { currentData: values };
      const answer = await callModel("/api/prompts/character", filledSchema, body, {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) setBooky({ kind: "writing", progress });
        },
      });
      if (signal.aborted) return;
      // What was typed while he wrote is kept, also by an undo.
      setForm(({ values: before }) => {
        const after = { ...before, ...fillCharacter(before, answer.character) };
        return { values: after, fill: { before, after } };
      });
      setErrors({});
      setBooky({ kind: "wrote", source: answer.source });
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
    if (fill === null) return;
    setForm({ values: takeBackFill(values, fill), fill: null });
    setBooky({ kind: hasChangesWithin(values, fill) ? "kept-changes" : "rest" });
  }

  return { values, errors, setErrors, change, check, booky, askBooky, cancel, undo };
}

export type CharacterForm = ReturnType<typeof useCharacterForm>;
