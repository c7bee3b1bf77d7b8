import { AppError } from "#domain/errors.ts";
import { assignShard } from "./assign-shard.ts";
import { openDatabase, openWith, type RequestDatabase } from "./client.ts";
import { type D1Row, DeferredStatement } from "./deferred-statement.ts";
import { locateAccount } from "./directory.ts";
import { findShard, isSharded } from "./shards.ts";

/** A statement waits at most this long for an account that is being moved: a move takes a second or two. */
const MOVE_WAIT_MS = 10_000;
/** How often it looks whether the move has ended; each look costs a round trip to the directory. */
const MOVE_CHECK_MS = 200;
/** What a caller is told who has waited in vain. */
const RETRY_AFTER_S = 5;

/** The check before each batch fails with this text if the account is fenced. SQLite puts the bad JSON path into its error. */
const FENCED = "account-is-fenced";
const FENCE_CHECK = `SELECT json_extract('{}', CASE WHEN EXISTS
  (SELECT 1 FROM account_fences WHERE user_id = ?) THEN '${FENCED}' ELSE '$' END)`;

/** The database with one person's rows. */
export type AccountDatabase = RequestDatabase & {
  /** The number of the shard. It changes when the account turns out to have been moved. */
  readonly shard: number;
  /** Chooses a shard with room for a new account. Call it before the account is made. */
  assignShard: () => Promise<void>;
};

export type AccountToOpen = {
  userId: string;
  /** Where the account was last; `null`: the directory is asked at the first query. */
  shard: number | null;
  /** The bookmark of the caller's last answer; without one the primary database is read. */
  bookmark?: string | null;
  /** Called if the account was found in another shard than the given one. */
  onFound?: (shard: number) => void;
};

/**
 * Opens the database of a person. With more than one database, each round trip also checks that the account is still there; if
 * it was moved, the directory is asked and the statements run where it is now. Throws ACCOUNT_MOVING if a move takes too long.
 */
export function openAccountDatabase(env: Env, account: AccountToOpen): AccountDatabase {
  if (!isSharded(env)) {
    const opened = openDatabase(env.DB, findBookmark(account, 0) ?? "first-primary");
    return { ...opened, shard: 0, assignShard: async () => undefined };
  }
  const session = new AccountSession(env, account);
  return {
    db: openWith(session),
    bookmark: () => session.getBookmark(),
    get shard() {
      return session.shard;
    },
    assignShard: () => session.assignShard(),
  };
}

/** For a caller without an account, whose requests read no rows of people. */
export function openForNobody(env: Env): AccountDatabase {
  return { ...openDatabase(env.DB, null), shard: 0, assignShard: async () => undefined };
}

/** With several databases a bookmark begins with the number of its shard and is only valid there. */
function findBookmark({ bookmark }: AccountToOpen, shard: number): string | null {
  if (bookmark == null) return null;
  const [, number, rest] = /^(\d{1,4}):(.+)$/.exec(bookmark) ?? [null, "0", bookmark];
  return Number(number) === shard ? rest : null;
}

/** The part of a D1 session that drizzle uses, with the check before each batch. */
class AccountSession {
  readonly #env: Env;
  readonly #userId: string;
  readonly #onFound: (shard: number) => void;
  #shard: number | null;
  #session: D1DatabaseSession | null = null;

  constructor(env: Env, account: AccountToOpen) {
    const { userId, shard, onFound = () => undefined } = account;
    this.#env = env;
    this.#userId = userId;
    this.#shard = shard;
    this.#onFound = onFound;
    if (shard !== null)
      this.#session = findShard(env, shard).withSession(findBookmark(account, shard) ?? "first-primary");
  }

  get shard(): number {
    return this.#shard ?? 0;
  }

  getBookmark(): string | null {
    const bookmark = this.#session?.getBookmark() ?? null;
    return bookmark && `${this.shard}:${bookmark}`;
  }

  async assignShard(): Promise<void> {
    this.#moveTo(await assignShard(this.#env, this.#userId));
  }

  prepare(query: string): DeferredStatement {
    return new DeferredStatement((statements) => this.batch(statements), query);
  }

  async batch(statements: readonly DeferredStatement[]): Promise<D1Result<D1Row>[]> {
    const until = Date.now() + MOVE_WAIT_MS;
    for (;;) {
      const session = this.#session ?? (await this.#find());
      const check = session.prepare(FENCE_CHECK).bind(this.#userId);
      try {
        const [, ...results] = await session.batch<D1Row>([
          check,
          ...statements.map((one) => one.on(session)),
        ]);
        return results;
      } catch (error) {
        if (!(error instanceof Error && error.message.includes(FENCED))) throw error;
        if (Date.now() > until) {
          throw new AppError("ACCOUNT_MOVING", { retryAfterSeconds: RETRY_AFTER_S, cause: error });
        }
      }
      await this.#follow();
    }
  }

  async #find(): Promise<D1DatabaseSession> {
    return this.#moveTo((await locateAccount(this.#env, this.#userId)) ?? 0);
  }

  /** Goes to the shard that the directory names. If that is still this one, the move is not finished: waits. */
  async #follow(): Promise<void> {
    const shard = await locateAccount(this.#env, this.#userId);
    if (shard === null || shard === this.#shard) await scheduler.wait(MOVE_CHECK_MS);
    else this.#moveTo(shard);
  }

  #moveTo(shard: number): D1DatabaseSession {
    if (this.#session !== null && shard === this.#shard) return this.#session;
    this.#session = findShard(this.#env, shard).withSession("first-primary");
    this.#shard = shard;
    this.#onFound(shard);
    return this.#session;
  }
}
