import { useEffect, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { Fault } from "#app/features/layout/page-fault.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { showError } from "#app/ui/show-toast.tsx";
import { type OfflineStory, readOfflineStory } from "./offline-stories.ts";
import { ReadingScreen } from "./reading-screen.tsx";

/** A story that could not be loaded: its last messages as this browser has kept them, or a way to try again. */
export function OfflineReading({ storyId }: { storyId: string }) {
  const userId = useReaderId();
  const [kept, setKept] = useState<OfflineStory | null>(null);

  useEffect(() => {
    let wanted = true;
    async function look(): Promise<void> {
      const found = userId === null ? null : await readOfflineStory(userId, storyId);
      if (!wanted) return;
      setKept(found);
      if (found !== null && !navigator.onLine) return; // the bar says so
      showError(
        found === null
          ? "Failed to load story. Please try again."
          : "Failed to load latest messages. Showing cached version.",
      );
    }
    void look();
    return () => {
      wanted = false;
    };
  }, [userId, storyId]);

  if (kept !== null) {
    return <ReadingScreen story={kept.story} page={kept.page} isKept />;
  }
  return (
    <Fault
      title="This story did not open"
      lead="It is safe on our side. Please check your connection and try again."
    >
      <title>Story · Talespark</title>
      <ButtonLink to="/stories">Your Library</ButtonLink>
    </Fault>
  );
}
