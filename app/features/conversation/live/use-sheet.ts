import { useEffect, useEffectEvent } from "react";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import type { ServerEvent, ServerEventOf } from "#domain/protocol.ts";
import type { LiveConversation } from "./use-conversation.ts";

/** After these events each sheet may have changed: the page connected again, another path was opened, or messages were added. */
const CHANGES: ServerEvent["type"][] = ["joined", "path-opened", "stream-complete", "stream-error"];

/**
 * Loads what a sheet of a conversation shows, while the sheet `isOpen`. Loads it again when it may have changed. `sheet`: its name in the
 * server's event `sheet-changed`; `null`: there is no such event for it.
 */
export function useSheet<T>(
  { apiPath, follow }: Pick<LiveConversation, "apiPath" | "follow">,
  { sheet, isOpen }: { sheet: ServerEventOf<"sheet-changed">["sheet"] | null; isOpen: boolean },
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
        if (isChanged || CHANGES.includes(event.type)) loadAgain();
      }),
    [follow, sheet],
  );
  return loaded;
}
