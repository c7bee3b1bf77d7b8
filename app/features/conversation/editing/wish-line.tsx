import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import { type Message, WISH_MAX } from "#domain/message.ts";
import { useIsOnline } from "../connection-notice.ts";
import styles from "./message-action-view.module.css";

const SUGGESTIONS = ["Shorter", "Longer", "More dialogue", "Another turn of events"];

type WishLineProps = {
  message: Message;
  /** Nothing follows it. */
  isLast: boolean;
  initial: string;
  narrow: boolean;
  busy: boolean;
  onType: (wish: string) => void;
  onSend: (wish: string) => void;
  onClose: () => void;
};

/** The line in which a person asks for another version of a passage, and says how it should be different. It may stay empty. */
export function WishLine({ message, isLast, initial, narrow, busy, onType, onSend, onClose }: WishLineProps) {
  const [wish, setWish] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const isOnline = useIsOnline();
  const id = useId();
  const isResting = busy || !isOnline;

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.form?.scrollIntoView({ block: "nearest" });
  }, []);

  function change(next: string): void {
    setWish(next);
    onType(next);
  }

  function add(suggestion: string): void {
    const word = suggestion.toLowerCase();
    change((wish.trim() === "" ? word : `${wish.trim()}, ${word}`).slice(0, WISH_MAX));
    field.current?.focus();
  }

  return (
    <form
      className={`${styles.wish} margin-top-16`}
      data-wish-line=""
      aria-label="Write it differently"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isResting) onSend(wish.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isOfInputMethod(event)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <label htmlFor={id} className={narrow ? "heading block" : "visually-hidden"}>
        How should it be different?
      </label>
      <div className={`${styles.line} row gap-4 card-corners controlled raised shadow`}>
        <input
          ref={field}
          id={id}
          className={`${styles.field} grow min-width-0 story-text bare-field no-outline`}
          dir="auto"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={WISH_MAX}
          placeholder={narrow ? "As you like" : "How should it be different? Or leave it empty."}
          value={wish}
          onChange={({ target }) => change(target.value)}
        />
        {!narrow && <IconButton label="Close" icon={<X size={19} />} onClick={onClose} />}
        <Button type="submit" look="primary" aria-disabled={isResting}>
          Regenerate
        </Button>
      </div>
      <div className={`${styles.below} spread column-gap-20`}>
        <ul className={`${styles.suggestions} flex wrap column-gap-20`} aria-label="Suggestions">
          {SUGGESTIONS.map((suggestion) => (
            <li key={suggestion}>
              <button
                type="button"
                className="tap-height small medium underlined-on-hover"
                onClick={() => add(suggestion)}
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
        <p className={`${styles.cost} note`} data-short={isLast || undefined}>
          {isOnline
            ? `1 Spark. Version ${message.versions.index} stays${isLast ? "" : ", with what follows it"}.`
            : "Waiting for the network"}
          <span role="status">
            {wish.length >= WISH_MAX && ` At most ${WISH_MAX} characters fit in here.`}
          </span>
        </p>
      </div>
    </form>
  );
}
