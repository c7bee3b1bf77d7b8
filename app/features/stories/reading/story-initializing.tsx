import { Problem } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import styles from "./story-initializing.module.css";

type StoryInitializingProps = {
  title: string;
  description: string;
  /** What went wrong with the opening, if something did. */
  problem: string | null;
  onRetry: () => void;
};

/** What is shown of a story that has no text yet. */
export function StoryInitializing({ title, description, problem, onRetry }: StoryInitializingProps) {
  return (
    <div className={styles.screen}>
      <div className={styles.panel}>
        <Booky pose={problem === null ? "writing" : "puzzled"} size={104} />
        <h2 dir="auto">{title}</h2>
        <p className={styles.description} dir="auto">
          {description}
        </p>
        {problem === null ? (
          <p className={styles.status} role="status">
            Your opening chapter is being crafted <TypingDots label={null} />
          </p>
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
