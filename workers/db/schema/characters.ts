import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ROLES } from "#domain/message.ts";
import { users } from "./accounts.ts";
import { stories } from "./stories.ts";

/** Created characters, and those found in stories (they have an `originStoryId`). One per story and name. */
export const characters = sqliteTable(
  "characters",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    originStoryId: text("origin_story_id").references(() => stories.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    description: text("description").notNull(),
    role: text("role"),
    personality: text("personality").notNull().default(""),
    appearance: text("appearance").notNull().default(""),
    voice: text("voice").notNull().default(""),
    quirks: text("quirks", { mode: "json" }).$type<string[]>().notNull(),
    interests: text("interests", { mode: "json" }).$type<string[]>().notNull(),
    customAttributes: text("custom_attributes", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    isNSFW: integer("is_nsfw", { mode: "boolean" }).notNull().default(false),
    status: text("status").notNull().default("active"),
    isNew: integer("is_new", { mode: "boolean" }).notNull().default(false),
    mentions: integer("mentions").notNull().default(0),
    /** R2 key of the portrait. */
    portraitKey: text("portrait_key"),
    lastUsed: text("last_used"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),
  },
  (table) => [
    index("characters_recent").on(table.userId, table.updatedAt, table.id).where(sql`deleted_at IS NULL`),
    index("characters_origin").on(table.originStoryId, table.name),
  ],
);

/** In which stories a character appears. */
export const characterStories = sqliteTable(
  "character_stories",
  {
    characterId: text("character_id")
      .notNull()
      .references(() => characters.id, { onDelete: "cascade" }),
    storyId: text("story_id")
      .notNull()
      .references(() => stories.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.characterId, table.storyId] }),
    index("character_stories_story").on(table.storyId),
  ],
);

export const CHAT_STATUSES = ["active", "archived"] as const;

/** The index of character chats. The messages live in the chat's object. */
export const characterChats = sqliteTable(
  "character_chats",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    characterId: text("character_id")
      .notNull()
      .references(() => characters.id, { onDelete: "cascade" }),
    characterName: text("character_name").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: CHAT_STATUSES }).notNull().default("active"),
    currentChapter: integer("current_chapter").notNull().default(1),
    isNSFW: integer("is_nsfw", { mode: "boolean" }).notNull().default(false),
    /** responseStyle, writingStyle, messageLength, includeActions. */
    config: text("config", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),

    // Projected by the chat's object through its outbox.
    projection: integer("projection").notNull().default(0),
    lastMessageId: text("last_message_id"),
    lastMessageRole: text("last_message_role", { enum: ROLES }),
    lastMessage: text("last_message"),
    lastMessageAt: text("last_message_at"),
    messageCount: integer("message_count").notNull().default(0),
    unreadCount: integer("unread_count").notNull().default(0),
  },
  (table) => [
    index("character_chats_recent")
      .on(table.userId, table.updatedAt, table.id)
      .where(sql`deleted_at IS NULL`),
    index("character_chats_character").on(table.characterId),
    index("character_chats_deleted").on(table.userId, table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);
