import { useEffect, useEffectEvent } from "react";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import type { ServerEventOf } from "#domain/protocol.ts";
import type { LiveConversation } from "./use-conversation.ts";

/**
 * Loads what a sheet of a conversation shows, while the sheet `isOpen`. Loads it again when the server says that it may have changed, when
 * the page has connected again, and when another path is opened.
 */
export function useSheet<T>(
  { apiPath, follow }: Pick<LiveConversation, "apiPath" | "follow">,
  { sheet, isOpen }: { sheet: ServerEventOf<"sheet-changed">["sheet"]; isOpen: boolean },
  load: (signal: AbortSignal) => Promise<T>,
) {
  const loaded = useLoaded(isOpen ? apiPath : null, load);
  const loadAgain = useEffectEvent(() => {
    if (isOpen) void loaded.reload();
  });
  useEffect(
    () =>
      follow((event) => {
        const isChanged = event.type === "sheet-changed" && event.sheet === sheet;
        if (isChanged || event.type === "joined" || event.type === "path-opened") loadAgain();
      }),
    [follow, sheet],
  );
  return loaded;
}
