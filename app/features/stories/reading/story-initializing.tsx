import { AwaitedReply } from "#app/features/conversation/list/awaited-reply.tsx";
import type { ReplyProgress } from "#app/features/conversation/live/conversation-state.ts";
import { Problem } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import styles from "./story-loading.module.css";

type StoryInitializingProps = {
  title: string;
  description: string;
  /** What went wrong with the opening, if something did. */
  problem: string | null;
  /** What the model does; `null`: it was not asked yet. */
  progress: ReplyProgress | null;
  onRetry: () => void;
  /** Stops the opening that is being written, because a model may hang. `null`: none is requested yet. */
  onStop: (() => void) | null;
};

/** What is shown of a story that has no text yet. */
export function StoryInitializing({
  title,
  description,
  problem,
  progress,
  onRetry,
  onStop,
}: StoryInitializingProps) {
  return (
    <div className={`${styles.initializing} middle`}>
      <div className={`${styles.panel} stack each-center gap-16 text-center`}>
        <Booky pose={problem === null ? "writing" : "puzzled"} size={104} />
        <h2 className="break-anywhere" dir="auto">
          {title}
        </h2>
        <p className={`${styles.description} story-lead muted break-anywhere`} dir="auto">
          {description}
        </p>
        {problem === null ? (
          <>
            <p className="row gap-12 margin-top-8" role="status">
              Your opening chapter is being crafted <TypingDots label={null} />
            </p>
            {progress !== null && (
              <AwaitedReply progress={progress} reader="Booky" material="your idea" bare />
            )}
            {onStop && <Button onClick={onStop}>Stop</Button>}
          </>
        ) : (
          <>
            <Problem>{problem}</Problem>
            <Button look="primary" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
        <noscript>
          <p>A story writes itself live, which needs JavaScript. Please switch it on for this page.</p>
        </noscript>
      </div>
    </div>
  );
}
