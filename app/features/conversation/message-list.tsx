import { ChevronLeft, ChevronRight, RefreshCw } from "lucide-react";
import { type ReactNode, type Ref, useMemo } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { Message } from "#domain/message.ts";
import { messagesAbove, unconfirmedText } from "./conversation-selectors.ts";
import styles from "./message-list.module.css";
import { Passage, YourWords } from "./passage.tsx";
import { SpokenReply } from "./spoken-reply.tsx";
import { StreamingPassage } from "./streaming-passage.tsx";
import type { Conversation } from "./use-conversation.ts";

/** The model id of the built-in storyteller; what it wrote is not passed off as an AI model's. */
const STORYTELLER_MODEL = "booky-storyteller";

type MessageListProps = {
  conversation: Conversation;
  busy: boolean;
  label: string;
  /** What leads to older messages, if there are any. */
  earlier: ReactNode;
  /** The place where a reply is being written. */
  streamingRef: Ref<HTMLDivElement>;
};

export function MessageList({ conversation, busy, label, earlier, streamingRef }: MessageListProps) {
  const { state } = conversation;
  const { streaming } = state;
  const above = useMemo(() => messagesAbove(state), [state]);
  const unconfirmed = unconfirmedText(state);
  const last = state.messages.at(-1) ?? null;
  return (
    <>
      {/* Announced by SpokenReply: a whole log that grows by the character would never be finished reading. */}
      <div className={styles.list} role="log" aria-live="off" aria-label={label} aria-busy={busy}>
        {earlier}
        {above.map((message) => (
          <MessageItem key={message.messageId} message={message} />
        ))}
        {unconfirmed !== null && <YourWords text={unconfirmed} unconfirmed />}
        {busy && (
          <div ref={streamingRef} data-streaming="">
            <StreamingPassage
              key={streaming?.messageId ?? "awaited"}
              text={streaming?.text ?? ""}
              joinedLength={streaming?.joinedLength ?? 0}
            />
          </div>
        )}
        {!busy && last !== null && <AfterLast message={last} conversation={conversation} />}
      </div>
      <SpokenReply streaming={streaming} last={last} />
    </>
  );
}

function MessageItem({ message }: { message: Message }) {
  return message.role === "user" ? <YourWords text={message.content} /> : <Passage text={message.content} />;
}

/** What can be done about the last message: another version of a reply, or a reply that never came. */
function AfterLast({ message, conversation }: { message: Message; conversation: Conversation }) {
  const unanswered = message.role === "user";
  return (
    <>
      {!unanswered && <Tools message={message} conversation={conversation} />}
      {(unanswered || message.status === "interrupted") && conversation.state.joined && (
        <div className={styles.cut}>
          <span>{unanswered ? "The reply to this never came." : "This passage was cut short."}</span>
          <Button onClick={conversation.regenerate}>Try again</Button>
        </div>
      )}
      {message.metadata.model === STORYTELLER_MODEL && (
        <p className={styles.colophon}>
          Written by Booky’s <span>built-in</span> storyteller — not an AI model
        </p>
      )}
    </>
  );
}

function Tools({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { index, count, previousId, nextId } = message.versions;
  return (
    <div className={styles.tools}>
      {count > 1 && (
        <div className={styles.versions}>
          <IconButton
            label="Previous version"
            icon={<ChevronLeft size={18} />}
            disabled={!previousId}
            onClick={() => previousId && conversation.selectVersion(previousId)}
          />
          <span role="status" aria-label={`Version ${index} of ${count}`}>
            {index}/{count}
          </span>
          <IconButton
            label="Next version"
            icon={<ChevronRight size={18} />}
            disabled={!nextId}
            onClick={() => nextId && conversation.selectVersion(nextId)}
          />
        </div>
      )}
      <IconButton
        label="Write it differently"
        icon={<RefreshCw size={17} />}
        onClick={conversation.regenerate}
      />
    </div>
  );
}
