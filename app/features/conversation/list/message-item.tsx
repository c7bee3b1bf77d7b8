import { type ComponentType, memo, type ReactNode, type Ref, useId } from "react";
import type { Message } from "#domain/message.ts";
import styles from "./message-item.module.css";
import type { OnMention } from "./prose-text.tsx";
import type { GrowingReply } from "./streaming-passage.tsx";

/** What can be done about a message. */
export type MessageFootProps = {
  message: Message;
  /** A reply is awaited or streaming: the version can't be changed. */
  busy: boolean;
  onSelectVersion: (messageId: string) => void;
  /** The last reply, while nothing runs: it can be copied, and regenerated if `onRegenerate` is set. */
  isLastReply: boolean;
  onRegenerate: (() => void) | null;
};

/** How the messages of a kind of conversation look; the list itself is the same for all. */
export type MessageLook = {
  Reply: ComponentType<{ message: Message; onMention: OnMention }>;
  /** `unconfirmed`: the server has not taken it yet. */
  Words: ComponentType<{ text: string; unconfirmed?: boolean }>;
  Growing: ComponentType<GrowingReply>;
  /** A reply while another version of it is awaited; `null`: it steps aside at once. */
  Replaced: ComponentType<{ message: Message; onMention: OnMention }> | null;
  Foot: ComponentType<MessageFootProps>;
};

type MessageItemProps = MessageFootProps & {
  look: MessageLook;
  /** How what is not the person's is called, such as "Story". */
  voice: string;
  onMention: OnMention;
};

/** A message as it stands, which other versions of it there are, and what can be done about it. */
export const MessageItem = memo(function MessageItem({ look, voice, onMention, ...foot }: MessageItemProps) {
  const { message } = foot;
  const { role, content } = message;
  return (
    <MessageArticle voice={role === "user" ? "You" : voice} messageId={message.messageId}>
      {role === "user" ? (
        <look.Words text={content} />
      ) : (
        <look.Reply message={message} onMention={onMention} />
      )}
      <look.Foot {...foot} />
    </MessageArticle>
  );
});

/** The React key of a message: the same for all its versions, so that the focus stays when the version changes. */
export function toPlaceKey(message: Message): string {
  return message.parentId ?? "beginning";
}

type MessageArticleProps = {
  voice: string;
  /** Absent: it is not stored yet. */
  messageId?: string | undefined;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A message under a hidden heading with its author: screen readers move from heading to heading. */
export function MessageArticle({ voice, messageId, children, ...rest }: MessageArticleProps) {
  const id = useId();
  return (
    <article {...rest} className={styles.message} data-message={messageId} aria-labelledby={id}>
      <h2 id={id} className={`visually-hidden ${styles.voice}`}>
        {voice}:
      </h2>
      {children}
    </article>
  );
}
