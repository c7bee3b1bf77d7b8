import type { Message } from "#domain/message.ts";
import type { MessageTools } from "../editing/use-work.ts";
import { useCopy } from "./copy.ts";
import styles from "./message-words.module.css";

type MessageWordsProps = {
  message: Message;
  isLast: boolean;
  /** A reply is awaited or streaming: what changes the path has to wait. */
  busy: boolean;
  /** `null`: nothing can be changed here. */
  tools: MessageTools | null;
  /** What is open of them. */
  open: "tools" | "regenerate" | "edit" | null;
};

/**
 * What can be done with a message, in words: shown while the pointer or the focus is on it, and always under the last one. On a narrow page
 * a tap on the message shows them in place of the input bar; a button does the same for those who don't tap.
 */
export function MessageWords({ message, isLast, busy, tools, open }: MessageWordsProps) {
  const [copied, copy] = useCopy();
  const copyWord = (
    <Word onClick={() => void copy(message.content)}>
      {copied ? "Copied" : "Copy"}
      <span className="visually-hidden" role="status">
        {copied && "Copied"}
      </span>
    </Word>
  );
  if (tools === null) {
    return (
      <span className={styles.words} data-alone="">
        {copyWord}
      </span>
    );
  }
  return (
    <>
      <span className={styles.words}>
        <Word onNear={tools.preload} onClick={() => tools.edit(message)}>
          Edit
        </Word>
        {message.role === "assistant" && (
          <Word
            onNear={tools.preload}
            resting={busy}
            aria-expanded={open === "regenerate"}
            onClick={() => tools.regenerate(message)}
          >
            Regenerate…
          </Word>
        )}
        {!isLast && (
          <Word onNear={tools.preload} resting={busy} onClick={() => tools.goOnFrom(message)}>
            Go on from here
          </Word>
        )}
        {copyWord}
        {message.parentId !== null && (
          <Word onNear={tools.preload} resting={busy} onClick={() => tools.removeFrom(message)}>
            Remove from here
          </Word>
        )}
      </span>
      <button
        type="button"
        className={styles.opener}
        data-needs-script=""
        aria-expanded={open !== null}
        onFocus={tools.preload}
        onClick={() => tools.choose(message)}
      >
        Change…
      </button>
    </>
  );
}

type WordProps = {
  resting?: boolean;
  /** The pointer or the focus comes to it. */
  onNear?: () => void;
  onClick: () => void;
  "aria-expanded"?: boolean;
  children: React.ReactNode;
};

function Word({ resting = false, onNear, onClick, children, ...rest }: WordProps) {
  return (
    <button
      type="button"
      className={styles.word}
      aria-disabled={resting}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={() => !resting && onClick()}
      {...rest}
    >
      {children}
    </button>
  );
}
