import { useEffect, useRef, useState } from "react";
import type { MiddlewareFunction } from "react-router";
import { LAST_READER_KEY, LastReaderContext } from "#app/features/auth/last-reader.ts";
import {
  readLastTheme,
  showReadingSettings,
} from "#app/features/conversation/reading-settings/use-reading-settings.ts";
import { readKept } from "#app/features/storage/browser-storage.ts";
import { StoryChanges } from "#app/features/stories/changes/story-changes.tsx";
import { OfflineLibrary } from "#app/features/stories/reading/offline-library.tsx";
import { OfflineReading } from "#app/features/stories/reading/offline-reading.tsx";
import { everybody } from "#app/guards.ts";
import { wearTheme } from "#app/ui/page-colours.ts";
import { toReturnPath } from "#domain/return-path.ts";
// What the reading screen loads with its first use would not come without a network, so the frame has it.
import "#app/features/conversation/reading-settings/reading-panel.tsx";
import "#app/features/conversation/listen/listen-dock.tsx";
import "#app/features/conversation/shortcuts-dialog.tsx";
import "#app/ui/toast-list.tsx";

export const middleware: MiddlewareFunction<Response>[] = [everybody];

const STORY = /^\/stories\/([0-9a-f-]{36})(?:\?|$)/;

export const meta = () => [{ title: "Offline · Talespark" }, { name: "robots", content: "noindex" }];

/**
 * What the service worker opens without a network, in place of the page `from`: that story as this browser has kept it, else the
 * library of such stories. Before the scripts run it has nothing personal, so one stored copy serves everybody.
 */
export default function Offline() {
  const [found, setFound] = useState<{ readerId: string | null; from: string } | null>(null);
  /** Where it goes on with a network. */
  const next = useRef("");
  useEffect(() => {
    const { theme } = showReadingSettings();
    wearTheme(theme === "account" ? readLastTheme() : theme);
    const from = toReturnPath(new URLSearchParams(location.search).get("from"));
    setFound({ readerId: readKept("local", LAST_READER_KEY) || null, from });
    // What was typed or sent meanwhile is kept, and goes on there.
    next.current = from;
    const leave = () => location.replace(next.current);
    const [load] = performance.getEntriesByType("navigation");
    // Loaded again, or opened anew with the tab: that may work by now.
    if (navigator.onLine && load instanceof PerformanceNavigationTiming && load.type !== "navigate") leave();
    window.addEventListener("online", leave);
    return () => window.removeEventListener("online", leave);
  }, []);
  if (found === null) return null;
  const storyId = STORY.exec(found.from)?.[1];
  return (
    <LastReaderContext value={found.readerId}>
      {storyId === undefined || found.readerId === null ? (
        <OfflineLibrary
          readerId={found.readerId}
          from={found.from}
          onOpen={(path) => {
            next.current = path;
          }}
        />
      ) : (
        <StoryChanges>
          <OfflineReading storyId={storyId} />
        </StoryChanges>
      )}
    </LastReaderContext>
  );
}
