import { useEffect, useRef, useState } from "react";
import { MessageList } from "#app/features/conversation/list/message-list.tsx";
import { STORY_LOOK } from "#app/features/conversation/list/story-look.tsx";
import { hasText } from "#app/features/conversation/live/conversation-selectors.ts";
import { Typeset } from "#app/features/conversation/type/typeset.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { DEMO_INTERACTIONS, type DemoStory as Story } from "#domain/demo.ts";
import { DemoBar } from "./demo-bar.tsx";
import { DemoModal, type DemoModalReason, DemoOffer } from "./demo-modal.tsx";
import styles from "./demo-story.module.css";
import { DemoTurns } from "./demo-turns.tsx";
import { keepDemo } from "./kept-demo.ts";
import { useDemoConversation, type VisitorConversation } from "./use-demo-conversation.ts";
import { useFollowedReply } from "./use-followed-reply.ts";

const TYPE = { size: "regular", width: "regular", face: "serif" } as const;
/** Other versions of a reply can't be chosen or requested here: both need an account. */
const NOTHING = () => undefined;

type DemoStoryProps = {
  story: Story;
  /** The story has expired: the form is shown again. */
  onLeave: () => void;
};

/** The demo's story in a panel. It replaces the first screen of the landing page. */
export function DemoStage(props: DemoStoryProps) {
  return (
    <section className={styles.stage} data-scope="night" aria-labelledby="hero">
      <div className={styles.above}>
        <div>
          <h1 id="hero">Your story, as it opens.</h1>
          <p>Two free turns, right here on the page. No account.</p>
        </div>
        <span className={styles.watching}>
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
      className={styles.panel}
      data-theme="literary"
      aria-label="Your demo story"
      tabIndex={-1}
      ref={panel}
    >
      <header className={styles.head}>
        <h2 dir="auto">{state.title}</h2>
        {state.currentLocation && (
          <p className={styles.place} dir="auto">
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
      {hasExpired ? (
        <div className={styles.expired} role="status">
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.scroller} ref={scrollerRef} tabIndex={0} aria-label="Story text">
      <Typeset settings={TYPE} className={styles.column}>
        <MessageList
          conversation={{ state, selectVersion: NOTHING, regenerate: NOTHING }}
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
    <div className={styles.initializing}>
      <Booky pose={hasFailed ? "puzzled" : "writing"} size={104} />
      {hasFailed ? (
        <>
          <p role="status">The opening did not arrive. What you entered is kept.</p>
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <p role="status" className={styles.status}>
          Initializing… Your opening chapter is being crafted <TypingDots label={null} />
        </p>
      )}
    </div>
  );
}
