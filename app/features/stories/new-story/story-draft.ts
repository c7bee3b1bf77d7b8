import * as v from "valibot";
import type { FillHistory } from "#app/features/forms/fill-history.ts";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";
import { type NewStoryValues, NO_VALUES, newStoryValuesSchema, onlyOfItsGenre } from "./new-story-input.ts";
import { hasLength, type Writer } from "./writer.ts";

const KEY = "new-story-draft";

const deedSchema = v.variant("kind", [
  v.object({
    kind: v.literal("wrote"),
    what: v.picklist(["form", "premise"]),
    source: v.picklist(["model", "booky"]),
  }),
  v.object({ kind: v.literal("gave-idea"), title: v.string() }),
  v.object({ kind: v.literal("cleared") }),
]);
/** What Booky did to the form in one step. */
export type Deed = v.InferOutput<typeof deedSchema>;

const stepSchema = v.object({ before: newStoryValuesSchema, after: newStoryValuesSchema, deed: deedSchema });
const formHistorySchema = v.object({ done: v.array(stepSchema), undone: v.array(stepSchema) });
export type FormHistory = FillHistory<NewStoryValues, Deed>;

const draftSchema = v.object({
  userId: v.string(),
  values: newStoryValuesSchema,
  history: v.optional(formHistorySchema, () => ({ done: [], undone: [] })),
});

/** A form that was left: its values, and what an undo or a redo brings back. */
export type KeptForm = { values: NewStoryValues; history: FormHistory };

/**
 * What a person has typed into the form for a new story, until the story is begun. Each tab keeps its own draft, and a copy that is
 * there after the tab is closed. Only the person who typed it sees it, not somebody else who signs in there.
 */
export class StoryDraft {
  readonly #userId: string;

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** What this tab has kept. */
  read(): KeptForm | null {
    return this.#parse(readUnsent(KEY));
  }

  /** Takes over what a closed tab has left. */
  async reclaim(): Promise<KeptForm | null> {
    return this.#parse(await reclaimUnsent(this.#userId, KEY));
  }

  /** Stores the values, unless they have no text. */
  keep(values: NewStoryValues, history: FormHistory): void {
    if (!hasTypedText(values)) this.forget();
    else keepUnsent(this.#userId, KEY, JSON.stringify({ userId: this.#userId, values, history }));
  }

  #parse(kept: string | null): KeptForm | null {
    const form = parseKept(draftSchema, kept);
    return form?.userId === this.#userId ? form : null;
  }

  /** Removes the draft after the story was created. */
  forget(): void {
    keepUnsent(this.#userId, KEY, null);
  }
}

/** Whether a form has anything that is worth a draft. */
export function hasTypedText({ character, description }: NewStoryValues): boolean {
  return character.trim() !== "" || description.trim() !== "";
}

/**
 * A draft as a new form begins with it: the genre that the address asks for goes before the draft's own, and what the
 * person's account does not have (any longer) is put back.
 */
export function resumed(draft: NewStoryValues, asked: NewStoryValues, writer: Writer): NewStoryValues {
  return onlyOfItsGenre({
    ...draft,
    genre: asked.genre || draft.genre,
    storyLength: hasLength(writer, draft.storyLength) ? draft.storyLength : NO_VALUES.storyLength,
    isNSFW: draft.isNSFW && writer.canWriteAdult,
  });
}
