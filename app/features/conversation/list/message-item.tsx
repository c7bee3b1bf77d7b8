import { memo, type ReactNode, type Ref, useId } from "react";
import type { Message } from "#domain/message.ts";
import styles from "./message-item.module.css";
import { Passage, YourWords } from "./passage.tsx";
import type { OnMention } from "./prose-text.tsx";
import { VersionSwitch } from "./version-switch.tsx";

type MessageItemProps = {
  message: Message;
  /** The name of the author of replies, such as "Story". */
  voice: string;
  /** A reply is awaited or streaming: the version can't be changed. */
  busy: boolean;
  onSelectVersion: (messageId: string) => void;
  onMention: OnMention;
  /** More buttons. */
  tools?: ReactNode;
};

/** A finished message with its version switch and buttons. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, voice, busy, onSelectVersion, onMention, tools } = props;
  const { role, content, metadata, versions } = message;
  const several = versions.count > 1;
  return (
    <MessageArticle voice={role === "user" ? "You" : voice}>
      {role === "user" ? (
        <YourWords text={content} />
      ) : (
        <Passage text={content} analysis={metadata.analysis} onMention={onMention} />
      )}
      {(several || tools) && (
        <div className={styles.tools}>
          {several && <VersionSwitch versions={versions} disabled={busy} onSelect={onSelectVersion} />}
          {tools}
        </div>
      )}
    </MessageArticle>
  );
});

/** The React key of a message: the same for all its versions, so that the focus stays when the version changes. */
export function toPlaceKey(message: Message): string {
  return message.parentId ?? "beginning";
}

type MessageArticleProps = { voice: string; ref?: Ref<HTMLElement>; children: ReactNode };

/** A message under a hidden heading with its author: screen readers move from heading to heading. */
export function MessageArticle({ voice, children, ...rest }: MessageArticleProps) {
  const id = useId();
  return (
    <article {...rest} className={styles.message} aria-labelledby={id}>
      <h2 id={id} className={`visually-hidden ${styles.voice}`}>
        {voice}:
      </h2>
      {children}
    </article>
  );
}
