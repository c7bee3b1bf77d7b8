import { useEffect, useRef, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { MessageList } from "#app/features/conversation/list/message-list.tsx";
import { SpokenReply } from "#app/features/conversation/list/spoken-reply.tsx";
import { STORY_LOOK } from "#app/features/conversation/list/story-look.tsx";
import { hasText } from "#app/features/conversation/live/conversation-selectors.ts";
import { Typeset } from "#app/features/conversation/reading-settings/typeset.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { DEMO_INTERACTIONS, type DemoStory } from "#domain/demo.ts";
import { DemoBar } from "./demo-bar.tsx";
import { beginDemo, fetchDemo } from "./demo-calls.ts";
import { DemoModal, type DemoModalReason, DemoOffer, DemoRefusal, DemoTurns } from "./demo-modal.tsx";
import styles from "./demo-story.module.css";
import { DEMO_FAILED, type DemoValues, keepDemo } from "./demo-values.ts";
import { useDemoConversation, type VisitorConversation } from "./use-demo-conversation.ts";

/** Other versions of a reply can't be chosen or requested here: both need an account. */
const NOTHING = () => undefined;

type DemoStoryProps = {
  story: DemoStory;
  /** The story has expired: the form is shown again. */
  onLeave: () => void;
};

/** The demo's story in a panel. It replaces the first screen of the landing page. */
function DemoStage(props: DemoStoryProps) {
  return (
    <section className={styles.stage} data-scope="night" aria-labelledby="hero">
      <div className={`${styles.above} spoken-on-phone flex space-between items-end gap-24 center-block`}>
        <div className="padding-bottom-24">
          <h1 id="hero">Your story, as it opens.</h1>
          <p className="margin-top-8 muted">Two free turns, right here on the page. No account.</p>
        </div>
        <span className={`${styles.watching} no-shrink`}>
          <Booky pose="writing" size={84} />
        </span>
      </div>
      <Panel {...props} />
    </section>
  );
}

function Panel({ story, onLeave }: DemoStoryProps) {
  const { storyId } = story;
  const [reason, setReason] = useState<DemoModalReason | null>(null);
  const [hasExpired, setHasExpired] = useState(false);
  const conversation = useDemoConversation(story, (obstacle) => {
    if (obstacle === "expired") setHasExpired(true);
    else setReason(obstacle === "limit" ? "over" : "rate-limit");
  });
  const { state, busy, used } = conversation;
  const isOver = used >= DEMO_INTERACTIONS;
  const panel = useRef<HTMLElement>(null);
  const begun = hasText(state);

  // The button that had the focus is no longer on the page.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function leave(): void {
    keepDemo(null);
    onLeave();
  }

  /** Calls `act` unless the free turns are used up. Returns whether it did. */
  function unlessOver(act: () => void): boolean {
    if (isOver) setReason("over");
    else act();
    return !isOver;
  }

  return (
    <section
      className={`${styles.panel} column relative full-width center-block card-corners shadow`}
      data-theme="literary"
      aria-label="Your demo story"
      tabIndex={-1}
      ref={panel}
    >
      <header className={`${styles.head} stack items-center no-shrink line-below`}>
        <h2 className="name ellipsis" dir="auto">
          {state.title}
        </h2>
        {state.currentLocation && (
          <p className={`${styles.place} story-aside muted ellipsis`} dir="auto">
            {state.currentLocation}
          </p>
        )}
        <DemoTurns used={used} short />
      </header>
      {begun ? (
        <Told storyId={storyId} conversation={conversation} onMention={() => setReason("character")} />
      ) : (
        <Initializing hasFailed={!busy && state.failure !== null} onRetry={conversation.open} />
      )}
      <SpokenReply state={state} busy={busy} voice="Story" />
      {hasExpired ? (
        <div
          className={`${styles.expired} row wrap justify-center no-shrink gap-20 line-above`}
          role="status"
        >
          <p>This demo story is no longer here: a demo is kept for one day.</p>
          <Button look="primary" onClick={leave}>
            Begin another
          </Button>
        </div>
      ) : (
        begun && (
          <DemoBar
            storyId={storyId}
            busy={busy}
            restored={conversation.restored}
            onRestored={conversation.onRestored}
            onSend={(text) => unlessOver(() => conversation.send(text))}
            onContinue={() => unlessOver(conversation.carryOn)}
            onSuggest={() => !busy && setReason(isOver ? "over" : "suggestion")}
          />
        )
      )}
      <DemoModal reason={reason} used={used} storyId={storyId} onClose={() => setReason(null)} />
    </section>
  );
}

type ToldProps = { storyId: string; conversation: VisitorConversation; onMention: () => void };

function Told({ storyId, conversation: { state, busy, used }, onMention }: ToldProps) {
  const { scrollerRef, streamingRef } = useFollowedReply(state.request?.requestId ?? null, busy);
  return (
    // An element that scrolls has to be reachable by keyboard.
    <section
      className={`${styles.scroller} relative grow`}
      ref={scrollerRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      aria-label="Story text"
    >
      <Typeset className={`${styles.column} center-block`}>
        <MessageList
          conversation={{ state, selectVersion: NOTHING, ask: NOTHING }}
          busy={busy}
          label="Story"
          look={STORY_LOOK}
          closed
          earlier={null}
          streamingRef={streamingRef}
          onMention={onMention}
        />
        <DemoOffer storyId={storyId} used={used} />
      </Typeset>
    </section>
  );
}

function Initializing({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <div className={`${styles.initializing} stack each-center grow gap-20 text-center`}>
      <Booky pose={hasFailed ? "puzzled" : "writing"} size={104} />
      {hasFailed ? (
        <>
          <p role="status">The opening did not arrive. What you entered is kept.</p>
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <p role="status" className="row wrap justify-center gap-12">
          Initializing… Your opening chapter is being crafted <TypingDots label={null} />
        </p>
      )}
    </div>
  );
}

/** The space left above a reply that has reached the top, in px. */
const TOP_MARGIN = 28;
/** This close to its end a text counts as being at the end, in px. */
const END_MARGIN = 120;

/**
 * Follows a growing reply inside a panel until its beginning reaches the top, so that it can be read from there. After the
 * reader scrolls up, it stops until the next request. At first it scrolls to the end, unless there is only the opening.
 */
function useFollowedReply(askedId: string | null, growing: boolean) {
  /** The element that scrolls, and that in which a reply is being written. */
  const scrollerRef = useRef<HTMLDivElement>(null);
  const streamingRef = useRef<HTMLDivElement>(null);
  const following = useRef(true);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const update = () => {
      following.current = measureRest(scroller) < END_MARGIN;
    };
    if (scroller.querySelectorAll("article").length > 1) scroller.scrollTop = scroller.scrollHeight;
    scroller.addEventListener("scroll", update, { passive: true });
    return () => scroller.removeEventListener("scroll", update);
  }, []);

  useEffect(() => {
    if (askedId !== null) following.current = true;
  }, [askedId]);

  useEffect(() => {
    const scroller = scrollerRef.current;
    const column = streamingRef.current?.parentElement;
    if (!growing || !scroller || !column) return;
    const follow = (reply: Element | null | undefined) => {
      if (!reply || !following.current) return;
      const top = reply.getBoundingClientRect().top - scroller.getBoundingClientRect().top - TOP_MARGIN;
      const by = Math.min(top, measureRest(scroller));
      if (by > 0) scroller.scrollTop += by;
    };
    const observer = new ResizeObserver(() => follow(streamingRef.current));
    observer.observe(column);
    return () => {
      observer.disconnect();
      follow([...column.querySelectorAll("article")].at(-1)); // the whole text comes at once when the reply ends
    };
  }, [growing]);

  return { scrollerRef, streamingRef };
}

function measureRest({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

/** The result of beginning a demo: the story and the component that shows it, or a refusal, or a failure. */
export type DemoState =
  | { name: "story"; Story: typeof DemoStage; story: DemoStory }
  | { name: "refused"; Refusal: typeof DemoRefusal }
  | { name: "failed"; message: string };

/** Begins a story. A failure leads back to the form with the entered values. */
export async function createDemoStage(values: DemoValues): Promise<DemoState> {
  try {
    const story = await beginDemo(values);
    keepDemo(story.storyId);
    return { name: "story", Story: DemoStage, story };
  } catch (error) {
    const { code, status, message } = asFailure(error);
    if (status === 429) return { name: "refused", Refusal: DemoRefusal };
    const isUnexplained = code === "INTERNAL" || code === "UNREACHABLE";
    return { name: "failed", message: isUnexplained ? DEMO_FAILED : message };
  }
}

/** The story that this tab showed before a reload; `null`: it no longer exists. Throws an `AppError`. */
export async function resumeDemoStage(storyId: string): Promise<DemoState | null> {
  const story = await fetchDemo(storyId);
  if (story !== null) return { name: "story", Story: DemoStage, story };
  keepDemo(null);
  return null;
}
