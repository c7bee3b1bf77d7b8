import { type ReactNode, useEffect, useRef, useState } from "react";
import { SignInButton } from "#app/features/site/sign-in-button.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { LeafMeter } from "#app/ui/leaf-meter.tsx";
import { prefersReducedMotion } from "#app/ui/media-queries.ts";
import { DEMO_INTERACTIONS } from "#domain/demo.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import styles from "./demo-story.module.css";

/** The end of the story counts as read after it was in view for this long. */
const READ_AFTER_MS = 4_000;

/** Why it is shown: the free turns are used up, the action needs an account, or too many demos were begun today. */
export type DemoModalReason = "over" | "suggestion" | "character" | "rate-limit";

const SPARKS = `${PLAN_LIMITS.free.sparksPerMonth} Sparks every month`;
const TEXTS: Record<DemoModalReason, string> = {
  over: `Those were both free turns. A free account keeps this story for you to go on with, and gives you ${SPARKS}.`,
  suggestion: `Booky’s suggestions come with a free account. This story comes along, and you have ${SPARKS}.`,
  character: "With a free account you can see who is in your story and talk to them. This story comes along.",
  "rate-limit": `That is all the demo has for today. With a free account you can begin a story now, with ${SPARKS}.`,
};

const TITLE = "Enjoying the demo?";

/** The ways to an account. `storyId`: the story that the person continues after signing up; `null`: they begin a new one. */
function Ways({ storyId, children }: { storyId: string | null; children?: ReactNode }) {
  const returnTo = storyId === null ? "/stories/new" : `/stories/${storyId}`;
  return (
    <div className={`${styles.ways} stack full-width gap-12`}>
      <SignInButton returnTo={returnTo} look="primary" size="large">
        Try for Free
      </SignInButton>
      <SignInButton returnTo={returnTo} size="large">
        Sign In
      </SignInButton>
      {children}
    </div>
  );
}

/** The offer of an account under a story whose free turns are used up. It comes when the last passage has been read. */
export function DemoOffer({ storyId, used }: { storyId: string; used: number }) {
  const end = useRef<HTMLDivElement>(null);
  const [isRead, setIsRead] = useState(false);
  const isOver = used >= DEMO_INTERACTIONS;
  useEffect(() => {
    if (!isOver || isRead || end.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setIsRead(true), READ_AFTER_MS);
    });
    observer.observe(end.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isOver, isRead]);
  const isShown = isOver && isRead;
  useEffect(() => {
    if (isShown)
      end.current?.scrollIntoView({ block: "end", behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, [isShown]);
  return (
    <div ref={end} className={styles.end} aria-live="polite">
      {isShown && (
        <section
          className={`${styles.offer} stack gap-12 margin-top-16 body-text padding-top-16 line-above`}
          aria-labelledby="demo-offer"
        >
          <div className="flex items-end gap-20">
            <Booky pose="idle" size={56} />
            <DemoTurns used={used} />
          </div>
          <h3 id="demo-offer">{TITLE}</h3>
          <p>{TEXTS.over}</p>
          <Ways storyId={storyId} />
        </section>
      )}
    </div>
  );
}

type DemoModalProps = {
  /** `null`: it is closed. */
  reason: DemoModalReason | null;
  used: number;
  /** The story that the person continues after signing up; `null`: they begin a new one. */
  storyId: string | null;
  onClose: () => void;
};

/** The dialog that leads from the demo to an account. */
export function DemoModal({ reason, used, storyId, onClose }: DemoModalProps) {
  return (
    <Dialog
      open={reason !== null}
      onClose={onClose}
      title={reason === "rate-limit" ? "Demo Limit Reached" : TITLE}
      text={reason && TEXTS[reason]}
      foot={
        <Ways storyId={storyId}>
          <Button onClick={onClose}>{storyId === null ? "Not now" : "Keep reading"}</Button>
        </Ways>
      }
    >
      <div className="flex items-end gap-20">
        <Booky pose={reason === "rate-limit" ? "asleep" : "idle"} size={72} />
        {reason === "over" && <DemoTurns used={used} />}
      </div>
    </Dialog>
  );
}

/** The dialog over the form for a visitor who may begin no more demos today. */
export function DemoRefusal({ onClose }: { onClose: () => void }) {
  return <DemoModal reason="rate-limit" used={0} storyId={null} onClose={onClose} />;
}

/** How many of the free interactions are used: a leaf for each, and the number. `short`: only these, on a phone. */
export function DemoTurns({ used, short = false }: { used: number; short?: boolean }) {
  const count = Math.min(used, DEMO_INTERACTIONS);
  return (
    <p className={`${styles.turns} row no-shrink gap-4 note nowrap`}>
      <LeafMeter count={count} of={DEMO_INTERACTIONS} />
      <b className="text-color strong">
        {count}/{DEMO_INTERACTIONS}
      </b>{" "}
      <span className={short ? "spoken-on-phone" : undefined}>free turns</span>
    </p>
  );
}
