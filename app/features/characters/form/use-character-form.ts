import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { callModel, type ModelProgress } from "#app/features/api/call-model.ts";
import {
  addFieldsToHistory,
  type FormHistory,
  findFieldErrors,
  redoFields,
  undoFields,
} from "#app/features/forms/form-state.ts";
import { NO_HISTORY } from "#app/features/forms/undo-history.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { createCharacterSchema } from "#domain/character.ts";
import { fillCharacter } from "#domain/character-fill.ts";
import type { AppError } from "#domain/errors.ts";
import { characterTextsSchema } from "#domain/record-parts.ts";
import {
  type CharacterErrors,
  type CharacterValues,
  characterDrafts,
  keepCharacterDraft,
  NO_CHARACTER,
} from "./character-draft.ts";

const filledSchema = v.object({
  character: characterTextsSchema,
  source: v.picklist(["model", "booky"]),
});

type BookyState =
  | { kind: "rest" }
  /** `progress`: what the model is doing; `null`: nothing is known yet. */
  | { kind: "writing"; progress: ModelProgress | null }
  | { kind: "wrote"; source: "model" | "booky" }
  | { kind: "cleared" }
  | { kind: "failed"; message: string };

type FormState = { values: CharacterValues; history: FormHistory<CharacterValues> };

type FormOptions = {
  userId: string;
  /** What the form begins with. */
  start: CharacterValues;
  /** The form is of somebody who is not created yet: what is typed is kept until they are. */
  isNew: boolean;
};

/** The values of the details step, what is wrong with them, and Booky's help with them. */
export function useCharacterForm({ userId, start, isNew }: FormOptions) {
  const [{ values, history }, setForm] = useState<FormState>({ values: start, history: NO_HISTORY });
  const [errors, setErrors] = useState<CharacterErrors>({});
  const [booky, setBooky] = useState<BookyState>({ kind: "rest" });
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);
  const [isFromDraft, setFromDraft] = useState(start !== NO_CHARACTER);

  useReclaimed(characterDrafts, { readerId: isNew ? userId : null, id: userId }, (kept) => {
    if (values !== NO_CHARACTER) return;
    setForm({ values: kept, history: NO_HISTORY });
    setFromDraft(true);
  });
  useEffect(() => {
    if (isNew) keepCharacterDraft(userId, values);
  }, [isNew, userId, values]);

  function change(part: Partial<CharacterValues>): void {
    setForm((form) => ({ ...form, values: { ...form.values, ...part } }));
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
  }

  /** Shows the errors of the values. Returns whether there are none. */
  function check(): boolean {
    const faults = findFieldErrors(createCharacterSchema, values);
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
      setForm((before) => write(before, fillCharacter(before.values, answer.character)));
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

  function move(moved: FormState | null): void {
    if (moved === null) return;
    setForm(moved);
    setBooky({ kind: "rest" });
  }

  function startOver(): void {
    setForm((before) => write(before, NO_CHARACTER));
    setErrors({});
    setBooky({ kind: "cleared" });
    setFromDraft(false);
  }

  const isWriting = booky.kind === "writing";
  return {
    values,
    errors,
    setErrors,
    change,
    /** Changes fields by code, which an undo takes back. */
    fill: (part: Partial<CharacterValues>) => setForm((form) => write(form, part)),
    check,
    booky,
    askBooky,
    cancel,
    /** `null`: there is nothing to undo, or Booky is writing. */
    undo: isWriting || history.earlier.length === 0 ? null : () => move(undoFields(values, history)),
    redo: isWriting || history.later.length === 0 ? null : () => move(redoFields(values, history)),
    /** The form shows what was kept. */
    hasDraft: isNew && isFromDraft,
    startOver,
  };
}

/** Writes fields by code, which an undo takes back. */
function write({ values, history }: FormState, fields: Partial<CharacterValues>): FormState {
  const next = { ...values, ...fields };
  return { values: next, history: addFieldsToHistory(values, next, history) };
}

export type CharacterForm = ReturnType<typeof useCharacterForm>;

/** What a person reads when the character is not there any more. */
export const CHARACTER_GONE = "Character data not found. Please try refreshing the page.";

/** What a person reads when a character could not be saved: the specification's sentences, or the server's reason. */
export function toSaveFailureText({ code, message }: AppError, { isNew }: { isNew: boolean }): string {
  const change = isNew ? "create" : "update";
  if (code === "UNAUTHENTICATED") return `You must be logged in to ${change} a character`;
  if (code === "NOT_FOUND") return CHARACTER_GONE;
  const isUnexplained = code === "INTERNAL" || code === "UNREACHABLE";
  return isUnexplained ? `Failed to ${change} character. Please try again.` : message;
}
