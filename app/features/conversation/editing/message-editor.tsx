import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import TextareaAutosize from "react-textarea-autosize";
import { asFailure } from "#app/features/api/call-api.ts";
import { useBackCloses } from "#app/ui/back-layers.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { useDiscardQuestion } from "#app/ui/use-discard-question.tsx";
import type { AppError } from "#domain/errors.ts";
import { checkInput } from "#domain/input.ts";
import { isOwnLine, type Message, messageContentSchema } from "#domain/message.ts";
import { passageSchema } from "#domain/paths.ts";
import { useIsOnline } from "../connection-notice.ts";
import { useBarHeight } from "../input-bar/use-bar-height.ts";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { readConflict, saveText, writeVersion } from "./edit-calls.ts";
import { describeFollowing, describeVersions, fromEditable, toEditable } from "./edit-wording.ts";
import { type Edit, keptEdits } from "./message-action.ts";
import styles from "./message-editor.module.css";

/** `keep`: what follows stays. `go-on`: the path continues from the new text. */
type Way = "keep" | "go-on";
type Phase =
  | { name: "writing" }
  /** A reply is being written: it is saved when that is complete. */
  | { name: "waiting"; way: Way }
  | { name: "saving"; way: Way }
  /** Another tab has saved this text meanwhile. */
  | { name: "conflict"; theirs: Message };

type MessageEditorProps = {
  conversation: LiveConversation;
  edit: Edit;
  /** As it is now; `null`: it is not on the open path. */
  message: Message | null;
  /** How many messages follow it. */
  following: number;
  hasPlainLines: boolean;
  narrow: boolean;
  /** `isChanged`: there is something to keep. */
  onType: (edit: Edit, isChanged: boolean) => void;
  /** `newMessageId`: the path goes on from this message, in place of the one that was edited. */
  onEnd: (newMessageId?: string) => void;
};

/** The text of a message as it is edited: where it stands, in its own type. */
export function MessageEditor(props: MessageEditorProps) {
  const { conversation, edit, message, following, hasPlainLines, narrow, onType, onEnd } = props;
  const { messageId, revision, role, before } = edit;
  const shown = (content: string) => (hasPlainLines ? toEditable(content) : content);
  const [text, setText] = useState(() => shown(edit.text));
  // An Undo brings a text back while the same message is being edited anew.
  const [given, setGiven] = useState(edit.text);
  if (edit.text !== given) {
    setGiven(edit.text);
    if (edit.text !== text) setText(shown(edit.text));
  }
  const [phase, setPhase] = useState<Phase>({ name: "writing" });
  const [copied, copy] = useCopy();
  const box = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  /** Sent again after a lost answer, it is the same request. */
  const [newMessageId] = useState(() => crypto.randomUUID());
  const isOnline = useIsOnline();
  const busy = isBusy(conversation.state);
  const count = message?.versions.count ?? null;
  const [countBefore] = useState(count);
  useBarHeight(bar, narrow);

  const content = hasPlainLines ? fromEditable(text, before) : text;
  const isChanged = text !== shown(before);
  // A line that came longer from elsewhere may stay so.
  const isOwn = isOwnLine(edit);
  const isShort = isOwn && content.length > before.length;
  const checked = checkInput(isShort ? messageContentSchema : passageSchema, content);
  const fault = checked.ok ? null : checked.fault.message;
  const isResting = !isOnline || !isChanged || fault !== null;

  useEffect(() => {
    const element = box.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    // Where all of it has room, its buttons are in view as well.
    const frame = element?.parentElement;
    if (frame && frame.offsetHeight < window.innerHeight / 2) frame.scrollIntoView({ block: "nearest" });
  }, []);

  // It was saved, and the page loaded again before the answer.
  const endIfSaved = useEffectEvent((stored: string | undefined) => {
    if (phase.name === "writing" && isChanged && stored?.trim() === content.trim()) onEnd();
  });
  const stored = message?.content;
  useEffect(() => endIfSaved(stored), [stored]);

  function type(next: string): void {
    setText(next);
    onType({ ...edit, text: next }, next !== shown(before));
  }

  const { closeOrAsk, question } = useDiscardQuestion({
    open: true,
    mayLeavePage: true, // the edit is kept over a reload
    hasChanges: () => isChanged,
    onClose: onEnd,
  });
  function cancel(): void {
    if (phase.name === "saving") return;
    if (phase.name === "waiting") setPhase({ name: "writing" }); // nothing is saved behind the question
    closeOrAsk();
  }
  useBackCloses(narrow, cancel);

  function save(way: Way): void {
    if (isResting || phase.name === "saving") return;
    if (busy) setPhase({ name: "waiting", way });
    else void send(way, revision);
  }

  async function send(way: Way, from: number): Promise<void> {
    setPhase({ name: "saving", way });
    try {
      if (way === "keep") await saveText(conversation, messageId, { content, revision: from });
      else {
        const added = await writeVersion(conversation, messageId, { content, newMessageId });
        if (isOwn) conversation.ask("regenerate", "", added.messageId);
        return onEnd(added.messageId);
      }
      if (message === null) showSuccess("Saved, on another path.");
      onEnd();
    } catch (error) {
      const failure = asFailure(error);
      const theirs = readConflict(failure);
      if (theirs?.content === content.trim()) return onEnd(); // the answer of an earlier try was lost
      if (theirs !== null) return setPhase({ name: "conflict", theirs });
      setPhase({ name: "writing" });
      tellFailure(failure);
    }
  }

  const isWaiting = phase.name === "waiting" && !busy;
  const sendNow = useEffectEvent(() => {
    if (phase.name === "waiting") void send(phase.way, revision);
  });
  useEffect(() => {
    if (isWaiting) sendNow();
  }, [isWaiting]);

  function keepMine(theirs: Message): void {
    onType({ ...edit, revision: theirs.revision, text }, true);
    void send("keep", theirs.revision);
  }

  function takeTheirs(theirs: Message): void {
    conversation.apply({ type: "message-saved", message: theirs, before: revision });
    onEnd();
    const mine = { ...edit, revision: theirs.revision, before: theirs.content, text };
    const undo = () => {
      if (keptEdits.read(conversation.id) === null) onType(mine, true);
      else showSuccess("Save or cancel the other text first. Yours is still put aside.", { undo });
    };
    showSuccess("The newer text is kept, and yours is put aside.", { undo });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation(); // the question would be closed by the key that opens it
      cancel();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (phase.name === "conflict") return;
      if (isChanged) save("keep");
      else onEnd();
    }
  }

  const what = isOwn ? "Edit your line" : "Edit this passage";
  const isSaving = phase.name === "saving";
  return (
    <>
      <form
        className={styles.editor}
        data-editor={role}
        aria-label={what}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          save("keep");
        }}
      >
        <div className={`${styles.frame} card-corners controlled raised`}>
          {message === null && (
            <p className={`${styles.away} note`} role="status">
              What you were changing is not on this path any more. Your text is kept here.
            </p>
          )}
          <TextareaAutosize
            ref={box}
            className={`${styles.text} block full-width text-color break-anywhere bare-field no-outline`}
            dir="auto"
            aria-label={isOwn ? "Your line" : "The text of this passage"}
            aria-describedby="becomes follows"
            value={text}
            readOnly={isSaving}
            onChange={({ target }) => type(target.value)}
          />
          {phase.name === "conflict" && (
            <section className={styles.conflict} aria-label="The newer text">
              <p className={`${styles.note} note line-above`} role="alert">
                This text was changed somewhere else meanwhile. Nothing is lost: yours is above, the newer one
                below.
              </p>
              <p className={styles.theirs} dir="auto">
                {shown(phase.theirs.content)}
              </p>
            </section>
          )}
          <p className={`${styles.note} note line-above`} id="becomes" role="status">
            {describePhase()}
          </p>
          <div className={`${styles.actions} row wrap justify-end gap-8`} ref={bar} data-editor-actions="">
            {renderActions()}
          </div>
        </div>
        <p className="padding-top-12 note" id="follows">
          {phase.name !== "conflict" && describeFollowing(following)}
        </p>
      </form>
      {/* Outside the form, which would hear the keys of the question as well. */}
      {question}
    </>
  );

  function describePhase(): string {
    if (phase.name === "waiting") return "A reply is being written. Your text is saved when it is complete.";
    if (isChanged && fault !== null) return fault;
    if (!isOnline) return "Waiting for the network. Your text is kept.";
    if (phase.name === "conflict")
      return "The one that you do not keep stays as a version, or can be copied.";
    // A screen reader says the last of it.
    const isSaved = phase.name === "saving" && count !== null && countBefore !== null && count > countBefore;
    if (isSaved) return `Saved as version ${count}.`;
    return describeVersions(count);
  }

  function renderActions() {
    if (phase.name === "conflict") {
      const { theirs } = phase;
      return (
        <>
          <Button onClick={() => void copy(content)}>{copied ? "Copied" : "Copy mine"}</Button>
          <Button onClick={() => takeTheirs(theirs)}>Take the newer one</Button>
          <Button look="primary" onClick={() => keepMine(theirs)}>
            Keep mine
          </Button>
        </>
      );
    }
    const pressed = phase.name === "writing" ? null : phase.way;
    const label = (way: Way, name: string) => {
      if (pressed !== way) return name;
      return isSaving ? "Saving…" : "Waiting…";
    };
    return (
      <>
        {narrow ? (
          <IconButton label="Cancel" icon={<X size={20} />} onClick={cancel} />
        ) : (
          <button type="button" className={`${styles.cancel} tap-height heading muted`} onClick={cancel}>
            Cancel
          </button>
        )}
        <Button aria-disabled={isResting || pressed !== null} onClick={() => save("go-on")}>
          {label("go-on", "Save and go on from here")}
        </Button>
        <Button type="submit" look="primary" aria-disabled={isResting || pressed !== null}>
          {label("keep", "Save as a new version")}
        </Button>
      </>
    );
  }
}

function tellFailure({ code, message }: AppError): void {
  const description =
    code === "NOT_FOUND"
      ? "It is not there any more. Your text is still in its field."
      : `${message} Your text is still in its field.`;
  showError("This could not be saved.", { description });
}
