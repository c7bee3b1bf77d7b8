import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  isField,
  type NewStoryErrors,
  type NewStoryField,
  parseNewStory,
  valuesOf,
} from "./new-story-input.ts";

const NONE: ReadonlySet<NewStoryField> = new Set();

/**
 * What is wrong with the form right now. A field is told so when it has been left, or when the server said so and it has
 * not been edited since. `submittable` is true until the page is alive: then the server alone decides.
 */
export function useLiveValidation(serverErrors: NewStoryErrors) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<NewStoryErrors | null>(null);
  const [left, setLeft] = useState(NONE);
  const [edited, setEdited] = useState(NONE);

  function check(): void {
    if (!form.current) return;
    const parsed = parseNewStory(valuesOf(new FormData(form.current)));
    setErrors(parsed.ok ? {} : parsed.errors);
  }

  useEffect(check, []);

  useEffect(() => {
    setEdited(NONE);
    // What the server found is shown where it is: the first of it is gone to.
    if (Object.keys(serverErrors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid], fieldset[aria-describedby] input")?.focus();
  }, [serverErrors]);

  function errorOf(field: NewStoryField): string | null {
    const fromServer = edited.has(field) ? undefined : serverErrors[field];
    return fromServer ?? (left.has(field) ? errors?.[field] : undefined) ?? null;
  }

  return {
    form,
    errorOf,
    submittable: errors === null || Object.keys(errors).length === 0,
    onChange: (event: FormEvent) => {
      const field = fieldOf(event.target);
      if (field !== null) setEdited((known) => new Set(known).add(field));
      check();
    },
    onBlur: (event: FormEvent) => {
      const field = fieldOf(event.target);
      // Leaving one radio button for the next is not leaving the question.
      if (field !== null && !isChoice(event.target)) setLeft((known) => new Set(known).add(field));
    },
  };
}

function fieldOf(target: EventTarget): NewStoryField | null {
  if (!("name" in target) || typeof target.name !== "string") return null;
  const name = target.name.split(":")[0];
  return isField(name) ? name : null;
}

function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === "radio" || target.type === "checkbox");
}
