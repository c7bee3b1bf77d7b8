import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One line of memory: what happened in the messages from one to another of a path, both included. */
export type MemoryEntry = {
  text: string;
  /** 0: a summary of messages; 1 and more: a summary of lines of the layer below. */
  layer: number;
  fromId: string;
  toId: string;
};

/**
 * The memory of a path up to a message. Each row has all of it, so another branch only has to find the last row that
 * lies on its path.
 */
export const memories = sqliteTable(
  "memories",
  {
    /** The last message that is covered. */
    messageId: text("message_id").primaryKey(),
    depth: integer("depth").notNull(),
    lines: text("lines", { mode: "json" }).$type<MemoryEntry[]>().notNull(),
  },
  (table) => [index("memories_depth").on(table.depth, table.messageId)],
);
