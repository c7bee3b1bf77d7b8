import {
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import type { ReplyPhase } from "#domain/protocol.ts";
import { countCharacters } from "#domain/text.ts";
import { useConnectionNotice } from "../connection-notice.ts";
import { AwaitedAnswer } from "../list/awaited-reply.tsx";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { fetchSuggestion } from "../message-calls.ts";
import { useReadingSettings } from "../reading-settings/use-reading-settings.ts";
import { type Failures, toSuggestionFailureText } from "../use-failures.ts";
import { CollapsedBar } from "./collapsed-bar.tsx";
import { useDraft, useRestoredText, useSettled } from "./draft.ts";
import { ExpandedBar, useOpenness } from "./expanded-bar.tsx";
import styles from "./input-bar.module.css";
import { useBarHeight, useKeyboardInset } from "./use-bar-height.ts";
import { useHints } from "./use-hints.ts";

/** What other components can do with the bar, such as by a shortcut. */
export type InputBarHandle = { write: () => void; suggest: () => void; carryOn: () => void };

type InputBarProps = { ref?: Ref<InputBarHandle>; conversation: LiveConversation; failures: Failures };

/** The input bar of a story: a pill and three buttons, or the box that they open. */
export function InputBar({ ref, conversation, failures }: InputBarProps) {
  const { id, state } = conversation;
  const busy = isBusy(state);
  const readerId = useReaderId();
  const notice = useConnectionNotice(state.connection);
  const { suggestions, hand, face } = useReadingSettings();
  const suggests = suggestions === "shown";
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const pill = useRef<HTMLButtonElement>(null);
  const { draft, change, alive } = useDraft(id, box);
  const { open, expand, collapse } = useOpenness(box, pill);
  const { pending, phase, arrived, ask, cancel } = useSuggestion(conversation, {
    onText: (text, { isFirst, isWhole }) => {
      change({ type: "suggested", text, isWhole });
      if (isFirst) expand("box-without-keyboard");
    },
    onWithdrawn: () => change({ type: "withdrawn" }),
    onFailed: (error, another) => failures.show(toSuggestionFailureText(error, another)),
  });
  const resting = open || busy || pending || notice !== null;
  const { hint, dismiss } = useHints({ readerId, bar: place, resting });
  const settled = useSettled(busy);
  useBarHeight(place);
  useKeyboardInset();

  // Somebody who typed before hydration is still writing: the box stays open.
  const openIfUsed = useEffectEvent(() => {
    const typing = box.current === document.activeElement;
    if (typing || (box.current !== null && box.current.value !== "")) expand("nowhere");
  });
  useEffect(() => openIfUsed(), []);

  useRestoredText(failures, (text) => {
    change({ type: "restored", text });
    expand("box-without-keyboard");
  });

  // The story goes on: a suggestion for this place is out of date.
  useEffect(() => {
    if (!busy) return;
    cancel();
    change({ type: "withdrawn" });
  }, [busy, cancel, change]);

  /** A suggestion is being written into the box: a part of it can't be sent. */
  const isArriving = draft.replaced !== null;

  function send(): void {
    const text = draft.text.trim();
    if (busy || isArriving || text === "" || countCharacters(draft.text) > MESSAGE_MAX) return;
    cancel();
    dismiss();
    conversation.send(text);
    change({ type: "sent" });
    collapse();
  }

  function suggest(another: boolean): void {
    if (busy || !suggests) return;
    dismiss();
    void ask(another);
  }

  function carryOn(): void {
    if (busy) return;
    dismiss();
    conversation.carryOn();
  }

  function write(): void {
    if (!busy) expand("box");
  }

  // While the box is open this asks for another suggestion, as Booky's button there does.
  useImperativeHandle(ref, () => ({ write, suggest: () => suggest(open), carryOn }));

  const shared = { busy, pending, settled, onStop: conversation.stop };
  return (
    <div
      className={`${styles.place} fixed`}
      data-placement="page"
      data-bar-place="page"
      data-hand={hand}
      data-face={face}
      data-needs-script=""
      ref={place}
    >
      <p className={styles.notice} role="status">
        {notice !== null && <span className="note text-center bordered raised">{notice}</span>}
        {notice === null && pending && arrived === "none" && (
          <span className="note text-center bordered raised" data-late="">
            <AwaitedAnswer
              progress={{ phase: phase ?? "thinking", elapsedMs: 0 }}
              reader="Booky"
              material="what happened so far"
            />
          </span>
        )}
        {notice === null && arrived === "whole" && (
          <span className="visually-hidden note text-center bordered raised">
            Booky’s suggestion is in the box.
          </span>
        )}
      </p>
      <div className={`${styles.bar} relative`} data-alive={alive || undefined} data-open={open || undefined}>
        <div className={styles.collapsed}>
          <CollapsedBar
            {...shared}
            text={draft.text}
            hint={hint}
            pillRef={pill}
            onOpen={write}
            onSuggest={suggests ? () => suggest(false) : null}
            onContinue={carryOn}
          />
        </div>
        <div className={styles.expanded}>
          <ExpandedBar
            {...shared}
            draft={draft}
            boxRef={box}
            onChange={(action) => {
              cancel();
              change(action);
            }}
            onSend={send}
            onSuggest={suggests ? () => suggest(true) : null}
            onClose={collapse}
          />
        </div>
      </div>
    </div>
  );
}

/** How much of a suggestion is in the box. */
type Arrival = "none" | "begun" | "whole";

type SuggestionInput = {
  /** `isFirst`: nothing of this suggestion was there before; `isWhole`: nothing more follows. */
  onText: (text: string, part: { isFirst: boolean; isWhole: boolean }) => void;
  /** The suggestion has failed: the part that is already in the box is removed. */
  onWithdrawn: () => void;
  onFailed: (error: unknown, another: boolean) => void;
};

/** Asks for one suggestion at a time, and tells its text as it comes. After it was cancelled nothing is told of it any more. */
function useSuggestion(
  { apiPath, follow }: Pick<LiveConversation, "apiPath" | "follow">,
  { onText, onWithdrawn, onFailed }: SuggestionInput,
) {
  const [pending, setPending] = useState(false);
  /** How much of it is in the box; "none" as soon as the text is changed. */
  const [arrived, setArrived] = useState<Arrival>("none");
  /** What the model does before it writes; `null`: not known. */
  const [phase, setPhase] = useState<ReplyPhase | null>(null);
  const running = useRef<AbortController | null>(null);

  /** Called when the person types or sends: the suggestion is not wanted any more. */
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setPending(false);
    setArrived("none");
  }, []);
  useEffect(() => cancel, [cancel]);

  async function ask(another: boolean): Promise<void> {
    if (running.current !== null) return;
    const mine = new AbortController();
    const { signal } = mine;
    running.current = mine;
    setPending(true);
    setArrived("none");
    setPhase(null);
    let isFirst = true;
    const put = (text: string, isWhole: boolean) => {
      if (signal.aborted) return;
      onText(text, { isFirst, isWhole });
      isFirst = false;
      setArrived(isWhole ? "whole" : "begun");
    };
    const unfollow = follow((event) => {
      if (event.type !== "suggestion-progress") return;
      if (event.phase === undefined) put(event.text, false);
      else if (!signal.aborted) setPhase(event.phase);
    });
    try {
      put(await fetchSuggestion(apiPath, { another, signal }), true);
    } catch (error) {
      if (signal.aborted) return;
      onWithdrawn();
      setArrived("none");
      console.error(another ? "Error regenerating suggestion" : "Error generating suggestion", error);
      onFailed(error, another);
    } finally {
      unfollow();
    }
    if (signal.aborted) return;
    running.current = null;
    setPending(false);
  }
  return { pending, phase, arrived, ask, cancel };
}
