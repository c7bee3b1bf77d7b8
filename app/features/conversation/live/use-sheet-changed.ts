import { useEffect, useEffectEvent } from "react";
import type { ServerEventOf } from "#domain/protocol.ts";
import type { LiveConversation } from "./use-conversation.ts";

/** Calls `onChanged` when what that sheet shows may have changed: the server says so, or the page has connected again. */
export function useSheetChanged(
  { follow }: Pick<LiveConversation, "follow">,
  sheet: ServerEventOf<"sheet-changed">["sheet"],
  onChanged: () => void,
): void {
  const change = useEffectEvent(onChanged);
  useEffect(
    () =>
      follow((event) => {
        if (event.type === "joined" || (event.type === "sheet-changed" && event.sheet === sheet)) change();
      }),
    [follow, sheet],
  );
}
