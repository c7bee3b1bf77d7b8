import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { DemoCountObject } from "#durable-objects/daily-count.ts";
import { listDailyKeys } from "./client-address.ts";

const DAY_S = 24 * 60 * 60;
/** Used if the platform does not give the caller's address: all callers without one share one limit. */
const NO_ADDRESS = "unknown";
/** What the wider networks of an IPv6 address may do, as a multiple of the narrowest: a /56 has 256 of these, a /48 65,536. */
const SHARES = [1, 2, 4];

type DailyLimitParts = {
  /** What is counted. Each thing has counts of its own. */
  thing: "demo" | "report";
  /** The error when there is nothing left. */
  code: ErrorCode;
  counts: DurableObjectNamespace<DemoCountObject>;
  secret: string;
  perDay: number;
  now: () => Date;
};

/**
 * Limits how often one thing may be done from an address in a day (UTC), such as beginning a demo. The count is exact: each network of the
 * address has an object for each day. The objects' names are keyed hashes.
 */
export class DailyLimit {
  readonly #parts: DailyLimitParts;

  constructor(parts: DailyLimitParts) {
    this.#parts = parts;
  }

  /**
   * Adds one to today's count, and returns a function that subtracts it again. If the limit is reached, it throws `code`, with the time
   * until the next day begins.
   */
  async take(address: string | null): Promise<() => Promise<void>> {
    const { thing, code, counts, secret, perDay } = this.#parts;
    const now = this.#parts.now();
    const day = `${thing} ${now.toISOString().slice(0, 10)}`;
    const keys = await listDailyKeys(address ?? NO_ADDRESS, secret, day);
    const taken: string[] = [];
    const giveBack = async () => {
      for (const key of taken) await counts.getByName(key).giveBack();
    };
    for (const [index, key] of keys.entries()) {
      if (!(await counts.getByName(key).take(perDay * (SHARES[index] ?? 1)))) {
        await giveBack();
        const retryAfterSeconds = DAY_S - (Math.floor(now.getTime() / 1000) % DAY_S);
        throw new AppError(code, { retryAfterSeconds });
      }
      taken.push(key);
    }
    return giveBack;
  }
}
