import { useCallback, useEffect, useState } from "react";
import { useReclaimed } from "#app/features/storage/use-reclaimed.ts";
import { keepCharacterDraft, reclaimCharacterDraft } from "./character-draft.ts";
import { type CharacterValues, NO_CHARACTER } from "./character-values.ts";
import type { CharacterForm } from "./use-character-form.ts";

type CharacterDraftInput = {
  form: CharacterForm;
  userId: string;
  /** What the form began with. */
  start: CharacterValues;
  /** The form is of somebody who is not created yet. */
  isNew: boolean;
};

/** Keeps what was typed for a new character until they are created. Returns whether the form shows what was kept. */
export function useCharacterDraft({ form, userId, start, isNew }: CharacterDraftInput) {
  const { values, replace } = form;
  const [hasDraft, setHasDraft] = useState(isNew && start !== NO_CHARACTER);

  const reclaim = useCallback(async () => (isNew ? reclaimCharacterDraft(userId) : null), [isNew, userId]);
  useReclaimed(reclaim, (kept) => {
    if (values !== NO_CHARACTER) return;
    replace(kept);
    setHasDraft(true);
  });

  useEffect(() => {
    if (isNew) keepCharacterDraft(userId, values);
  }, [isNew, userId, values]);

  return {
    hasDraft,
    startOver: () => {
      form.startOver();
      setHasDraft(false);
    },
  };
}
