import * as v from "valibot";
import { UnsentValue } from "#app/features/storage/unsent-value.ts";
import { TURN_KIND_NAMES } from "#domain/turn-kinds.ts";
import type { PendingRequest } from "./conversation-state.ts";

const keptSchema = v.object({
  requestId: v.string(),
  kind: v.picklist(TURN_KIND_NAMES),
  content: v.string(),
  targetId: v.optional(v.string()),
  accepted: v.boolean(),
});

/** The pending request of this tab, by its conversation, and the message of a closed tab. */
export const unsentRequests = new UnsentValue("talespark:request:", keptSchema);

/**
 * Keeps this tab's pending request over a reload. Sent again with the same id it is the same turn, so that a message is
 * neither lost nor doubled. A message is also kept for when the tab is closed.
 */
export function keepRequest(
  readerId: string | null,
  conversationId: string,
  request: PendingRequest | null,
): void {
  const hasWords = request === null || request.kind === "message";
  unsentRequests.keep(hasWords ? readerId : null, conversationId, request);
}
