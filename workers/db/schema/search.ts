import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { toOwner } from "./accounts.ts";

const SEARCHED_ROWS = ["story", "character-chat", "character", "entry"] as const;

/**
 * What has changed in this database since the index of its owner's texts has read it. Triggers write it in the transaction of the change
 * (migrations/…_search.sql).
 */
export const searchChanges = sqliteTable(
  "search_changes",
  {
    userId: toOwner(),
    kind: text("kind", { enum: SEARCHED_ROWS }).notNull(),
    id: text("id").notNull(),
    /** Another one for each change, so that one that comes while the row is read is not forgotten. */
    stamp: text("stamp").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.id] })],
);
