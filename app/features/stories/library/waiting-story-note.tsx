import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import type { WaitingStory } from "#domain/library.ts";
import { useIsChanging, useStoryActions } from "../changes/story-changes.tsx";
import styles from "./waiting-story-note.module.css";

/** Offers a story from the demo that had no room. */
export function WaitingStoryNote({ story: { storyId, title, hasRoom } }: { story: WaitingStory }) {
  const { unarchive } = useStoryActions();
  const isComing = useIsChanging(storyId, "unarchive");
  return (
    <aside className={styles.note} aria-label="Your story from the demo">
      <p>
        Your demo story{" "}
        <Link to={`/stories/${storyId}`} dir="auto">
          {title}
        </Link>{" "}
        {hasRoom
          ? "is kept in your archive. There is room for it now."
          : "is kept in your archive, because your plan has no room for another active story. Archive or delete one, then you can bring it back."}
      </p>
      {hasRoom && (
        <Button aria-disabled={isComing} onClick={() => !isComing && unarchive(storyId)}>
          {isComing ? "Bringing back…" : "Bring back"}
        </Button>
      )}
    </aside>
  );
}
