import type { ReactNode } from "react";
import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useIsChanging, useStoryActions } from "../changes/story-changes.tsx";

/** Replaces the input bar of an archived story. */
export function ArchivedNote({ storyId }: { storyId: string }) {
  const { unarchive } = useStoryActions();
  const coming = useIsChanging(storyId, "unarchive");
  return (
    <Note label="Archived story" text="This story is archived. You can read it, and bring it back to go on.">
      <Button aria-disabled={coming} onClick={() => !coming && unarchive(storyId)}>
        {coming ? "Bringing back…" : "Bring back"}
      </Button>
    </Note>
  );
}

/** Replaces the input bar of a story that is one more than the plan has room for. */
export function BeyondPlanNote({ storyId }: { storyId: string }) {
  const { archive } = useStoryActions();
  const going = useIsChanging(storyId, "archive");
  const text = (
    <>
      You can read this story, but your plan has no room to go on with it: another one was updated later.
      Archive or delete the others in <Link to={PAGE_PATHS.library}>your library</Link>, or upgrade.
    </>
  );
  return (
    <Note label="Read-only story" text={text}>
      <Button aria-disabled={going} onClick={() => !going && archive(storyId)}>
        {going ? "Archiving…" : "Archive this one"}
      </Button>
      <ButtonLink to={PAGE_PATHS.upgrade} look="primary">
        Upgrade
      </ButtonLink>
    </Note>
  );
}

function Note({ label, text, children }: { label: string; text: ReactNode; children: ReactNode }) {
  return (
    <aside className="spread gap-20 margin-top-44 padding-top-16 muted line-above" aria-label={label}>
      <p className="grow-from-240">{text}</p>
      {children}
    </aside>
  );
}
