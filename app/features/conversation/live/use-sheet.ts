import { useEffect, useEffectEvent } from "react";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import type { ServerEvent, ServerEventOf } from "#domain/protocol.ts";
import type { LiveConversation } from "./use-conversation.ts";

/** The page connected again, or messages were added: each sheet may have changed. */
const CHANGES: ServerEvent["type"][] = ["joined", "stream-complete", "stream-error"];

/** Whether an event opens another path, or makes the open one shorter. */
export function movesPath(event: ServerEvent): boolean {
  if (event.type === "conversation-updated") return event.headMessageId !== undefined;
  return event.type === "path-opened" || event.type === "message-removed";
}

/**
 * Loads the content of a sheet of a conversation while `isOpen`, and again when it may have changed. `sheet`: the sheet's name in the event
 * `sheet-changed`; `null`: it has no such event.
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
        if (isChanged || movesPath(event) || CHANGES.includes(event.type)) loadAgain();
      }),
    [follow, sheet],
  );
  return loaded;
}
