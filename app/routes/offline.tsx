import { useEffect, useState } from "react";
import { LAST_READER_KEY } from "#app/features/auth/last-reader.ts";
import { showReadingSettings } from "#app/features/conversation/comfort/use-reading-settings.ts";
import { LastReaderContext } from "#app/features/layout/use-reader-id.ts";
import { readKept } from "#app/features/storage/browser-storage.ts";
import { THEME_KEY } from "#app/features/storage/functional-storage.ts";
import { StoryChanges } from "#app/features/stories/changes/story-changes.tsx";
import { KeptLibrary } from "#app/features/stories/reading/kept-library.tsx";
import { KeptReading } from "#app/features/stories/reading/kept-reading.tsx";
import { wearTheme } from "#app/ui/page-colours.ts";
import { READER_THEME, THEMES } from "#domain/themes.ts";

const STORY = /^\/stories\/([0-9a-f-]{36})(?:\?|$)/;

export const meta = () => [{ title: "Offline · Talespark" }, { name: "robots", content: "noindex" }];

/**
 * What the service worker opens without a network, in place of the page `from`: that story as this browser has kept it, else the
 * library of such stories. Before the scripts run it has nothing personal, so one stored copy serves everybody.
 */
export default function Offline() {
  const [found, setFound] = useState<{ readerId: string | null; from: string } | null>(null);
  useEffect(() => {
    const { theme } = showReadingSettings();
    wearTheme(
      THEMES.find((name) => name === (theme === "account" ? readKept("local", THEME_KEY) : theme)) ??
        READER_THEME,
    );
    const wanted = new URLSearchParams(location.search).get("from") ?? "";
    const from = wanted.startsWith("/") && !wanted.startsWith("//") ? wanted : "/home";
    setFound({ readerId: readKept("local", LAST_READER_KEY), from });
    // What was typed or sent meanwhile is kept, and goes on there.
    const leave = () => location.replace(from);
    window.addEventListener("online", leave);
    return () => window.removeEventListener("online", leave);
  }, []);
  if (found === null) return null;
  const storyId = STORY.exec(found.from)?.[1];
  return (
    <LastReaderContext value={found.readerId}>
      {storyId === undefined || found.readerId === null ? (
        <KeptLibrary readerId={found.readerId} from={found.from} />
      ) : (
        <StoryChanges>
          <KeptReading storyId={storyId} />
        </StoryChanges>
      )}
    </LastReaderContext>
  );
}
