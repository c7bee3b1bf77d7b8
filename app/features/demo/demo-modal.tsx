import { SignInButton } from "#app/features/site/sign-in-button.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PLAN_LIMITS } from "#domain/plan.ts";
import styles from "./demo-modal.module.css";
import { DemoTurns } from "./demo-turns.tsx";

/** Why it is shown: the free turns are used up, the action needs an account, or too many demos were begun today. */
export type DemoModalReason = "over" | "suggestion" | "character" | "rate-limit";

const SPARKS = `${PLAN_LIMITS.free.sparksPerMonth} Sparks every month`;
const TEXTS: Record<DemoModalReason, string> = {
  over: `Those were both free turns. A free account keeps this story for you to go on with, and gives you ${SPARKS}.`,
  suggestion: `Booky’s suggestions come with a free account. This story comes along, and you have ${SPARKS}.`,
  character: "With a free account you can see who is in your story and talk to them. This story comes along.",
  "rate-limit": `That is all the demo has for today. With a free account you can begin a story now, with ${SPARKS}.`,
};

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
  const returnTo = storyId === null ? "/stories/new" : `/stories/${storyId}`;
  return (
    <Dialog
      open={reason !== null}
      onClose={onClose}
      title={reason === "rate-limit" ? "Demo Limit Reached" : "Enjoying the demo?"}
      text={reason && TEXTS[reason]}
      foot={
        <div className={styles.ways}>
          <SignInButton returnTo={returnTo} look="primary" size="large">
            Try for Free
          </SignInButton>
          <SignInButton returnTo={returnTo} size="large">
            Sign In
          </SignInButton>
          <Button onClick={onClose}>{storyId === null ? "Not now" : "Keep reading"}</Button>
        </div>
      }
    >
      <div className={styles.head}>
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
