import { useCallback, useEffect, useState } from "react";
import { LazyAgeDialog } from "#app/features/adult-content/lazy-age-dialog.tsx";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { Button } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { AppError, type ErrorBody } from "#domain/errors.ts";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-offers.ts";
import { BookySide, toSentence } from "./booky-side.tsx";
import { NewStoryForm } from "./new-story-form.tsx";
import type { NewStoryErrors, NewStoryField } from "./new-story-input.ts";
import { useBooky } from "./use-booky.ts";
import { type NewStoryModel, type NewStoryOptions, useNewStory } from "./use-new-story.ts";
import styles from "./use-new-story-parts.module.css";

const IdeaDialog = makeLazyDialog(async () => (await import("./idea-dialog.tsx")).IdeaDialog);
const FullShelfDialog = makeLazyDialog(async () => (await import("./full-shelf-dialog.tsx")).FullShelfDialog);

/**
 * Begin Your Story in its parts, for the dialog and for the page to put in their places. `dialogs` are what opens over
 * it: never inside `form`, or what is sent there would be taken for the story's own.
 */
export function useNewStoryParts(options: NewStoryOptions) {
  const story = useNewStory(options);
  const booky = useBooky(story);
  const [open, setOpen] = useState<"age" | "ideas" | null>(null);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const close = useCallback(() => setOpen(null), []);

  const { ageConfirmed } = story;
  const onConfirmed = useCallback(() => {
    close();
    ageConfirmed();
  }, [close, ageConfirmed]);

  const failure = story.refused?.failure ?? null;
  const isLimit = failure !== null && isPlanLimit(failure);
  useEffect(() => {
    if (isLimit) setLimit(failure);
  }, [isLimit, failure]);

  const shownLimit = limit ?? booky.limit;
  function closeLimit(): void {
    setLimit(null);
    booky.closeLimit();
  }

  return {
    firstField: story.firstField,
    side: (
      <BookySide
        story={story}
        booky={booky}
        onIdeas={() => setOpen("ideas")}
        preloadIdeas={IdeaDialog.preload}
      />
    ),
    form: (
      <NewStoryForm
        story={story}
        onLengthRefused={() =>
          setLimit(new AppError("STORY_LENGTH_EXCEEDED", { message: LENGTH_NOT_IN_PLAN }))
        }
        onAgeNeeded={() => setOpen("age")}
        onStartOver={booky.startOver}
      />
    ),
    // Where there is no script there is no dialog either: then a limit is said here.
    foot: (
      <NewStoryFoot story={story} failure={isLimit ? null : (failure ?? story.posted?.failure ?? null)} />
    ),
    dialogs: (
      <>
        <FullShelfDialog
          open={story.asksForRoom}
          shelved={story.fullShelf}
          title={story.values.title}
          onArchive={() => void story.makeRoom()}
          onClose={story.keepShelf}
        />
        <LimitNotice limit={shownLimit} onClose={closeLimit} />
        <LazyAgeDialog
          open={open === "age"}
          onClose={close}
          userId={story.writer.userId}
          onConfirmed={onConfirmed}
        />
        <IdeaDialog
          open={open === "ideas"}
          onClose={close}
          genre={story.genre}
          onTake={(idea) => {
            close();
            booky.take(idea);
          }}
        />
      </>
    ),
  };
}

const NAMES: Partial<Record<NewStoryField, string>> = {
  genre: "a genre",
  character: "your character",
  description: "what it is about",
};

/** The submit button, and the reason why it is disabled. */
function NewStoryFoot({ story, failure }: { story: NewStoryModel; failure: ErrorBody | null }) {
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
