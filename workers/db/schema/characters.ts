import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CHARACTER_SECTIONS, CHAT_STATUSES } from "#domain/character.ts";
import type { ChatConfig, StorySnapshot } from "#domain/chat.ts";
import type { EmblemDesign } from "#domain/choose-emblem.ts";
import { ROLES } from "#domain/message.ts";
import { ART_STYLES } from "#domain/portraits.ts";
import { toOwner, toParent } from "./accounts.ts";
import { stories } from "./stories.ts";

/** `illustration`: drawn by an earlier version, without an AI model. The person has an emblem instead. */
export const PORTRAIT_KINDS = ["illustration", "ai", "imported"] as const;

/**
 * Created characters, and those found in stories. One per story and name. A story that is purged leaves those of its people
 * who have chats; they stay story characters.
 */
export const characters = sqliteTable(
  "characters",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    originStoryId: text("origin_story_id").references(() => stories.id, { onDelete: "set null" }),
    /** Found in a story, not created by the person. */
    isFromStory: integer("is_from_story", { mode: "boolean" }).notNull().default(false),
    name: text("name").notNull(),
    /** The name as it is sorted. */
    foldedName: text("folded_name").notNull(),
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
    /** Of the portrait in R2, without the size; unguessable, another one for each picture. */
    portraitKey: text("portrait_key"),
    portraitKind: text("portrait_kind", { enum: PORTRAIT_KINDS }),
    /** Chosen as the person first appears in a story; `null`: it follows from the id. */
    emblem: text("emblem", { mode: "json" }).$type<EmblemDesign>(),
    /** The art style that was chosen last; also the treatment of the emblem. */
    artStyle: text("art_style", { enum: ART_STYLES }),
    /** The character card that it came with, whole: what has no field of ours is kept here. */
    card: text("card", { mode: "json" }).$type<Record<string, unknown>>(),
    /** Bytes of the card, and of the portrait in both sizes. */
    storedBytes: integer("stored_bytes").notNull().default(0),
    /** The request that created it. */
    requestId: text("request_id"),
    /** Set where the person has changed somebody found in a story: the story no longer does. */
    editedAt: text("edited_at"),
    lastUsed: text("last_used"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),

    // What the characters screen is sorted by; chats bring it up to date in the statement that changes them.
    /** Chats that are active and not deleted. */
    activeChatCount: integer("active_chat_count").notNull().default(0),
    lastActiveAt: text("last_active_at").notNull(),
    section: text("section", { enum: CHARACTER_SECTIONS }).generatedAlwaysAs(
      sql`CASE WHEN is_from_story = 0 OR active_chat_count > 0 THEN 'grid' ELSE 'story' END`,
      { mode: "virtual" },
    ),
    /** Characters with a chat come first, then the most recently active ones. */
    chatsFirstKey: text("chats_first_key").generatedAlwaysAs(
      sql`CASE WHEN active_chat_count > 0 THEN '1' ELSE '0' END || last_active_at`,
      { mode: "virtual" },
    ),
  },
  (table) => [
    index("characters_recent")
      .on(table.userId, table.section, table.lastActiveAt, table.id)
      .where(sql`deleted_at IS NULL`),
    index("characters_chats_first")
      .on(table.userId, table.section, table.chatsFirstKey, table.id)
      .where(sql`deleted_at IS NULL`),
    index("characters_name")
      .on(table.userId, table.section, table.foldedName, table.id)
      .where(sql`deleted_at IS NULL`),
    index("characters_deleted")
      .on(table.userId, table.deletedAt, table.id)
      .where(sql`deleted_at IS NOT NULL`),
    uniqueIndex("characters_request").on(table.userId, table.requestId).where(sql`request_id IS NOT NULL`),
    index("characters_origin").on(table.originStoryId, table.name),
    index("characters_begun").on(table.userId, table.createdAt).where(sql`is_from_story = 0`),
    index("characters_stored").on(table.userId, table.storedBytes).where(sql`stored_bytes > 0`),
    // The nightly purge reads these rows instead of the whole table. Its query has the same condition.
    index("characters_purgeable")
      .on(table.id)
      .where(sql`deleted_at IS NOT NULL OR (is_from_story = 1 AND origin_story_id IS NULL)`),
  ],
);

/** In which stories a character appears. */
export const characterStories = sqliteTable(
  "character_stories",
  {
    characterId: toParent("character_id", () => characters.id),
    storyId: toParent("story_id", () => stories.id),
  },
  (table) => [
    primaryKey({ columns: [table.characterId, table.storyId] }),
    index("character_stories_story").on(table.storyId),
  ],
);

/** The index of character chats. The messages live in the chat's object. */
export const characterChats = sqliteTable(
  "character_chats",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    characterId: toParent("character_id", () => characters.id),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: CHAT_STATUSES }).notNull().default("active"),
    currentChapter: integer("current_chapter").notNull().default(1),
    isNSFW: integer("is_nsfw", { mode: "boolean" }).notNull().default(false),
    /** A field that is absent has its default. */
    config: text("config", { mode: "json" }).$type<Partial<ChatConfig>>().notNull(),
    /** Bytes of all its pictures. */
    storedBytes: integer("stored_bytes").notNull().default(0),
    /** What a character of a story knew of it when the chat was created. */
    storySnapshot: text("story_snapshot", { mode: "json" }).$type<StorySnapshot>(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),
    /** The request that created it. */
    requestId: text("request_id"),

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
    // Deleted chats as well: a purge of a character, and its foreign key, look for any chat.
    index("character_chats_character").on(table.characterId, table.updatedAt),
    uniqueIndex("character_chats_request")
      .on(table.userId, table.requestId)
      .where(sql`request_id IS NOT NULL`),
    index("character_chats_deleted").on(table.userId, table.deletedAt).where(sql`deleted_at IS NOT NULL`),
    index("character_chats_begun").on(table.userId, table.createdAt),
    index("character_chats_stored").on(table.userId, table.storedBytes).where(sql`stored_bytes > 0`),
  ],
);
