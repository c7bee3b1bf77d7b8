import * as v from "valibot";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { TURN_KIND_NAMES } from "#domain/turn-kinds.ts";
import type { PendingRequest } from "./conversation-state.ts";

const keptSchema = v.object({
  requestId: v.string(),
  kind: v.picklist(TURN_KIND_NAMES),
  content: v.string(),
  targetId: v.optional(v.string()),
  afterId: v.optional(v.string()),
  accepted: v.boolean(),
});

export const keptRequests = new UnsentValues("talespark:request:", keptSchema);

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
  keptRequests.keep(hasWords ? readerId : null, conversationId, request);
}
