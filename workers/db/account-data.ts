import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { toPicturePrefix } from "#domain/chat.ts";
import { toImportPrefix } from "#domain/imports.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import { toPreviewPrefix } from "#domain/share.ts";
import {
  accountDeletions,
  accountFences,
  accountMoves,
  accountShards,
  billingEvents,
  characterChats,
  characterStories,
  characters,
  chatLorebooks,
  consents,
  customerAccounts,
  endedSessions,
  feedback,
  imports,
  liveSessions,
  lorebooks,
  loreEntries,
  searchChanges,
  sessions,
  shares,
  sparkLedger,
  stories,
  storyLorebooks,
  subscriptions,
  users,
} from "./schema/index.ts";

/*
 * What belongs to an account, and where it is stored. The move between databases, the deletion, the export and the nightly sweeps read
 * it from here; the test of this file compares it with the schema and with the bindings. A backup copies whole databases, objects,
 * buckets and namespaces, so it needs no list.
 */

/**
 * What is stored outside D1, each named by the id of a row. For a character these are its portraits, for an import its files and its job. A
 * deletion clears them in this order: a job that still runs would add stories.
 */
export const THING_KINDS = ["import", "story", "character-chat", "character", "session"] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** The tables whose rows own such things. */
export const TABLES_OF_THINGS = {
  import: imports,
  story: stories,
  "character-chat": characterChats,
  character: characters,
  session: sessions,
} satisfies Record<ThingKind, SQLiteTable>;

/** What is in R2: what the keys of an owner's pictures or files begin with, and whose they are. */
export const PICTURE_FOLDERS = [
  { name: "portraits", toPrefix: toPortraitPrefix, owner: "character" },
  { name: "chat-pictures", toPrefix: toPicturePrefix, owner: "character-chat" },
  { name: "share-previews", toPrefix: toPreviewPrefix, owner: "story" },
  { name: "imports", toPrefix: toImportPrefix, owner: "import" },
] as const;

/**
 * What a deletion of the account does with the rows of a table:
 * - `delete`: deletes them;
 * - `delete-with-things`: deletes those whose things outside D1 are cleared;
 * - `object-deletes`: the conversation's object deletes its own row, after its messages;
 * - `cascade`: a foreign key deletes them;
 * - `pseudonymise`: the law requires us to keep them, without the person;
 * - `expire`: they name nobody, and are deleted when they are old.
 */
export type AtDeletion =
  | "delete"
  | "delete-with-things"
  | "object-deletes"
  | "cascade"
  | "pseudonymise"
  | "expire";

/** Where the export has the rows: a file or folder of the archive; or why it has none. */
export type Exported = { as: string } | { leftOut: string };

export type OwnedTable = {
  table: SQLiteTable;
  /** The rows of a person. */
  isOwned: (userId: string) => SQL;
  atDeletion: AtDeletion;
  exported: Exported;
};

/** The rows of a table that name their person. */
function named(
  table: SQLiteTable & { userId: SQLiteColumn },
  atDeletion: AtDeletion,
  exported: Exported,
): OwnedTable {
  return { table, isOwned: (userId) => eq(table.userId, userId), atDeletion, exported };
}

/** The rows of a table that name something of their person: `column` has ids of `things`. */
function namedBy(
  table: SQLiteTable,
  { column, things }: { column: SQLiteColumn; things: SQLiteTable },
  atDeletion: AtDeletion,
  exported: Exported,
): OwnedTable {
  const isOwned = (userId: string) =>
    inArray(column, sql`(SELECT id FROM ${things} WHERE user_id = ${userId})`);
  return { table, isOwned, atDeletion, exported };
}

/** The tables of the database of an account, in the order in which rows must be inserted because of foreign keys. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  {
    table: users,
    isOwned: (userId) => eq(users.id, userId),
    atDeletion: "delete",
    exported: { as: "account.json" },
  },
  // Deleted after all rows whose deletion it notes.
  named(searchChanges, "delete", { leftOut: "which texts the index of the search has not read yet" }),
  named(consents, "pseudonymise", { as: "consents.json" }),
  named(sparkLedger, "pseudonymise", { as: "sparks.json" }),
  named(subscriptions, "delete", { as: "subscription.json" }),
  named(billingEvents, "delete", {
    leftOut: "which of the payment provider's events were read; the result is the subscription",
  }),
  named(sessions, "delete-with-things", { leftOut: "a session's id signs its browser in" }),
  namedBy(endedSessions, { column: endedSessions.sessionId, things: sessions }, "expire", {
    leftOut: "ids of sessions",
  }),
  named(liveSessions, "delete", { leftOut: "which connections are open" }),
  named(stories, "object-deletes", { as: "stories" }),
  named(shares, "cascade", { as: "shares.json" }),
  named(characters, "delete-with-things", { as: "characters" }),
  namedBy(characterStories, { column: characterStories.characterId, things: characters }, "cascade", {
    as: "characters",
  }),
  named(characterChats, "object-deletes", { as: "chats" }),
  named(lorebooks, "delete", { as: "lorebooks" }),
  named(imports, "delete-with-things", { leftOut: "what was brought in is in stories and chats" }),
  named(loreEntries, "delete", { as: "lorebooks" }),
  namedBy(storyLorebooks, { column: storyLorebooks.bookId, things: lorebooks }, "cascade", {
    as: "lorebooks",
  }),
  namedBy(chatLorebooks, { column: chatLorebooks.bookId, things: lorebooks }, "cascade", { as: "lorebooks" }),
];

/** What is a person's in other databases, or only while a job runs. */
export const OWNED_ELSEWHERE: readonly { table: SQLiteTable; exported: Exported }[] = [
  { table: feedback, exported: { as: "feedback.json" } },
  { table: accountDeletions, exported: { leftOut: "exists only while the account is deleted" } },
  { table: accountShards, exported: { leftOut: "which database has the account" } },
  { table: customerAccounts, exported: { leftOut: "which account is the payment provider's customer" } },
  { table: accountMoves, exported: { leftOut: "exists only while the account is moved" } },
  { table: accountFences, exported: { leftOut: "where the account was before it was moved" } },
];

/** What each binding that stores something has of a person; `null`: nothing. */
export const STORED_BY: Record<string, readonly ThingKind[] | "its deletion" | "its index" | null> = {
  STORY: ["story"],
  CHARACTER_CHAT: ["character-chat"],
  ACCOUNT_DELETION: "its deletion",
  SEARCH: "its index",
  DEMO_COUNT: null,
  IMPORT: ["import"],
  PORTRAITS: ["character", "character-chat", "import", "story"],
  KV: ["session"],
};
