import { useEffect, useState } from "react";
import { LazyAgeDialog } from "#app/features/adult-content/adult-switch.tsx";
import { LimitNotice, showLimit } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit } from "#app/features/billing/limits.ts";
import { AwaitedAnswer } from "#app/features/conversation/list/awaited-reply.tsx";
import { UndoButtons } from "#app/features/forms/form-parts.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { AppError, type ErrorBody } from "#domain/errors.ts";
import { DEFAULT_GENRE } from "#domain/genres.ts";
import { SPARKS_PER_TEXT } from "#domain/plan.ts";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-prices.ts";
import { BookCover } from "../book-cover.tsx";
import type { Source } from "./booky-calls.ts";
import { NewStoryForm } from "./new-story-form.tsx";
import { type BookysHelp, type Help, useBooky } from "./use-booky.ts";
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
  const [open, setOpen] = useState<"age" | "ideas" | null>(null);
  const booky = useBooky(story);
  const close = () => setOpen(null);

  const failure = story.refused?.failure ?? null;
  const isLimit = failure !== null && isPlanLimit(failure);
  useEffect(() => {
    if (isLimit) showLimit(failure);
  }, [isLimit, failure]);

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
          showLimit(new AppError("STORY_LENGTH_EXCEEDED", { message: LENGTH_NOT_IN_PLAN }))
        }
        onAgeNeeded={() => setOpen("age")}
        onStartOver={booky.startOver}
      />
    ),
    // Where there is no script there is no dialog either: then a limit is said here.
    foot: <NewStoryFoot story={story} failure={isLimit && story.isAlive ? null : failure} />,
    dialogs: (
      <>
        <FullShelfDialog
          open={story.asksForRoom}
          shelved={story.fullShelf}
          title={story.values.title}
          onArchive={() => void story.makeRoom()}
          onClose={story.keepShelf}
        />
        <LimitNotice />
        <LazyAgeDialog
          open={open === "age"}
          onClose={close}
          userId={story.user.userId}
          onConfirmed={story.ageConfirmed}
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

const NEEDED = [
  { field: "genre", name: "a genre" },
  { field: "character", name: "your character" },
  { field: "description", name: "what it is about" },
] as const;

/** The submit button, and the reason why it is disabled. */
function NewStoryFoot({ story, failure }: { story: NewStoryModel; failure: ErrorBody | null }) {
  const problem = describeProblem(story);
  const isReady = Object.keys(story.errors).length === 0;
  const noteId = `${story.id}-note`;
  return (
    <>
      <p
        className={`${styles.note} grow-from-240 self-center note`}
        id={noteId}
        role={failure ? "alert" : undefined}
        data-problem={failure !== null || undefined}
      >
        {failure ? `${toSentence(failure.message)} What you wrote is still here.` : problem}
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

/** What is still needed; where nothing is, the first thing that is wrong. */
function describeProblem({ errors, values }: Pick<NewStoryModel, "errors" | "values">): string | null {
  const missing = NEEDED.filter(({ field }) => errors[field] !== undefined && values[field].trim() === "");
  if (missing.length > 0) return `Still needed: ${missing.map(({ name }) => name).join(", ")}.`;
  return Object.values(errors)[0] ?? null;
}

const SPARKS = `${SPARKS_PER_TEXT}\u00a0Spark${SPARKS_PER_TEXT === 1 ? "" : "s"}`;

type BookySideProps = {
  story: NewStoryModel;
  booky: BookysHelp;
  onIdeas: () => void;
  preloadIdeas: () => void;
};

/** Beside the form: the cover of the story to be, and what Booky can do for it. */
function BookySide({ story, booky, onIdeas, preloadIdeas }: BookySideProps) {
  const { help, hasGaps } = booky;
  const genre = story.genre ?? DEFAULT_GENRE;
  const isWriting = help.kind === "writing";

  return (
    <div className="column full-height gap-12">
      <div className="hidden-on-phone margin-bottom-20">
        <BookCover genre={genre} seed={genre} />
      </div>
      <div className={`${styles.offer} stack gap-12 margin-top-auto`}>
        <Booky pose={choosePose(help)} size={64} />
        <p className="story-aside muted" role="status">
          {help.kind === "writing" && help.progress !== null ? (
            <AwaitedAnswer progress={help.progress} reader="Booky" material="your page">
              {chooseWords(help, hasGaps)}
            </AwaitedAnswer>
          ) : (
            chooseWords(help, hasGaps)
          )}{" "}
          {help.kind === "writing" && help.progress === null && <TypingDots label={null} />}
        </p>
      </div>
      <div className={`${styles.buttons} stack gap-8`}>
        {/* One button, so that the focus stays where it is while the offer changes. */}
        <Button
          onClick={isWriting ? booky.cancel : booky.fill}
          disabled={!isWriting && (!hasGaps || !story.isAlive)}
        >
          {chooseLabel(help)}
        </Button>
        <UndoButtons undo={booky.undo} redo={booky.redo} />
        <Button
          onClick={onIdeas}
          onPointerEnter={preloadIdeas}
          onFocus={preloadIdeas}
          disabled={!story.isAlive}
          aria-haspopup="dialog"
        >
          Ask Booky for an idea
        </Button>
      </div>
      <p className={`${styles.price} muted smaller`}>
        Filling in costs {SPARKS} once it is written. Ideas are free.
      </p>
    </div>
  );
}

function chooseLabel(help: Help): string {
  if (help.kind === "writing") return "Cancel";
  if (help.kind === "failed") return "Try again";
  return help.kind === "wrote" ? "Fill it in differently" : "Let Booky fill it in";
}

function choosePose(help: Help): "idle" | "writing" | "puzzled" {
  if (help.kind === "failed") return "puzzled";
  return help.kind === "wrote" || help.kind === "gave-idea" ? "idle" : "writing";
}

function chooseWords(help: Help, hasGaps: boolean): string {
  switch (help.kind) {
    case "writing":
      return "Give me a moment. What you have written stays as it is.";
    case "stopped":
      return "Stopped. Nothing on the page has changed.";
    case "failed":
      return help.reason === null
        ? "I couldn’t reach the writer. Nothing on the page has changed. Try again, or take one of my ideas."
        : `${toSentence(help.reason)} Nothing on the page has changed, and my own ideas are free.`;
    case "wrote":
      return `${WROTE[help.what]} ${PRICE[help.source]}`;
    case "gave-idea":
      return `“${help.title}” is on the page. Make it yours.`;
    case "cleared":
      return "A clean page.";
    case "offered":
      return hasGaps
        ? "Stuck? Say the word and I’ll fill in what’s missing. You can change every line."
        : "Nothing is missing here. It’s all yours to begin.";
  }
}

const WROTE = {
  form: "There. Your own words are as they were; change mine as you like.",
  premise: "I only got as far as what it is about. The rest is yours.",
};

const PRICE: Record<Source, string> = {
  model: `That was ${SPARKS}.`,
  booky: "The writer was away, so this is an idea of mine, and it cost nothing.",
};

/** The message with a full stop if it has none, so that another sentence can follow. */
function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
