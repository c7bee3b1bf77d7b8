import { type FocusEvent, type FormEvent, useCallback, useState } from "react";
import {
  isField,
  type NewStoryErrors,
  type NewStoryField,
  type NewStoryValues,
  parseNewStory,
} from "./new-story-input.ts";

const NONE: ReadonlySet<NewStoryField> = new Set();

/**
 * What is wrong with the form right now. A field is told so when it has been left for another, or when the server said so
 * and it has not been edited since. `values` is null until the page is alive: then the server alone decides.
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
    errorOf(field: NewStoryField): string | null {
      const fromServer = edited.has(field) ? undefined : serverErrors[field];
      return fromServer ?? (left.has(field) ? errors[field] : undefined) ?? null;
    },
    /** All fields are new: nothing of them has been left yet, and the server has not seen them. */
    begin: useCallback(() => {
      setLeft(NONE);
      setEdited(new Set(Object.keys(serverErrors).filter(isField)));
    }, [serverErrors]),
    /** The field that was edited, `null` for none of ours. */
    onEdit(event: FormEvent): NewStoryField | null {
      const field = findField(event.target);
      if (field !== null) setEdited((known) => new Set(known).add(field));
      return field;
    },
    onBlur(event: FocusEvent): void {
      const field = findField(event.target);
      if (field !== null && isLeft(event, field)) setLeft((known) => new Set(known).add(field));
    },
  };
}

/** Whether the answer was given up on: going to Booky's buttons is not, and neither is the next pill of a question. */
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
