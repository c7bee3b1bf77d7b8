import * as v from "valibot";
import type { TurnRequest } from "./conversation-state.ts";

/**
 * The request of this tab that has not ended, kept over a reload: sent again with the same id it is the same turn, so
 * that a message that was on its way is neither lost nor doubled.
 */
const keptSchema = v.object({
  requestId: v.string(),
  kind: v.picklist(["message", "continue", "regenerate", "opening"]),
  content: v.string(),
  accepted: v.boolean(),
});

const keyOf = (storyId: string) => `talespark:request:${storyId}`;

export function readKeptRequest(storyId: string): TurnRequest | null {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), keptSchema),
      storage()?.getItem(keyOf(storyId)),
    );
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export function keepRequest(storyId: string, request: TurnRequest | null): void {
  try {
    if (request === null) storage()?.removeItem(keyOf(storyId));
    else storage()?.setItem(keyOf(storyId), JSON.stringify(request));
  } catch (error) {
    // Storage that is full or forbidden costs the resend after a reload, nothing else.
    if (!(error instanceof DOMException)) throw error;
  }
}

function storage(): Storage | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage;
}
