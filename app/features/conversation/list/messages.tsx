import { ArrowDown } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/show-toast.tsx";
import { useNearlyInView } from "#app/ui/use-nearly-in-view.ts";
import { ADULT_AGE } from "#domain/legal.ts";
import { isPassage, MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import { LazyMessageActionView, useMessageAction } from "../editing/use-message-action.ts";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import type { KeptPlace } from "./kept-place.ts";
import type { MessageLook } from "./message-item.tsx";
import { MessageList } from "./message-list.tsx";
import styles from "./messages.module.css";
import type { OnMention } from "./prose-text.tsx";
import { useReadingPosition } from "./use-reading-position.ts";

/** What other components can do with the messages, such as by a shortcut: with the one that has the focus, else the last passage. */
export type MessagesHandle = { edit: () => void; regenerate: () => void };

type MessagesProps = {
  ref?: Ref<MessagesHandle>;
  conversation: LiveConversation;
  /** The name of the log, and of the author of the replies, such as "Story". */
  label: string;
  look: MessageLook;
  /** Nothing can be written here. */
  closed?: boolean;
  /** It is shown as this browser has kept it: until there is a connection it can only be read. */
  isKept?: boolean;
  /** Something other than a reply is being loaded below the messages. */
  isGrowing?: boolean;
  onMention?: OnMention;
  kept: KeptPlace;
  /** So much below the header is covered for a while, in px. */
  covered?: number;
  /** Shown below the messages. */
  children?: ReactNode;
};

/** The messages of a conversation, with a link to earlier ones and a button that scrolls to the end. Its parent is the column of text. */
export function Messages({
  ref,
  conversation,
  label,
  look,
  closed = false,
  isKept = false,
  isGrowing = false,
  onMention = ignoreMention,
  kept,
  covered = 0,
  children,
}: MessagesProps) {
  const { state, loadOlder } = conversation;
  const busy = isBusy(state);
  const position = useReadingPosition({
    firstMessageId: state.messages[0]?.messageId ?? null,
    askedId: state.request?.requestId ?? null,
    growing: busy || isGrowing,
    opened: state.opened,
    kept,
    covered,
    loadOlder: () => loadOlder(MESSAGES_PER_PAGE_MAX),
  });
  const { tools, action, setAction } = useMessageAction(conversation, closed || (isKept && !state.joined));
  const [slot, setSlot] = useState<HTMLDivElement | null>(null);

  useImperativeHandle(ref, () => {
    const findMeant = () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-message]")?.dataset["message"];
      const message = state.messages.find(({ messageId }) => messageId === focused);
      return message ?? state.messages.findLast(isPassage);
    };
    return {
      edit: () => {
        const meant = findMeant();
        if (meant) tools?.edit(meant);
      },
      regenerate: () => {
        const meant = findMeant();
        if (meant !== undefined && isPassage(meant)) tools?.regenerate(meant);
      },
    };
  }, [state.messages, tools]);

  return (
    <>
      <MessageList
        conversation={conversation}
        busy={busy}
        label={label}
        look={look}
        closed={closed}
        tools={tools}
        action={action}
        slotRef={setSlot}
        listRef={position.listRef}
        streamingRef={position.streamingRef}
        onMention={onMention}
        earlier={
          state.before !== null && (
            <EarlierLink
              before={state.before}
              missing={state.joined ? MESSAGES_PER_PAGE - state.messages.length : 0}
              load={loadOlder}
            />
          )
        }
      />
      {tools && action && (
        <LazyMessageActionView
          open
          onClose={() => setAction(null)}
          conversation={conversation}
          tools={tools}
          action={action}
          setAction={setAction}
          slot={slot}
          hasPlainLines={look.hasPlainLines}
          loadOlder={() => loadOlder(MESSAGES_PER_PAGE_MAX)}
        />
      )}
      {children}
      <noscript>
        <p className={`${styles.plain} muted`}>
          You can read without JavaScript. To write, please switch it on for this page.
        </p>
      </noscript>
      {!position.atEnd && <ScrollToEnd onClick={position.toEnd} />}
    </>
  );
}

function ignoreMention(): void {}

type EarlierLinkProps = {
  before: string;
  /** How many messages the first page still lacks; zero or less: none. */
  missing: number;
  load: (limit?: number) => Promise<void>;
};

/**
 * Loads older messages, also by itself when it is nearly in view or some are missing. Without a script it links to a page of them.
 */
function EarlierLink({ before, missing, load }: EarlierLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);

  async function loadMore(): Promise<void> {
    if (loading) return;
    setLoading(true);
    try {
      await load();
      setFailed(false);
    } catch {
      // Nothing is lost: the link stays, but it does not load by itself again.
      setFailed(true);
      showError("What came before could not be loaded. Please try again.");
    }
    setLoading(false);
  }

  useNearlyInView(link, before, () => void (failed || loadMore()));
  const complete = useEffectEvent(() => load(missing));
  const isShort = missing > 0;
  useEffect(() => {
    if (isShort) complete().catch(() => undefined); // the link is there as well
  }, [isShort]);

  function onClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void loadMore();
  }

  return (
    <Link
      ref={link}
      className={`${styles.earlier} middle tap-height note medium`}
      to={`?${new URLSearchParams({ before })}`}
      onClick={onClick}
      aria-busy={loading}
    >
      {loading ? "Loading…" : "Load earlier"}
    </Link>
  );
}

function ScrollToEnd({ onClick }: { onClick: () => void }) {
  return (
    <span className={`${styles.end} fixed bordered raised shadow`} data-to-end="">
      <IconButton label="To the end" icon={<ArrowDown size={20} />} onClick={onClick} />
    </span>
  );
}

/** At the end of a story or a chat with adult content that the person has switched off since. */
export function AdultOffNote({ what }: { what: "story" | "chat" }) {
  return (
    <p className="margin-top-44 padding-top-16 note line-above">
      This {what} has adult content ({ADULT_AGE}+), which is off in{" "}
      <Link to={PAGE_PATHS.settings}>your settings</Link>. It goes on for a general audience.
    </p>
  );
}
