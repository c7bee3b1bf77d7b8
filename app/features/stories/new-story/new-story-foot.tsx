import { Button } from "#app/ui/button.tsx";
import type { ErrorBody } from "#domain/errors.ts";
import styles from "./new-story-foot.module.css";
import type { NewStoryErrors, NewStoryField } from "./new-story-input.ts";
import { toSentence } from "./to-sentence.ts";
import type { NewStoryModel } from "./use-new-story.ts";

const NAMES: Partial<Record<NewStoryField, string>> = {
  genre: "a genre",
  character: "your character",
  description: "what it is about",
};

/** The submit button, and the reason why it is disabled. */
export function NewStoryFoot({ story, failure }: { story: NewStoryModel; failure: ErrorBody | null }) {
  const missing = missingIn(story.errors);
  const isReady = Object.keys(story.errors).length === 0;
  const noteId = `${story.id}-note`;
  return (
    <>
      <p
        className={styles.note}
        id={noteId}
        role={failure ? "alert" : undefined}
        data-problem={failure !== null || undefined}
      >
        {failure ? `${toSentence(failure.message)} What you wrote is still here.` : missing}
      </p>
      <Button
        look="primary"
        size="large"
        type="submit"
        form={story.id}
        disabled={!isReady}
        aria-disabled={story.isSending}
        aria-describedby={noteId}
      >
        {story.isSending ? "Beginning..." : "Begin the story"}
      </Button>
    </>
  );
}

function missingIn(errors: NewStoryErrors): string | null {
  const names = Object.entries(NAMES).flatMap(([field, name]) =>
    Object.hasOwn(errors, field) ? [name] : [],
  );
  return names.length === 0 ? null : `Still needed: ${names.join(", ")}.`;
}
