import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { LORE_KINDS, type LoreOrigin, type LoreRules } from "#domain/lore.ts";
import { toOwner, toParent } from "./accounts.ts";
import { characterChats, characters } from "./characters.ts";
import { stories } from "./stories.ts";

/** What came with an import and has no field of ours, as it was: it is exported again. */
export type LoreFile = { format: string; raw: Record<string, unknown>; at?: string };

/** Lorebooks: of a person, or of a character or a story of theirs, which have one each. */
export const lorebooks = sqliteTable(
  "lorebooks",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    characterId: text("character_id").references(() => characters.id, { onDelete: "cascade" }),
    storyId: text("story_id").references(() => stories.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** The latest messages that keys are looked for in. */
    depth: integer("depth").notNull(),
    isRecursive: integer("is_recursive", { mode: "boolean" }).notNull().default(false),
    /** The file that it came from, without its entries. */
    source: text("source", { mode: "json" }).$type<LoreFile>(),
    /** Counts the changes of the book and its entries: conversations read them again when it is another one. */
    version: integer("version").notNull().default(1),
    // Kept up to date in the batches that change entries.
    entryCount: integer("entry_count").notNull().default(0),
    /** Bytes of all entries, those recently deleted included. */
    storedBytes: integer("stored_bytes").notNull().default(0),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** Set: recently deleted, purged 30 days later. */
    deletedAt: text("deleted_at"),
  },
  (table) => [
    index("lorebooks_recent").on(table.userId, table.updatedAt, table.id).where(sql`deleted_at IS NULL`),
    index("lorebooks_deleted").on(table.userId, table.deletedAt, table.id).where(sql`deleted_at IS NOT NULL`),
    index("lorebooks_stored").on(table.userId, table.storedBytes).where(sql`stored_bytes > 0`),
    index("lorebooks_begun").on(table.userId, table.createdAt),
    index("lorebooks_purgeable").on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
    uniqueIndex("lorebooks_character")
      .on(table.characterId)
      .where(sql`character_id IS NOT NULL AND deleted_at IS NULL`),
    uniqueIndex("lorebooks_story").on(table.storyId).where(sql`story_id IS NOT NULL AND deleted_at IS NULL`),
    // A purge of a character or a story, and its foreign key, look for any book.
    index("lorebooks_of_character").on(table.characterId).where(sql`character_id IS NOT NULL`),
    index("lorebooks_of_story").on(table.storyId).where(sql`story_id IS NOT NULL`),
  ],
);

export const loreEntries = sqliteTable(
  "lore_entries",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    bookId: toParent("book_id", () => lorebooks.id),
    /** In the order of the book. */
    place: integer("place").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: LORE_KINDS }).notNull(),
    text: text("text").notNull(),
    rules: text("rules", { mode: "json" }).$type<LoreRules>().notNull(),
    isNameGiven: integer("is_name_given", { mode: "boolean" }).notNull().default(true),
    isLocked: integer("is_locked", { mode: "boolean" }).notNull().default(false),
    origin: text("origin", { mode: "json" }).$type<LoreOrigin>(),
    source: text("source", { mode: "json" }).$type<LoreFile>(),
    /** Name and text as they are searched. */
    folded: text("folded").notNull(),
    storedBytes: integer("stored_bytes").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),
  },
  (table) => [
    index("lore_entries_book").on(table.bookId, table.place, table.id).where(sql`deleted_at IS NULL`),
    index("lore_entries_all").on(table.bookId, table.deletedAt),
    index("lore_entries_user").on(table.userId),
    index("lore_entries_purgeable").on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** The books that a story uses beside its own and its characters'. */
export const storyLorebooks = sqliteTable(
  "story_lorebooks",
  {
    storyId: toParent("story_id", () => stories.id),
    bookId: toParent("book_id", () => lorebooks.id),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.bookId] }),
    index("story_lorebooks_book").on(table.bookId),
  ],
);

/** The books that a chat uses beside its character's. */
export const chatLorebooks = sqliteTable(
  "chat_lorebooks",
  {
    chatId: toParent("chat_id", () => characterChats.id),
    bookId: toParent("book_id", () => lorebooks.id),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.bookId] }),
    index("chat_lorebooks_book").on(table.bookId),
  ],
);
