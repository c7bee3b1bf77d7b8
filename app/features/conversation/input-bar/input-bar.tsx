import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { MESSAGE_MAX } from "#domain/message.ts";
import { countCharacters } from "#domain/text.ts";
import { CollapsedBar } from "./collapsed-bar.tsx";
import { ExpandedBar } from "./expanded-bar.tsx";
import styles from "./input-bar.module.css";
import type { AskSuggestion } from "./suggestion-request.ts";
import { useBarHeight } from "./use-bar-height.ts";
import { useDraft } from "./use-draft.ts";
import { useHints } from "./use-hints.ts";
import { useKeyboardInset } from "./use-keyboard-inset.ts";
import { useOpenness } from "./use-openness.ts";
import { useSettled } from "./use-settled.ts";
import { useSuggestion } from "./use-suggestion.ts";

/** Stop stands where Continue and Send do: the second click of a double click, or one too late, is not meant for it. */
const STOP_APART_MS = 400;

/** What can be done with the bar from elsewhere, by a key say. */
export type InputBarHandle = { write: () => void; suggest: () => void; carryOn: () => void };

type InputBarProps = {
  ref?: Ref<InputBarHandle>;
  /** What is typed is kept under it over a reload. */
  conversationId: string;
  /** Whose hints they are; nobody has none. */
  readerId: string | null;
  /** Fixed to the foot of the page, or at the foot of a parent that is positioned. */
  placement?: "page" | "parent";
  /** A reply is awaited or running. */
  busy: boolean;
  /** Said above the bar, such as that the line is down. */
  notice: string | null;
  /** Text that comes back because it could not be sent. */
  restored: string | null;
  onRestored: () => void;
  onSend: (text: string) => void;
  onContinue: () => void;
  onStop: () => void;
  suggest: AskSuggestion;
  /** It is in the log by then. */
  onSuggestionFailed: (error: unknown, another: boolean) => void;
};

/** What a story is gone on with: a pill and three buttons, or the box that they open. */
export function InputBar(props: InputBarProps) {
  const { conversationId, readerId, placement = "page", busy, notice, restored, onRestored } = props;
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const pill = useRef<HTMLButtonElement>(null);
  const { draft, change, alive } = useDraft(conversationId, box);
  const { open, expand, collapse } = useOpenness(box, pill);
  const { pending, arrived, ask, cancel } = useSuggestion({
    suggest: props.suggest,
    onText: (text) => {
      change({ type: "suggested", text });
      expand("box-without-keyboard");
    },
    onFailed: props.onSuggestionFailed,
  });
  const resting = open || busy || pending || notice !== null;
  const { hint, dismiss } = useHints({ readerId, bar: place, resting });
  const settled = useSettled(busy, STOP_APART_MS);
  useBarHeight(place, placement === "page");
  useKeyboardInset();

  // Who wrote before the page came alive is in the middle of it.
  useEffect(() => {
    const typing = box.current === document.activeElement;
    if (typing || (box.current !== null && box.current.value !== "")) expand("nowhere");
  }, [expand]);

  useEffect(() => {
    if (restored === null) return;
    change({ type: "restored", text: restored });
    expand("box-without-keyboard");
    onRestored();
  }, [restored, onRestored, change, expand]);

  // The story goes on: what was thought of for this place is out of date.
  useEffect(() => {
    if (busy) cancel();
  }, [busy, cancel]);

  function send(): void {
    const text = draft.text.trim();
    if (busy || text === "" || countCharacters(draft.text) > MESSAGE_MAX) return;
    cancel();
    dismiss();
    props.onSend(text);
    change({ type: "sent" });
    collapse();
  }

  function suggest(another: boolean): void {
    if (busy) return;
    dismiss();
    void ask(another);
  }

  function carryOn(): void {
    if (busy) return;
    dismiss();
    props.onContinue();
  }

  function write(): void {
    if (!busy) expand("box");
  }

  // While the box is open Booky's button there asks for another one; so does this.
  useImperativeHandle(props.ref, () => ({ write, suggest: () => suggest(open), carryOn }));

  return (
    <div className={styles.place} data-placement={placement} ref={place}>
      <p className={styles.notice} role="status">
        {notice !== null && <span>{notice}</span>}
        {notice === null && pending && <span data-late="">Booky is thinking…</span>}
        {notice === null && arrived && (
          <span className="visually-hidden">Booky’s suggestion is in the box.</span>
        )}
      </p>
      <div className={styles.bar} data-alive={alive || undefined} data-open={open || undefined}>
        <div className={styles.collapsed}>
          <CollapsedBar
            text={draft.text}
            busy={busy}
            pending={pending}
            hint={hint}
            pillRef={pill}
            onOpen={write}
            onSuggest={() => suggest(false)}
            settled={settled}
            onContinue={carryOn}
            onStop={props.onStop}
          />
        </div>
        <div className={styles.expanded}>
          <ExpandedBar
            draft={draft}
            busy={busy}
            pending={pending}
            boxRef={box}
            onText={(text) => {
              cancel();
              change({ type: "typed", text });
            }}
            settled={settled}
            onSend={send}
            onSuggest={() => suggest(true)}
            onUndo={() => change({ type: "undone" })}
            onClose={collapse}
            onStop={props.onStop}
          />
        </div>
      </div>
    </div>
  );
}
