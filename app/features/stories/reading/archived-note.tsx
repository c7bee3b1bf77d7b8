import { Button } from "#app/ui/button.tsx";
import { useIsChanging, useStoryActions } from "../changes/story-changes.tsx";
import styles from "./read-only-note.module.css";

/** Replaces the input bar of an archived story. */
export function ArchivedNote({ storyId }: { storyId: string }) {
  const { unarchive } = useStoryActions();
  const coming = useIsChanging(storyId, "unarchive");
  return (
    <aside className={styles.note} aria-label="Archived story">
      <p>This story is archived. You can read it, and bring it back to go on.</p>
      <Button aria-disabled={coming} onClick={() => !coming && unarchive(storyId)}>
        {coming ? "Bringing back…" : "Bring back"}
      </Button>
    </aside>
  );
}
