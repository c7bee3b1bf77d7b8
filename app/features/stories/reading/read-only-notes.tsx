import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useIsChanging, useStoryActions } from "../changes/story-changes.tsx";

/** Replaces the input bar of an archived story. */
export function ArchivedNote({ storyId }: { storyId: string }) {
  const { unarchive } = useStoryActions();
  const coming = useIsChanging(storyId, "unarchive");
  return (
    <aside
      className={`gap-20 padding-top-24 row wrap space-between margin-top-44 muted line-above`}
      aria-label="Archived story"
    >
      <p className="grow-from-240">This story is archived. You can read it, and bring it back to go on.</p>
      <Button aria-disabled={coming} onClick={() => !coming && unarchive(storyId)}>
        {coming ? "Bringing back…" : "Bring back"}
      </Button>
    </aside>
  );
}

/** Replaces the input bar of a story that is one more than the plan has room for. */
export function BeyondPlanNote({ storyId }: { storyId: string }) {
  const { archive } = useStoryActions();
  const going = useIsChanging(storyId, "archive");
  return (
    <aside
      className={`gap-20 padding-top-24 row wrap space-between margin-top-44 muted line-above`}
      aria-label="Read-only story"
    >
      <p className="grow-from-240">
        You can read this story, but your plan has no room to go on with it: another one was updated later.
        Archive or delete the others in <Link to={PAGE_PATHS.library}>your library</Link>, or upgrade.
      </p>
      <Button aria-disabled={going} onClick={() => !going && archive(storyId)}>
        {going ? "Archiving…" : "Archive this one"}
      </Button>
      <ButtonLink to={PAGE_PATHS.upgrade} look="primary">
        Upgrade
      </ButtonLink>
    </aside>
  );
}
