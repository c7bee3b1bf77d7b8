import * as v from "valibot";
import type { FormHistory } from "#app/features/forms/form-state.ts";
import { NO_HISTORY } from "#app/features/forms/undo-history.ts";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { type NewStoryValues, NO_VALUES, newStoryValuesSchema, onlyOfItsGenre } from "./new-story-input.ts";
import { hasLength, type NewStoryUser } from "./new-story-user.ts";

const historySchema = v.array(v.partial(newStoryValuesSchema));
const formSchema = v.object({
  values: newStoryValuesSchema,
  history: v.fallback(v.object({ earlier: historySchema, later: historySchema }), NO_HISTORY),
});
/** A form that was left: its values, and what an undo or a redo brings back. */
export type KeptForm = { values: NewStoryValues; history: FormHistory<NewStoryValues> };

/** The form for a new story as a person has left it, until the story is begun, under the id of the person. */
export const storyDrafts = new UnsentValues<KeptForm>("talespark:story-draft:", formSchema);

/** Values without any text remove the draft. */
export function keepStoryDraft(userId: string, form: KeptForm): void {
  storyDrafts.keep(userId, userId, hasTypedText(form.values) ? form : null);
}

/** Whether a form has anything that is worth a draft. */
export function hasTypedText({ character, description }: NewStoryValues): boolean {
  return character.trim() !== "" || description.trim() !== "";
}

/**
 * A draft as a new form begins with it: the genre that the address asks for goes before the draft's own, and what the
 * person's account does not have (any longer) is put back.
 */
export function resumed(draft: NewStoryValues, asked: NewStoryValues, user: NewStoryUser): NewStoryValues {
  return onlyOfItsGenre({
    ...draft,
    genre: asked.genre || draft.genre,
    storyLength: hasLength(user, draft.storyLength) ? draft.storyLength : NO_VALUES.storyLength,
    isNSFW: draft.isNSFW && user.canWriteAdult,
  });
}
