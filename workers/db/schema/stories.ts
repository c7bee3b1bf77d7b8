import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GENRES } from "#domain/genres.ts";
import { ROLES } from "#domain/message.ts";
import type { CastMember } from "#domain/story-record.ts";
import { STORY_LENGTH_VALUES, STORY_STATUSES } from "#domain/story-record.ts";
import { toOwner } from "./accounts.ts";

/** The index of stories: the facts for lists and for the prompt. The text itself is in the story's object. */
export const stories = sqliteTable(
  "stories",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    status: text("status", { enum: STORY_STATUSES }).notNull().default("active"),
    currentChapter: integer("current_chapter").notNull().default(1),
    storyLength: text("story_length", { enum: STORY_LENGTH_VALUES }).notNull(),
    genre: text("genre", { enum: GENRES }).notNull(),
    subGenre: text("sub_genre"),
    categories: text("categories", { mode: "json" }).$type<string[]>().notNull(),
    tropes: text("tropes", { mode: "json" }).$type<string[]>().notNull(),
    setting: text("setting").notNull().default(""),
    /** The person's own character, in their words. */
    character: text("character").notNull(),
    /** That character's name, found in the description when the story is begun: lists show it. */
    playerName: text("player_name").notNull(),
    isNSFW: integer("is_nsfw", { mode: "boolean" }).notNull().default(false),
    customData: text("custom_data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Title and description as they are searched and sorted; the store keeps them with every change. */
    foldedTitle: text("folded_title").notNull().default(""),
    foldedDescription: text("folded_description").notNull().default(""),
    /** The request that began it. */
    requestId: text("request_id"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** It came from the demo and is in the archive because there was no room for it; until its status is changed. */
    waitsForRoom: integer("waits_for_room", { mode: "boolean" }).notNull().default(false),
    /** Set: in "Recently deleted", purged 30 days later. */
    deletedAt: text("deleted_at"),

    // Projected by the story's object through its outbox; no older projection is taken.
    projection: integer("projection").notNull().default(0),
    lastMessageId: text("last_message_id"),
    lastMessageRole: text("last_message_role", { enum: ROLES }),
    lastMessage: text("last_message"),
    messageCount: integer("message_count").notNull().default(0),
    exchangeCount: integer("exchange_count").notNull().default(0),
    currentLocation: text("current_location"),
    cast: text("cast", { mode: "json" }).$type<CastMember[]>().notNull(),
  },
  (table) => [
    index("stories_recent").on(table.userId, table.updatedAt, table.id).where(sql`deleted_at IS NULL`),
    index("stories_title").on(table.userId, table.foldedTitle, table.id).where(sql`deleted_at IS NULL`),
    index("stories_status_recent")
      .on(table.userId, table.status, table.updatedAt, table.id)
      .where(sql`deleted_at IS NULL`),
    index("stories_status_title")
      .on(table.userId, table.status, table.foldedTitle, table.id)
      .where(sql`deleted_at IS NULL`),
    uniqueIndex("stories_request").on(table.userId, table.requestId).where(sql`request_id IS NOT NULL`),
    index("stories_waiting").on(table.userId, table.updatedAt).where(sql`waits_for_room = 1`),
    index("stories_begun").on(table.userId, table.createdAt),
    index("stories_deleted").on(table.userId, table.deletedAt, table.id).where(sql`deleted_at IS NOT NULL`),
  ],
);
