import { type FocusEvent, type FormEvent, useState } from "react";
import {
  isField,
  type NewStoryErrors,
  type NewStoryField,
  type NewStoryValues,
  parseNewStory,
} from "./new-story-input.ts";

const NONE: ReadonlySet<NewStoryField> = new Set();

/**
 * The current errors of the form. A field shows its error after it has lost the focus (the genre: after the focus has left a field
 * that follows it), or when the server named it and it was not edited since. `values` is null until hydration; until then only the server's errors are shown.
 */
export function useLiveValidation(values: NewStoryValues | null, serverErrors: NewStoryErrors) {
  const [left, setLeft] = useState(NONE);
  const [edited, setEdited] = useState(NONE);
  const [answered, setAnswered] = useState(serverErrors);
  if (answered !== serverErrors) {
    setAnswered(serverErrors);
    setEdited(NONE);
  }

  const parsed = values === null ? null : parseNewStory(values);
  const errors = parsed === null || parsed.ok ? {} : parsed.errors;

  return {
    errors,
    findError(field: NewStoryField): string | null {
      const fromServer = edited.has(field) ? undefined : serverErrors[field];
      return fromServer ?? (left.has(field) ? errors[field] : undefined) ?? null;
    },
    /** All fields are new: none has lost the focus yet, and the server's errors don't apply. */
    begin: () => {
      setLeft(NONE);
      setEdited(new Set(Object.keys(serverErrors).filter(isField)));
    },
    /** The field that was edited, `null` for none of ours. */
    onEdit(event: FormEvent): NewStoryField | null {
      const field = findField(event.target);
      if (field !== null) setEdited((known) => new Set(known).add(field));
      return field;
    },
    onBlur(event: FocusEvent): void {
      const field = findField(event.target);
      if (field === null || !isLeft(event, field)) return;
      // The dialog opens with the focus on the genres: only who has also left what comes after them has skipped them.
      if (isChoice(event.target) && !edited.has(field)) return;
      setLeft((known) => new Set([...known, "genre", field]));
    },
  };
}

/** Whether the field has lost the focus: not to Booky's buttons, and not to another pill of the same question. */
function isLeft({ target, relatedTarget }: FocusEvent, field: NewStoryField): boolean {
  const next = relatedTarget === null ? null : findField(relatedTarget);
  if (isChoice(target)) return next !== null && next !== field;
  return !(relatedTarget instanceof HTMLButtonElement);
}

function findField(target: EventTarget): NewStoryField | null {
  if (!("name" in target) || typeof target.name !== "string") return null;
  const name = target.name.split(":")[0];
  return isField(name) ? name : null;
}

function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === "radio" || target.type === "checkbox");
}
