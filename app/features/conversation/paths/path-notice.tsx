import { Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { attempt } from "#app/features/api/call-api.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { LeftPath } from "../live/conversation-state.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { openPath } from "./path-calls.ts";
import styles from "./path-notice.module.css";
import { namePassage, takeFirstWords } from "./path-wording.ts";

type PathNoticeProps = {
  open: boolean;
  /** Dismisses it. */
  onClose: () => void;
  left: LeftPath | null;
  conversation: Pick<LiveConversation, "apiPath" | "subject">;
};

/** On top of a page whose path was changed: the way back to the one before. */
export function PathNotice({ open, onClose, left, conversation }: PathNoticeProps) {
  const { apiPath, subject } = conversation;
  if (!open || left === null) return null;
  function dismiss(): void {
    // The button is removed. By keyboard the focus goes to the message that Tab would lead to.
    if (document.activeElement?.matches(":focus-visible")) {
      document.querySelector<HTMLElement>('[data-message][tabindex="0"]')?.focus({ preventScroll: true });
    }
    onClose();
  }
  const goBack = () => attempt("That path could not be opened.", () => openPath(apiPath, left.leafId));
  return (
    <section
      className={`${styles.place} sticky`}
      data-over-text=""
      data-tips="below"
      aria-label="Where you came from"
      role="status"
    >
      <CameFrom left={left} subject={subject} onBack={() => void goBack()}>
        <IconButton label="Dismiss" icon={<X size={18} />} onClick={dismiss} />
      </CameFrom>
    </section>
  );
}

type CameFromProps = {
  left: LeftPath;
  subject: PromptSubject;
  onBack: () => void;
  /** A button after the one that leads back. */
  children?: ReactNode;
};

/** The path that was left, and the way back to it. */
export function CameFrom({ left, subject, onBack, children }: CameFromProps) {
  const title = left.name ?? takeFirstWords(left.text);
  return (
    <div className={`${styles.notice} row gap-8 card-corners`}>
      <Undo2 className="no-shrink primary" size={18} aria-hidden="true" />
      <p className="stack grow min-width-0">
        <b className="strong clamped">You came from {title === "" ? "another path" : <bdi>“{title}”</bdi>}</b>
        <span className="size-14 balanced">{namePassage(left.depth, subject)}, kept where you left it</span>
      </p>
      <Button onClick={onBack}>Go back</Button>
      {children}
    </div>
  );
}
