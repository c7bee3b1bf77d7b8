import { Fragment, type KeyboardEvent, memo } from "react";
import { cutAtEmphasis } from "#domain/passage-markup.ts";
import { cutAtMentions, type MentionSpan } from "./cut-at-mentions.ts";
import styles from "./passage.module.css";

/** Called with the name that was clicked. */
export type OnMention = (name: string) => void;

type ProseTextProps = {
  /** Where the text begins in its message. */
  start: number;
  text: string;
  /** The text goes on. */
  growing?: boolean;
  mentions: readonly MentionSpan[];
  onMention: OnMention;
};

/**
 * The text of a paragraph, or the beginning of it: a model's emphasis shown as such, the names in it to be chosen. The signs
 * around an emphasis stay in the page unseen, so that places in the text are places in the page.
 */
export const ProseText = memo(function ProseText(props: ProseTextProps) {
  const { start, text, growing = false, mentions, onMention } = props;
  return cutAtEmphasis(text, growing).map((stretch) => {
    const part = { start: start + stretch.start, text: text.slice(stretch.start, stretch.end) };
    const key = part.start;
    if (stretch.style === "mark") {
      return (
        <span key={key} hidden>
          {part.text}
        </span>
      );
    }
    const Tag = stretch.style === "plain" ? Fragment : stretch.style;
    return (
      <Tag key={key}>
        <NamedText {...part} mentions={mentions} onMention={onMention} />
      </Tag>
    );
  });
});

/** Each stretch is an element: one that goes takes its translation by the browser with it. */
function NamedText({ start, text, mentions, onMention }: ProseTextProps) {
  return cutAtMentions({ start, text }, mentions).map((stretch) =>
    stretch.name === null ? (
      <span key={stretch.start}>{stretch.text}</span>
    ) : (
      <MentionButton key={stretch.start} name={stretch.name} text={stretch.text} onMention={onMention} />
    ),
  );
}

type MentionButtonProps = { name: string; text: string; onMention: OnMention };

/**
 * A name that opens the character's details; `useOneStop` gives it its place in the order of the Tab key. A real <button> can't break over
 * lines, so the paragraph would reflow when a name is found in it. This element stays plain text, which can be selected and copied.
 */
function MentionButton({ name, text, onMention }: MentionButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={-1}
      data-name=""
      className={`${styles.mention} mentioned`}
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
