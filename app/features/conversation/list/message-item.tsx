import { memo, type ReactNode, type Ref, useId } from "react";
import type { Message } from "#domain/message.ts";
import styles from "./message-item.module.css";
import { Passage, YourWords } from "./passage.tsx";
import type { OnMention } from "./prose-text.tsx";
import { VersionSwitch } from "./version-switch.tsx";

type MessageItemProps = {
  message: Message;
  /** How what is not the person's is called, such as "Story". */
  voice: string;
  /** A reply is awaited or running: other versions have to wait. */
  busy: boolean;
  onSelectVersion: (messageId: string) => void;
  onMention: OnMention;
  /** More that can be done about it. */
  tools?: ReactNode;
};

/** A message as it stands, which other versions of it there are, and what can be done about it. */
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

/** All versions of a message stand at one place of the story, and keep what has the focus there. */
export function toPlaceKey(message: Message): string {
  return message.parentId ?? "beginning";
}

type MessageArticleProps = { voice: string; ref?: Ref<HTMLElement>; children: ReactNode };

/** Under a heading that says whose words they are: how one goes from message to message without seeing them. */
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
