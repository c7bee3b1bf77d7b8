import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

export { memories, memoryMarks } from "../memory/schema.ts";

/** Exactly one row, once there is something to store. */
export const readState = sqliteTable("read_state", {
  id: integer("id").primaryKey(),
  /** Replies that came while nobody had the chat open. */
  unreadCount: integer("unread_count").notNull(),
});
