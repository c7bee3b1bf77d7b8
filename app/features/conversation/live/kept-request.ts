import * as v from "valibot";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";
import { TURN_KIND_NAMES } from "#domain/turn-kinds.ts";
import type { PendingRequest } from "./conversation-state.ts";

const keptSchema = v.object({
  requestId: v.string(),
  kind: v.picklist(TURN_KIND_NAMES),
  content: v.string(),
  targetId: v.optional(v.string()),
  accepted: v.boolean(),
});

const toKey = (conversationId: string) => `talespark:request:${conversationId}`;

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
  keepUnsent(hasWords ? readerId : null, toKey(conversationId), request && JSON.stringify(request));
}

/** The pending request that this tab has kept. */
export function readKeptRequest(conversationId: string): PendingRequest | null {
  return parseKept(keptSchema, readUnsent(toKey(conversationId)));
}

/** Takes over the message of a closed tab; `null`: there is none. */
export async function reclaimMessage(
  readerId: string | null,
  conversationId: string,
): Promise<PendingRequest | null> {
  return parseKept(keptSchema, await reclaimUnsent(readerId, toKey(conversationId)));
}
