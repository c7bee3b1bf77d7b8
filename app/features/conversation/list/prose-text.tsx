import { type KeyboardEvent, memo } from "react";
import { cutAtMentions, type MentionSpan } from "./mentions.ts";
import styles from "./passage.module.css";

/** Called with the name that was clicked. */
export type OnMention = (name: string) => void;

type ProseTextProps = {
  /** Where the text begins in its message. */
  start: number;
  text: string;
  mentions: readonly MentionSpan[];
  onMention: OnMention;
};

/** The text of a paragraph, or its beginning, with the names in it as buttons. */
export const ProseText = memo(function ProseText({ start, text, mentions, onMention }: ProseTextProps) {
  return cutAtMentions({ start, text }, mentions).map((stretch) =>
    stretch.name === null ? (
      stretch.text
    ) : (
      <MentionButton key={stretch.start} name={stretch.name} text={stretch.text} onMention={onMention} />
    ),
  );
});

type MentionButtonProps = { name: string; text: string; onMention: OnMention };

/**
 * A name that opens the character's details. A real <button> can't break over lines, so the paragraph would reflow when a
 * name is found in it. This element stays plain text, which can be selected and copied.
 */
function MentionButton({ name, text, onMention }: MentionButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={0}
      className={styles.mention}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        if (!isMarked(currentTarget)) onMention(name);
      }}
      onKeyDown={(event) => {
        if (isPress(event)) onMention(name);
      }}
    >
      {text}
    </span>
  );
}

/** Selecting text by dragging also ends in a click. */
function isMarked(element: Element): boolean {
  const selection = document.getSelection();
  return selection?.type === "Range" && selection.containsNode(element, true);
}

/** Enter and Space press a button. */
function isPress(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault(); // Space would scroll the page
  return !event.repeat;
}
