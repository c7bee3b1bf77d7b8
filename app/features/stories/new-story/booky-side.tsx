import { AwaitedAnswer } from "#app/features/conversation/list/awaited-reply.tsx";
import { KEPT_CHANGES } from "#app/features/forms/booky-fill.ts";
import { UndoButtons } from "#app/features/forms/undo-buttons.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { DEFAULT_GENRE } from "#domain/genres.ts";
import { SPARKS_PER_TEXT } from "#domain/plan.ts";
import { BookCover } from "../book-cover.tsx";
import type { Source } from "./booky-calls.ts";
import styles from "./booky-side.module.css";
import type { BookysHelp, Help } from "./use-booky.ts";
import type { NewStoryModel } from "./use-new-story.ts";

const SPARKS = `${SPARKS_PER_TEXT}\u00a0Spark${SPARKS_PER_TEXT === 1 ? "" : "s"}`;

type BookySideProps = {
  story: NewStoryModel;
  booky: BookysHelp;
  onIdeas: () => void;
  preloadIdeas: () => void;
};

/** Beside the form: the cover of the story to be, and what Booky can do for it. */
export function BookySide({ story, booky, onIdeas, preloadIdeas }: BookySideProps) {
  const { help, hasGaps } = booky;
  const genre = story.genre ?? DEFAULT_GENRE;
  const isWriting = help.kind === "writing";

  return (
    <div className={styles.side}>
      <div className={styles.cover}>
        <BookCover genre={genre} seed={genre} />
      </div>
      <div className={styles.offer}>
        <Booky pose={choosePose(help)} size={64} />
        <p className={styles.words} role="status">
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
      <div className={styles.buttons}>
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
      <p className={styles.price}>Filling in costs {SPARKS} once it is written. Ideas are free.</p>
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
    case "kept-changes":
      return KEPT_CHANGES;
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
export function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
