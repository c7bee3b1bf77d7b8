import { eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { sumSparksUsed } from "../billing/spark-store.ts";
import type { Database } from "../db/client.ts";
import { consents, endedSessions, users } from "../db/schema/index.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUserRow = typeof users.$inferInsert;
export type NewConsentRow = typeof consents.$inferInsert;
/**
 * A user with the number of stories that count towards the plan, in one statement. `sparksUsed`: the Sparks that count against the
 * month that was asked for, else `null`. `sessionEnded`: the session that was asked about was ended before its time.
 */
export type AccountRow = {
  user: UserRow;
  activeStoryCount: number;
  sparksUsed: number | null;
  sessionEnded: boolean;
};

// Raw SQL: in a select from one table drizzle omits table names, and both tables have an id.
const activeStories = sql<number>`(SELECT count(*) FROM stories
  WHERE stories.user_id = users.id AND stories.status = 'active' AND stories.deleted_at IS NULL)`;

/** The caller's own row. `month`: of which the Sparks are counted, as `toMonth` has it. `sessionId`: the session to look up. */
export function findAccount(
  db: Database,
  userId: string,
  { month = null, sessionId = null }: { month?: string | null; sessionId?: string | null } = {},
) {
  return db
    .select({
      user: users,
      activeStoryCount: activeStories.as("active_story_count"),
      sparksUsed: sql<number | null>`CASE WHEN ${month} IS NOT NULL
        THEN ${sumSparksUsed(userId, month ?? "")} END`.as("sparks_used"),
      sessionEnded: sql`EXISTS (SELECT 1 FROM ${endedSessions} WHERE session_id = ${sessionId})`
        .mapWith(Boolean)
        .as("session_ended"),
    })
    .from(users)
    .where(eq(users.id, userId));
}

/** A column of a select that joins `users`: whether a row's adult flag counts, as `allowsAdult` says. */
export function countsAsAdult(flag: SQLWrapper) {
  return sql`(${flag} AND ${users.ageConfirmed18NSFW} AND ${users.nsfwEnabled})`
    .mapWith(Boolean)
    .as("counts_as_adult");
}

/** Inserts the row if there is none, then reads it: two first requests at the same time make one user. */
export async function ensureAccount(
  db: Database,
  row: NewUserRow,
): Promise<{ account: AccountRow; isNew: boolean }> {
  const [inserted, [account]] = await db.batch([
    db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id }),
    findAccount(db, row.id),
  ]);
  if (!account) throw new Error("A user's row is missing right after it was made.");
  return { account, isNew: inserted.length > 0 };
}

/**
 * The same at a sign-in, which also stores what the identity provider says now. Fields that it does not send stay as
 * they are. So does the name, which only the person changes.
 */
export async function refreshAccount(db: Database, row: NewUserRow): Promise<AccountRow> {
  const [, [account]] = await db.batch([
    db
      .insert(users)
      .values(row)
      .onConflictDoUpdate({
        target: users.id,
        set: {
          // A private server gives everybody Premium. On other servers a sign-in never changes the tier.
          tier: sql`CASE WHEN excluded.tier = 'free' THEN ${users.tier} ELSE excluded.tier END`,
          email: preferNew(sql`excluded.email`, users.email),
          username: preferNew(sql`excluded.username`, users.username),
          nickname: preferNew(sql`excluded.nickname`, users.nickname),
          picture: preferNew(sql`excluded.picture`, users.picture),
          updatedAt: row.updatedAt,
        },
        setWhere: isNull(users.deletionRequestedAt),
      }),
    findAccount(db, row.id),
  ]);
  if (!account) throw new Error("A user's row is missing right after it was made.");
  return account;
}

function preferNew(said: SQL, known: SQLWrapper): SQL {
  return sql`coalesce(${said}, ${known})`;
}

/**
 * Changes a user's own row, together with the consents that allow the change: both or neither. Changes nothing if there is no
 * such user.
 */
export async function updateAccount(
  db: Database,
  userId: string,
  change: Partial<Omit<UserRow, "id" | "createdAt">>,
  given: Omit<NewConsentRow, "userId">[] = [],
): Promise<AccountRow | null> {
  const [, [account]] = await db.batch([
    db.update(users).set(change).where(eq(users.id, userId)),
    findAccount(db, userId),
    ...given.map((consent) => db.insert(consents).values({ ...consent, userId })),
  ]);
  return account ?? null;
}

/** Ends every session of a user, and every token issued until now: the number is a time, in seconds since 1970. */
export function raiseSessionEpoch(db: Database, userId: string, now: Date) {
  const thisSecond = Math.floor(now.getTime() / 1000);
  return db
    .update(users)
    .set({ sessionEpoch: sql`max(${users.sessionEpoch}, ${thisSecond}) + 1` })
    .where(eq(users.id, userId));
}

export function findSessionEpoch(db: Database, userId: string) {
  return db.select({ sessionEpoch: users.sessionEpoch }).from(users).where(eq(users.id, userId));
}
