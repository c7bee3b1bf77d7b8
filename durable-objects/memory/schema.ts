import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One line of memory: what happened in the messages from one to another of a path, both included. */
export type MemoryEntry = {
  /** Absent in lines of earlier versions; see `toLineId`. */
  id?: string;
  text: string;
  /** 0: a summary of messages; 1 and more: a summary of lines of the layer below. */
  layer: number;
  fromId: string;
  toId: string;
  /** The owner added it. */
  isAdded?: boolean | undefined;
};

/** A line of memory with what its owner has made of it. */
export type KeptEntry = MemoryEntry & {
  id: string;
  /** Without the owner's correction. */
  aiText: string;
  isPinned: boolean;
  isCorrected: boolean;
  /** It stands in no prompt. */
  isForgotten: boolean;
  /** One of its messages was edited since: the text is the beginning of a message, until the line is made anew. */
  isStale: boolean;
};
/** A line that was read from the store, or was made just now. */
export type MadeEntry = MemoryEntry & Partial<KeptEntry>;

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
    /** The conversation's `editCount` when it was made: lines of messages that were edited later are made anew. */
    editCount: integer("edit_count").notNull().default(0),
  },
  (table) => [index("memories_depth").on(table.depth, table.messageId)],
);

/** What the person has made of a line of memory. It holds for every path that has the line. */
export const memoryMarks = sqliteTable("memory_marks", {
  lineId: text("line_id").primaryKey(),
  /** The person's text; `null`: the AI's. */
  text: text("text"),
  isPinned: integer("is_pinned", { mode: "boolean" }).notNull(),
  isForgotten: integer("is_forgotten", { mode: "boolean" }).notNull(),
});
