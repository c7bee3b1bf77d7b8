import {
  type ComponentType,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useId,
  useState,
  useSyncExternalStore,
} from "react";
import { neverChanges } from "#app/ui/local-time.tsx";
import { isNarrow } from "#app/ui/media-queries.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import { isOwnLine, isPassage, type Message } from "#domain/message.ts";
import type { MessageAction, MessageTools } from "../editing/message-action.ts";
import styles from "./message-item.module.css";
import type { OnMention } from "./prose-text.tsx";
import type { GrowingReply } from "./streaming-passage.tsx";
import { findNeighbours, type OnSelectVersion, VersionSwitch } from "./version-switch.tsx";

/** What stands under a message. */
export type MessageFootProps = {
  message: Message;
  isLast: boolean;
  /** What can be done with it. */
  words: ReactNode;
  /** Which of its versions is shown. */
  versions: ReactNode;
  /** Asks for another version at once; `null`: it is not the last reply, or nothing can be asked for now. */
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
  /** Each line of a reply is a paragraph; what stands between the lines is not seen. */
  hasPlainLines: boolean;
};

type MessageItemProps = {
  message: Message;
  look: MessageLook;
  /** How what is not the person's is called, such as "Story". */
  voice: string;
  isLast: boolean;
  /** A reply is awaited or streaming: the version can't be changed. */
  busy: boolean;
  onSelectVersion: OnSelectVersion;
  onMention: OnMention;
  /** `null`: nothing can be asked for now. */
  onRegenerate: (() => void) | null;
  /** `null`: nothing can be changed here. */
  tools: MessageTools | null;
  /** What the person is doing with it; `null`: nothing. */
  action: MessageAction["kind"] | null;
  /** Called with the place in which the action is drawn. */
  slotRef: Ref<HTMLDivElement>;
};

/** A message as it stands, which other versions of it there are, and what can be done about it. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, look, voice, isLast, busy, onSelectVersion, onMention, onRegenerate } = props;
  const { tools, action, slotRef } = props;
  const { content, metadata } = message;
  const slot = <div ref={slotRef} />;
  const [hasChosen, setHasChosen] = useState(false);
  const selectVersion: OnSelectVersion = (...version) => {
    setHasChosen(true);
    onSelectVersion(...version);
  };

  /** Keys of a message that has the focus itself. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const [previous, next] = findNeighbours(message);
    const change = (version: typeof previous) => version !== null && !busy && selectVersion(...version);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const run = new Map<string, () => void>([
      ["ArrowLeft", () => change(previous)],
      ["ArrowRight", () => change(next)],
      ["e", () => tools?.edit(message)],
      ["r", () => isPassage(message) && !busy && tools?.regenerate(message)],
      ["Enter", () => isNarrow() && tools?.choose(message)],
    ]).get(key);
    if (run === undefined) return;
    event.preventDefault();
    run();
  }

  function onClick(event: MouseEvent): void {
    if (tools === null || action === "edit" || !isNarrow() || isMarking() || isControl(event.target)) return;
    tools.choose(message);
  }

  return (
    <MessageArticle
      voice={isOwnLine(message) ? "You" : voice}
      messageId={message.messageId}
      data-action={action ?? undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {action === "edit" ? (
        slot
      ) : (
        <>
          {isOwnLine(message) ? (
            <look.Words text={content} />
          ) : (
            <look.Reply message={message} onMention={onMention} />
          )}
          {metadata.wish !== undefined && metadata.wish !== "" && (
            <p className={`${styles.wish} small muted unselectable`}>
              You asked for: <bdi>{metadata.wish}</bdi>
            </p>
          )}
          <look.Foot
            message={message}
            isLast={isLast}
            words={<MessageWords message={message} isLast={isLast} busy={busy} tools={tools} open={action} />}
            versions={
              <VersionSwitch message={message} disabled={busy} live={hasChosen} onSelect={selectVersion} />
            }
            onRegenerate={isLast && isPassage(message) ? onRegenerate : null}
          />
          {action === "regenerate" && slot}
        </>
      )}
    </MessageArticle>
  );
});

/** Selecting text also ends in a click. */
function isMarking(): boolean {
  return document.getSelection()?.type === "Range";
}

function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest("button, [role=button], a, input, textarea, label") !== null
  );
}

/** The React key of a message: the same for all its versions, so that the focus stays when the version changes. */
export function toPlaceKey(message: Message): string {
  return message.parentId ?? "beginning";
}

type MessageArticleProps = HTMLAttributes<HTMLElement> & {
  voice: string;
  /** Absent: it is not stored yet. */
  messageId?: string | undefined;
  ref?: Ref<HTMLElement>;
};

/** A message under a hidden heading with its author: screen readers move from heading to heading. */
export function MessageArticle({ voice, messageId, children, ...rest }: MessageArticleProps) {
  const id = useId();
  return (
    <article {...rest} className={`${styles.message} relative`} data-message={messageId} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden unselectable">
        {voice}:
      </h2>
      {children}
    </article>
  );
}

/** `waits`: it changes the path, so it rests while a reply is awaited or streaming. */
const TOOLS = [
  { name: "edit", text: "Edit", waits: false },
  { name: "regenerate", text: "Regenerate…", waits: true },
  { name: "goOnFrom", text: "Go on from here", waits: true },
  { name: "copy", text: "Copy", waits: false },
  { name: "removeFrom", text: "Remove from here", waits: true },
] as const;

/** What can be done with a message, in the order in which it is shown. */
export function listTools(message: Message, isLast: boolean): readonly (typeof TOOLS)[number][] {
  const fits = {
    edit: true,
    regenerate: isPassage(message),
    goOnFrom: !isLast,
    copy: true,
    removeFrom: message.parentId !== null,
  };
  return TOOLS.filter(({ name }) => fits[name]);
}

type MessageWordsProps = {
  message: Message;
  isLast: boolean;
  /** A reply is awaited or streaming: what changes the path has to wait. */
  busy: boolean;
  /** `null`: nothing can be changed here. */
  tools: MessageTools | null;
  /** What is open of them. */
  open: "tools" | "regenerate" | "edit" | null;
};

/**
 * What can be done with a message, in words: shown while the pointer or the focus is on it, and always under the last one. On a narrow page
 * a tap on the message shows them in place of the input bar; a button does the same for those who don't tap. They need a script, so the
 * server draws those alone that are always shown: all would be a third of the page.
 */
function MessageWords({ message, isLast, busy, tools, open }: MessageWordsProps) {
  const [copied, copy] = useCopy();
  const isServed = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  if (isServed && !isLast) return null;
  const copyWord = (
    <Word key="copy" onClick={() => void copy(message.content)}>
      {copied ? "Copied" : "Copy"}
      <span className="visually-hidden" role="status">
        {copied && "Copied"}
      </span>
    </Word>
  );
  if (tools === null) {
    return (
      <span className={`${styles.words} row wrap`} data-alone="">
        {copyWord}
      </span>
    );
  }
  return (
    <>
      <span className={`${styles.words} row wrap`}>
        {listTools(message, isLast).map(({ name, text, waits }) =>
          name === "copy" ? (
            copyWord
          ) : (
            <Word
              key={name}
              onNear={tools.preload}
              resting={waits && busy}
              aria-expanded={name === "regenerate" ? open === name : undefined}
              onClick={() => tools[name](message)}
            >
              {text}
            </Word>
          ),
        )}
      </span>
      <button
        type="button"
        className={styles.opener}
        data-needs-script=""
        aria-expanded={open !== null}
        onFocus={tools.preload}
        onClick={() => tools.choose(message)}
      >
        Change…
      </button>
    </>
  );
}

type WordProps = {
  resting?: boolean;
  /** The pointer or the focus comes to it. */
  onNear?: () => void;
  onClick: () => void;
  "aria-expanded"?: boolean | undefined;
  children: React.ReactNode;
};

function Word({ resting = false, onNear, onClick, children, ...rest }: WordProps) {
  return (
    <button
      type="button"
      className={styles.word}
      aria-disabled={resting}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={() => !resting && onClick()}
      {...rest}
    >
      {children}
    </button>
  );
}
