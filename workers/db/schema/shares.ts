import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { toParent } from "./accounts.ts";
import { stories } from "./stories.ts";

/**
 * The reading copies of stories. Which messages one shows is stored in the story's object. A revoked one stays until its story is
 * deleted, so that its address says so. Times are ISO 8601, UTC.
 */
export const shares = sqliteTable(
  "shares",
  {
    id: text("id").primaryKey(),
    /** The owner; the rows go with those of the story. */
    userId: text("user_id").notNull(),
    storyId: toParent("story_id", () => stories.id),
    /** SHA-256 of the token in its address, in Base64url. The token itself is stored nowhere. */
    tokenHash: text("token_hash").notNull(),
    grows: integer("grows", { mode: "boolean" }).notNull(),
    penName: text("pen_name").notNull(),
    mayFork: integer("may_fork", { mode: "boolean" }).notNull(),
    isIndexed: integer("is_indexed", { mode: "boolean" }).notNull(),
    expiresAt: text("expires_at"),
    revokedAt: text("revoked_at"),
    readerCount: integer("reader_count").notNull().default(0),
    finishedCount: integer("finished_count").notNull().default(0),
    /** The mark of the picture that is stored for messengers: a hash of the title and the cover on it. `null`: none. */
    preview: text("preview"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("shares_token").on(table.tokenHash),
    index("shares_story").on(table.storyId, table.createdAt),
    index("shares_user").on(table.userId, table.createdAt),
  ],
);
