import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { type NewStoryValues, NO_VALUES, newStoryValuesSchema, onlyOfItsGenre } from "./new-story-input.ts";
import { hasLength, type Writer } from "./writer.ts";

const KEY = "new-story-draft";

const draftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), values: newStoryValuesSchema }),
);

/**
 * What was typed into a form that was closed, for as long as the browser's tab is open. One a tab, and it belongs to the
 * person who typed it: somebody else who signs in there does not see it.
 */
export class StoryDraft {
  readonly #userId: string;

  constructor(userId: string) {
    this.#userId = userId;
  }

  read(): NewStoryValues | null {
    const parsed = v.safeParse(draftSchema, readKept("session", KEY));
    return parsed.success && parsed.output.userId === this.#userId ? parsed.output.values : null;
  }

  /** Stores the values, unless they have no text. */
  keep(values: NewStoryValues): void {
    if (values.character.trim() === "" && values.description.trim() === "") {
      this.forget();
      return;
    }
    keepText("session", KEY, JSON.stringify({ userId: this.#userId, values }));
  }

  /** Removes the draft after the story was created. */
  forget(): void {
    keepText("session", KEY, null);
  }
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
