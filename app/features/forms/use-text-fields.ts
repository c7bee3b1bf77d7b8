import { useState } from "react";
import * as v from "valibot";
import { pickAlike, readNewer } from "#domain/edit-conflict.ts";
import type { AppError } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";

type Texts<Name extends string> = Record<Name, string>;

export type TextFields<Name extends string> = ReturnType<typeof useTextFields<Name>>;

/**
 * The text fields of a form: what is typed, what they held when the form was opened, and what another device has changed meanwhile. `of`: what
 * is stored, read when the form opens.
 */
export function useTextFields<Name extends string>(of: Texts<Name>, open: boolean) {
  const opening = { open, began: of, typed: of, newer: null as Partial<Texts<Name>> | null };
  const [form, setForm] = useState(opening);
  if (open !== form.open) setForm(opening);
  const { began, typed, newer } = form;

  /** The texts that were changed, without spaces around them, and what they were before. */
  function findChange(): { change: Partial<Texts<Name>>; before: Partial<Texts<Name>> } {
    const touched = Object.keys(pickChanged<Texts<Name>>(typed, began)) as Name[];
    const trimmed = Object.fromEntries(touched.map((name) => [name, typed[name].trim()]));
    const change = pickChanged(trimmed as Partial<Texts<Name>>, began);
    return { change, before: pickAlike(began, change) };
  }

  return {
    newer,
    bind: (name: Name) => ({
      name,
      value: typed[name],
      onChange: ({ target }: { target: { value: string } }) =>
        setForm((now) => ({ ...now, typed: { ...now.typed, [name]: target.value } })),
    }),
    findChange,
    /** Shows what is newer; `false`: the change failed for another reason. */
    showsNewer: (failure: AppError): boolean => {
      const found = readNewer(failure, v.record(v.string(), v.string())) as Partial<Texts<Name>> | null;
      setForm((now) => ({ ...now, newer: found }));
      return found !== null;
    },
    /** Keeps what was typed, or takes what is newer. The form is saved afterwards. */
    choose: (isMine: boolean) =>
      setForm((now) => ({
        ...now,
        began: { ...now.began, ...now.newer },
        typed: isMine ? now.typed : { ...now.typed, ...now.newer },
        newer: null,
      })),
  };
}
