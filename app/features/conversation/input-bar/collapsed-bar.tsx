import { ChevronsRight, PenLine, Square } from "lucide-react";
import type { Ref } from "react";
import { SmallBooky } from "#app/ui/booky.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { countCharacters, truncateCharacters } from "#domain/text.ts";
import styles from "./collapsed-bar.module.css";
import boxStyles from "./message-box.module.css";

/** The specification's hints, each shown over its button. */
const HINTS = {
  suggest: "Get AI suggestion",
  write: "Write what happens next",
  continue: "Auto continue story",
} as const;
export type Hint = keyof typeof HINTS;

const WHAT_HAPPENS_NEXT = "What happens next?";

/** The props that the closed and the open bar share. */
export type BarProps = {
  /** A reply is awaited or streaming: the person can only stop it. */
  busy: boolean;
  /** `busy` has not changed for a moment. Before that, a click may be meant for the button that was there before. */
  settled: boolean;
  /** A suggestion is awaited. */
  pending: boolean;
  /** `null`: the person wants no suggestions. */
  onSuggest: (() => void) | null;
  /** `null`: it can't be stopped. */
  onStop: (() => void) | null;
};

type CollapsedBarProps = BarProps & {
  text: string;
  /** Shown in the pill instead of its name until something is written. Screen readers always read its name. */
  invitation?: string;
  hint: Hint | null;
  pillRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
  onContinue: () => void;
};

/** The bar at rest: a pill that opens the box, and three round buttons. */
export function CollapsedBar(props: CollapsedBarProps) {
  const { text, invitation, busy, settled, pending, hint, pillRef, onOpen, onSuggest, onContinue, onStop } =
    props;
  const preview = toPreview(text);
  const stops = busy && onStop !== null;
  return (
    <div className={`${styles.bar} row justify-center gap-12`}>
      {onSuggest && (
        <span className={styles.start}>
          <HintBubble of="suggest" shown={hint} />
          <SuggestButton
            label="Generate suggestion"
            look="raised"
            busy={busy}
            pending={pending}
            onClick={onSuggest}
          />
        </span>
      )}
      <div className={`${styles.pill} row min-width-0 bordered raised shadow`} data-busy={busy || undefined}>
        <button
          type="button"
          ref={pillRef}
          id="write"
          className={`${styles.open} text-color pill-corners grow min-width-0 full-height story-lead text-start`}
          data-placeholder={preview === null || undefined}
          aria-expanded={false}
          {...(preview === null && invitation !== undefined ? { "aria-label": WHAT_HAPPENS_NEXT } : {})}
          aria-disabled={busy}
          onClick={onOpen}
        >
          {preview !== null && <span className="visually-hidden">Go on writing: </span>}
          <span className="block ellipsis" dir="auto">
            {preview ?? invitation ?? WHAT_HAPPENS_NEXT}
          </span>
        </button>
        <span className={styles.write}>
          <HintBubble of="write" shown={hint} />
          <IconButton
            label="Write custom response"
            look="filled"
            icon={<PenLine size={20} />}
            aria-disabled={busy}
            onClick={onOpen}
          />
        </span>
      </div>
      <span className={styles.end}>
        <HintBubble of="continue" shown={hint} />
        {/* One button with two uses, so that it keeps the keyboard focus. */}
        <IconButton
          label={stops ? "Stop" : "Continue story"}
          look="raised"
          icon={stops ? <Square size={17} fill="currentColor" /> : <ChevronsRight size={22} />}
          aria-disabled={!settled || (busy && !stops)}
          onClick={() => settled && (busy ? onStop?.() : onContinue())}
          // A key that is held down counts once.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        />
      </span>
    </div>
  );
}

/**
 * A hint over its button. Hidden from screen readers: the button has a name of its own, and a text that changes every few
 * seconds would interrupt them. Touching it touches the bar, which stops the hints.
 */
function HintBubble({ of, shown }: { of: Hint; shown: Hint | null }) {
  if (shown !== of) return null;
  return (
    <span className={styles.hint} aria-hidden="true" data-hint="">
      {HINTS[of]}
    </span>
  );
}

type SuggestButtonProps = {
  label: string;
  look?: "raised";
  /** A reply is awaited or streaming: Booky is shown at work. */
  busy: boolean;
  /** A suggestion is awaited. */
  pending: boolean;
  onClick: () => void;
};

/** Asks Booky for a suggestion. */
export function SuggestButton({ label, look, busy, pending, onClick }: SuggestButtonProps) {
  return (
    <IconButton
      label={label}
      {...(look ? { look } : {})}
      icon={
        <span
          className={`${boxStyles.booky} middle`}
          data-faint={(busy && look === "raised") || undefined}
          data-pending={pending || undefined}
        >
          <SmallBooky pose={busy || pending ? "writing" : "idle"} size={look === "raised" ? 30 : 28} />
        </span>
      }
      aria-disabled={busy}
      aria-busy={pending}
      onClick={onClick}
    />
  );
}

/** The number of characters that the closed bar shows (specification). */
const PREVIEW_CHARACTERS = 35;

/** The beginning of what was typed, `null` where there is nothing to show. */
export function toPreview(text: string): string | null {
  const line = text.trim().replace(/\s+/g, " ");
  if (line === "") return null;
  return countCharacters(line) > PREVIEW_CHARACTERS
    ? `${truncateCharacters(line, PREVIEW_CHARACTERS)}…`
    : line;
}
