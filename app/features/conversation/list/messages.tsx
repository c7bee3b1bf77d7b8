import type { ReactNode } from "react";
import { MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import type { MessageLook } from "./message-item.tsx";
import { MessageList } from "./message-list.tsx";
import styles from "./messages.module.css";
import type { OnMention } from "./prose-text.tsx";
import { type KeptPlace, useReadingPosition } from "./use-reading-position.ts";
import { EarlierLink, ScrollToEnd } from "./way-through.tsx";

type MessagesProps = {
  conversation: LiveConversation;
  /** The name of the log, and of the author of the replies, such as "Story". */
  label: string;
  look: MessageLook;
  /** Nothing can be written here. */
  closed?: boolean;
  /** Something other than a reply is being loaded below the messages. */
  isGrowing?: boolean;
  onMention?: OnMention;
  /** Where the person has left it; without this it opens at its end. */
  kept?: KeptPlace;
  /** Shown below the messages. */
  children?: ReactNode;
};

/** The messages of a conversation, with a link to earlier ones and a button that scrolls to the end. Its parent is the column of text. */
export function Messages({
  conversation,
  label,
  look,
  closed = false,
  isGrowing = false,
  onMention = ignoreMention,
  kept,
  children,
}: MessagesProps) {
  const { state, loadOlder } = conversation;
  const busy = isBusy(state);
  const position = useReadingPosition({
    firstMessageId: state.messages[0]?.messageId ?? null,
    askedId: state.request?.requestId ?? null,
    growing: busy || isGrowing,
    kept: kept ?? null,
    loadOlder: () => loadOlder(MESSAGES_PER_PAGE_MAX),
  });
  return (
    <>
      <MessageList
        conversation={conversation}
        busy={busy}
        label={label}
        look={look}
        closed={closed}
        listRef={position.listRef}
        streamingRef={position.streamingRef}
        onMention={onMention}
        earlier={state.before !== null && <EarlierLink before={state.before} load={loadOlder} />}
      />
      {children}
      <noscript>
        <p className={styles.plain}>
          You can read without JavaScript. To write, please switch it on for this page.
        </p>
      </noscript>
      {!position.atEnd && <ScrollToEnd onClick={position.toEnd} />}
    </>
  );
}

function ignoreMention(): void {}
