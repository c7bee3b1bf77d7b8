import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import type { PendingRequest } from "./conversation-state.ts";

/**
 * Keeps this tab's pending request over a reload. Sent again with the same id it is the same turn, so that a message is
 * neither lost nor doubled.
 */
const keptSchema = v.object({
  requestId: v.string(),
  kind: v.picklist(["message", "continue", "regenerate", "opening"]),
  content: v.string(),
  accepted: v.boolean(),
});

const toKey = (storyId: string) => `talespark:request:${storyId}`;

export function readKeptRequest(storyId: string): PendingRequest | null {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), keptSchema),
    readKept("session", toKey(storyId)),
  );
  return parsed.success ? parsed.output : null;
}

export function keepRequest(storyId: string, request: PendingRequest | null): void {
  keepText("session", toKey(storyId), request && JSON.stringify(request));
}
