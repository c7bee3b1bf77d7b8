import { isId } from "#domain/ids.ts";
import { findChat } from "../character-chats/store.ts";
import type { Database } from "../db/client.ts";
import { findStory } from "../stories/store.ts";

/** The query for the row of a conversation. It is sent together with the query for its owner's row. */
export type PageRow =
  | { kind: "story"; id: string; query: ReturnType<typeof findStory> }
  | { kind: "character-chat"; id: string; query: ReturnType<typeof findChat> };

/** The row that a page of a story or of a chat begins with; `null` for other requests. Far from the database it saves a round trip. */
export function findPageRow(
  db: Database,
  userId: string,
  { method, path }: { method: string; path: string },
): PageRow | null {
  const [, place, id = ""] = /^\/(stories|character-chats)\/([^/.]+)(?:\.data)?$/.exec(path) ?? [];
  if (method !== "GET" || !isId(id)) return null;
  return place === "stories"
    ? { kind: "story", id, query: findStory(db, userId, id) }
    : { kind: "character-chat", id, query: findChat(db, userId, id) };
}
