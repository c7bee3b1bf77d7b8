import { Copy, CornerDownRight, PenLine, RefreshCw, Scissors, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useBackCloses } from "#app/ui/back-layers.ts";
import { IconButton } from "#app/ui/button.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import { hasFinePointer, toFocusOptions, useNarrow } from "#app/ui/media-queries.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import { isOwnLine, isPassage, type Message } from "#domain/message.ts";
import { useBarHeight } from "../input-bar/use-bar-height.ts";
import { listTools } from "../list/message-item.tsx";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { focusMessage } from "../paths/use-go-to-message.ts";
import { findActionMessageId, keptEdits, type MessageAction, type MessageTools } from "./message-action.ts";
import styles from "./message-action-view.module.css";
import { MessageEditor } from "./message-editor.tsx";
import { WishLine } from "./wish-line.tsx";

/** How many pages of older messages are loaded to find the one of an edit that is taken up again. */
const PAGES_MAX = 5;

type MessageActionViewProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  tools: MessageTools;
  action: MessageAction;
  setAction: (action: MessageAction) => void;
  /** The place in the message; `null`: it is not on the page now. */
  slot: HTMLElement | null;
  /** Each line of a reply is a paragraph, whatever stands between them. */
  hasPlainLines: boolean;
  loadOlder: () => Promise<void>;
};

/** What the person is doing with a message, drawn in its place. Its state is here, so that it outlives the message. */
export function MessageActionView(props: MessageActionViewProps) {
  const { onClose, conversation, tools, action, setAction, slot, hasPlainLines, loadOlder } = props;
  const { id, state } = conversation;
  const readerId = useReaderId();
  const narrow = useNarrow();
  const messageId = findActionMessageId(action);
  const message = state.messages.find((known) => known.messageId === messageId) ?? null;
  const isMissing = message === null;
  const pages = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may bring it
  useEffect(() => {
    if (!isMissing || state.before === null || pages.current >= PAGES_MAX) return;
    pages.current += 1;
    loadOlder().catch(() => undefined); // the text is there without its place
  }, [isMissing, state.before]);

  // An action other than an edit has nothing that could be lost.
  const isOver = isMissing && action.kind !== "edit";
  const endNow = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) endNow();
  }, [isOver]);
  if (isOver) return null;

  function end(shownId = messageId): void {
    onClose();
    if (shownId !== null) requestAnimationFrame(() => focusMessage(shownId));
  }

  if (action.kind === "edit") {
    const at = message === null ? -1 : state.messages.indexOf(message);
    const editor = (
      <MessageEditor
        key={messageId}
        conversation={conversation}
        edit={action.edit}
        message={message}
        following={at < 0 ? 0 : state.messages.length - 1 - at}
        hasPlainLines={hasPlainLines && isPassage(action.edit)}
        narrow={narrow}
        onType={(next, isChanged) => {
          // The field is made anew when the message leaves the path and when it comes back.
          setAction({ kind: "edit", edit: next });
          keptEdits.keep(readerId, id, isChanged ? next : null);
        }}
        onEnd={(shownId) => {
          keptEdits.keep(readerId, id, null);
          end(shownId);
        }}
      />
    );
    // Far away from the view, a message is not on the page: its text waits.
    if (slot !== null) return createPortal(editor, slot);
    return isMissing ? editor : null;
  }
  if (message === null) return null;

  const isLast = message === state.messages.at(-1);
  const wish =
    action.kind === "regenerate" ? (
      <WishLine
        key={`${action.messageId} ${action.wish}`}
        message={message}
        isLast={isLast}
        initial={action.wish}
        narrow={narrow}
        busy={isBusy(state)}
        onType={(text) => tools.keepWish(message.messageId, text)}
        onSend={(text) => {
          tools.keepWish(message.messageId, "");
          conversation.ask("regenerate", text, message.messageId);
          onClose();
          requestAnimationFrame(focusBar); // the passage is hidden while its next version is written
        }}
        onClose={() => end()}
      />
    ) : null;
  if (narrow) {
    return (
      <ToolsBar
        message={message}
        isLast={isLast}
        busy={isBusy(state)}
        tools={tools}
        wish={wish}
        closeWish={() => setAction({ kind: "tools", messageId: message.messageId })}
        onClose={() => end()}
      />
    );
  }
  return wish && slot && createPortal(wish, slot);
}

/** The box of a chat, if that opens no keyboard on the screen. In a story the pill, or the box if it is open. */
function focusBar(): void {
  const field = hasFinePointer() ? ":is(#write, textarea)" : "#write";
  const fields = document.querySelectorAll<HTMLElement>(`[data-bar-place] ${field}`);
  [...fields].find((shown) => shown.checkVisibility())?.focus(toFocusOptions());
}

type ToolsBarProps = {
  message: Message;
  isLast: boolean;
  busy: boolean;
  tools: MessageTools;
  /** The line for a wish; `null`: it is not open. */
  wish: ReactNode;
  closeWish: () => void;
  onClose: () => void;
};

const ICONS = {
  edit: PenLine,
  regenerate: RefreshCw,
  goOnFrom: CornerDownRight,
  copy: Copy,
  removeFrom: Scissors,
};

/** The tools of the chosen message, in place of the input bar. */
function ToolsBar({ message, isLast, busy, tools, wish, closeWish, onClose }: ToolsBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const [copied, copy] = useCopy();
  useBarHeight(bar);
  useBackCloses(true, wish === null ? onClose : closeWish);

  // By keyboard or screen reader the bar would be far away from the message.
  useEffect(() => {
    if (document.activeElement?.matches(":focus-visible")) first.current?.focus({ preventScroll: true });
  }, []);

  function run(name: keyof typeof ICONS): void {
    if (name === "copy") void copy(message.content);
    else if (name === "regenerate" && wish !== null) closeWish();
    else tools[name](message);
  }

  return (
    <section
      ref={bar}
      className={`${styles.bar} fixed line-above raised shadow`}
      data-tools-bar=""
      aria-label={isOwnLine(message) ? "Your line" : "This passage"}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isOfInputMethod(event)) return;
        event.preventDefault();
        onClose();
      }}
    >
      {wish}
      <div className={`${styles.tools} flex justify-center center-block`}>
        {listTools(message, isLast).map(({ name, text, waits }, index) => {
          const Icon = ICONS[name];
          const rests = waits && busy;
          return (
            <button
              key={name}
              type="button"
              ref={index === 0 ? first : null}
              className={`${styles.tool} stack content-start each-center min-width-0 gap-6 text-center rounded`}
              aria-expanded={name === "regenerate" ? wish !== null : undefined}
              aria-disabled={rests}
              onClick={() => !rests && run(name)}
            >
              <Icon size={19} aria-hidden="true" />
              {name === "copy" && copied ? "Copied" : text}
            </button>
          );
        })}
      </div>
      <span className={`${styles.close} absolute bordered raised hidden-until-focus`}>
        <IconButton label="Close" icon={<X size={18} />} onClick={onClose} />
      </span>
    </section>
  );
}
