import { type FormEvent, useRef } from "react";
import { GenreBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { DeletedStory } from "#domain/library.ts";
import { BookCover } from "../book-cover.tsx";
import { findFocusAfterRemoval } from "../changes/story-change.ts";
import { useKnownChanges, useStoryActions } from "../changes/story-changes.tsx";
import styles from "./deleted-stories.module.css";
import { RESTORED_STORY } from "./restore-action.ts";

/** `daysLeft` is counted by the server. */
type Leaving = DeletedStory & { daysLeft: number };

/** What can still be brought back. */
export function DeletedStories({ stories }: { stories: readonly Leaving[] }) {
  return (
    <ul className={styles.list}>
      {stories.map((story) => (
        <li key={story.storyId}>
          <LeavingStory story={story} />
        </li>
      ))}
    </ul>
  );
}

function LeavingStory({ story }: { story: Leaving }) {
  const { storyId, title, metadata, daysLeft } = story;
  const { restore } = useStoryActions();
  const form = useRef<HTMLFormElement>(null);
  const known = useKnownChanges().get(storyId);
  const restoring = known?.change.intent === "restore";

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (restoring) return;
    const next = findFocusAfterRemoval(form.current);
    if (await restore(storyId)) next?.focus();
  }

  return (
    <article className={styles.story}>
      <div className={styles.cover}>
        <BookCover genre={metadata.genre} seed={storyId} />
      </div>
      <div className={styles.body}>
        <h2 dir="auto">{title}</h2>
        <p>
          <GenreBadge genre={metadata.genre} />
          <span>{daysText(daysLeft)}</span>
        </p>
      </div>
      {/* A form, so that it also works before a script takes it over. */}
      <form ref={form} method="post" onSubmit={submit}>
        <input type="hidden" name={RESTORED_STORY} value={storyId} />
        <Button type="submit" aria-disabled={restoring} aria-label={`Restore ${title}`}>
          {restoring ? "Restoring…" : "Restore"}
        </Button>
      </form>
    </article>
  );
}

function daysText(days: number): string {
  if (days <= 1) return "Last day";
  return `${days} days left`;
}
