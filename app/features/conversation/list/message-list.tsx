import { type ReactNode, type Ref, type RefObject, useCallback, useMemo, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { useOneStop } from "#app/ui/use-one-stop.ts";
import { isOwnLine, type Message, STORYTELLER_MODEL } from "#domain/message.ts";
import { findActionMessageId, type MessageAction, type MessageTools } from "../editing/message-action.ts";
import {
  findMessagesAbove,
  findProgress,
  findReplyBeingReplaced,
  findUnconfirmedText,
} from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { AwaitedReply } from "./awaited-reply.tsx";
import { MessageArticle, MessageItem, type MessageLook, toPlaceKey } from "./message-item.tsx";
import { splitIntoWindows, useFirstIndex, WindowOfMessages } from "./message-windows.tsx";
import styles from "./messages.module.css";
import type { OnMention } from "./prose-text.tsx";
import { PathName } from "./version-switch.tsx";

/** The names in all texts, and the messages themselves: from the last one a reader goes back. */
const NAMES = {
  selector: "[data-name]",
  forwards: ["ArrowRight", "ArrowDown"],
  backwards: ["ArrowLeft", "ArrowUp"],
  first: 0,
};
const MESSAGES = { selector: "[data-message]", forwards: ["ArrowDown"], backwards: ["ArrowUp"], first: -1 };

/** What a list needs of its conversation. */
type ListedConversation = Pick<LiveConversation, "state" | "selectVersion" | "ask">;

type MessageListProps = {
  conversation: ListedConversation;
  busy: boolean;
  /** The name of the log, and of the author of the replies, such as "Story". */
  label: string;
  look: MessageLook;
  /** Whether anything can be written here at all. */
  closed?: boolean;
  /** Absent: nothing can be changed here. */
  tools?: MessageTools | null;
  /** What the person is doing with one of the messages. */
  action?: MessageAction | null;
  /** Called with the place in that message in which the action is drawn. */
  slotRef?: (slot: HTMLDivElement | null) => void;
  /** The link to older messages, if there are any. */
  earlier: ReactNode;
  listRef?: RefObject<HTMLDivElement | null>;
  /** The element in which a reply is being written. */
  streamingRef: Ref<HTMLElement>;
  onMention: OnMention;
};

export function MessageList(props: MessageListProps) {
  const { conversation, busy, label, look, closed = false, earlier, streamingRef, onMention } = props;
  const { tools = null, action = null, slotRef = NO_SLOT } = props;
  const ownRef = useRef<HTMLDivElement>(null);
  const { listRef = ownRef } = props;
  useOneStop(listRef, NAMES);
  useOneStop(listRef, MESSAGES);
  const { state, selectVersion, ask } = conversation;
  const { streaming } = state;
  const above = useMemo(() => findMessagesAbove(state), [state]);
  const first = useFirstIndex(state.messages);
  const windows = useMemo(() => splitIntoWindows(above, first), [above, first]);
  const unconfirmed = findUnconfirmedText(state);
  const replaced = findReplyBeingReplaced(state);
  const progress = findProgress(state);
  const last = state.messages.at(-1) ?? null;
  const lastId = busy ? null : (last?.messageId ?? null);
  const again = useMemo(() => (closed ? null : () => ask("regenerate")), [closed, ask]);
  const actionMessageId = findActionMessageId(action);
  const actionKind = action?.kind ?? null;
  const draw = useCallback(
    (message: Message) => {
      const isLast = message.messageId === lastId;
      return (
        <MessageItem
          key={toPlaceKey(message)}
          message={message}
          look={look}
          voice={label}
          busy={busy}
          isLast={isLast}
          onSelectVersion={selectVersion}
          onMention={onMention}
          onRegenerate={again}
          tools={tools}
          action={message.messageId === actionMessageId ? actionKind : null}
          slotRef={slotRef}
        />
      );
    },
    [label, look, busy, selectVersion, onMention, lastId, again, tools, actionMessageId, actionKind, slotRef],
  );
  return (
    <div
      ref={listRef}
      className={`${styles.list} break-anywhere`}
      role="log"
      aria-live="off" // SpokenReply announces it: a screen reader would never finish a log that grows by the character
      aria-label={label}
      aria-busy={busy}
    >
      {earlier}
      <PathName value={state.pathName}>
        {windows.map(({ key, messages }) => (
          <WindowOfMessages key={key} messages={messages} draw={draw} />
        ))}
      </PathName>
      {unconfirmed !== null && (
        <MessageArticle voice="You">
          <look.Words text={unconfirmed} unconfirmed />
        </MessageArticle>
      )}
      {busy && (
        <MessageArticle voice={label} ref={streamingRef} messageId={streaming?.messageId}>
          {replaced !== null && look.Replaced !== null ? (
            <>
              <look.Replaced message={replaced} onMention={onMention} />
              <AwaitedReply progress={progress} reader={label} material="what was said so far" bare />
            </>
          ) : (
            <look.Growing
              key={streaming?.messageId ?? "awaited"}
              voice={label}
              text={streaming?.text ?? ""}
              joinedLength={streaming?.joinedLength ?? 0}
              progress={progress}
              analysis={streaming?.analysis ?? null}
              onMention={onMention}
            />
          )}
        </MessageArticle>
      )}
      {!busy && last !== null && <AfterLast message={last} conversation={conversation} closed={closed} />}
    </div>
  );
}

function NO_SLOT(): void {}

type AfterLastProps = { message: Message; conversation: ListedConversation; closed: boolean };

/** Notes under the last message: it was cut, it has no reply, who wrote it. */
function AfterLast({ message, conversation, closed }: AfterLastProps) {
  const unanswered = isOwnLine(message);
  // What a person has edited is as they want it.
  const isCut = message.status === "interrupted" && message.metadata.editedAt === undefined;
  return (
    <>
      {(unanswered || isCut) && !closed && (
        // It takes up its room before the page has joined, hidden: else what opened at its end would be left above it.
        <div
          className={`${styles.cut} row wrap padding-top-12 note line-above`}
          data-waiting={!conversation.state.joined || undefined}
        >
          <span>{unanswered ? "There is no reply to this yet." : "This reply was cut short."}</span>
          <Button onClick={() => conversation.ask("regenerate")}>Try again</Button>
        </div>
      )}
      {message.metadata.model === STORYTELLER_MODEL && (
        <p className={`${styles.colophon} muted text-center balanced`}>
          Written by Booky’s <span className="nowrap">built-in</span> storyteller — not an AI model
        </p>
      )}
    </>
  );
}
