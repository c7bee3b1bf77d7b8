import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { IMPORT_STATES, type StoryImportReport } from "#domain/imports.ts";
import { toOwner } from "./accounts.ts";

/** What people bring in from elsewhere. The files are in R2 until the job has ended; its object has how far it is. */
export const imports = sqliteTable(
  "imports",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    /** The SHA-256 of its files, or its id once the same files may come again. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    fileCount: integer("file_count").notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Messages. */
    written: integer("written").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** Characters that came as cards with the files. */
    characters: text("characters", { mode: "json" }).$type<{ id: string; name: string }[]>().notNull(),
    report: text("report", { mode: "json" }).$type<StoryImportReport>().notNull(),
    error: text("error"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("imports_key").on(table.userId, table.key),
    index("imports_recent").on(table.userId, table.createdAt, table.id),
  ],
);
