import { AppError } from "#domain/errors.ts";
import type { DemoCountObject } from "#durable-objects/network-demo-count.ts";
import { listDailyKeys } from "../http/client-address.ts";

const DAY_S = 24 * 60 * 60;
/** Used if the platform does not give the caller's address: all these callers share one allowance. */
const NO_ADDRESS = "unknown";
/** What the wider networks of an IPv6 address may begin, as a multiple of the narrowest: a /56 has 256 of these, a /48 65,536. */
const SHARES = [1, 2, 4];

type DemoAllowanceParts = {
  counts: DurableObjectNamespace<DemoCountObject>;
  secret: string;
  perDay: number;
  now: () => Date;
};

/**
 * How many demo stories an address may begin in a day (UTC), counted exactly, by an object for each of its networks and each day. The
 * objects' names are keyed hashes.
 */
export class DemoAllowance {
  readonly #parts: DemoAllowanceParts;

  constructor(parts: DemoAllowanceParts) {
    this.#parts = parts;
  }

  /**
   * Counts one story of the day, and returns a function that undoes this. Throws DEMO_RATE_LIMIT_EXCEEDED, with the time
   * until the next day begins.
   */
  async take(address: string | null): Promise<() => Promise<void>> {
    const { counts, secret, perDay } = this.#parts;
    const now = this.#parts.now();
    const keys = await listDailyKeys(address ?? NO_ADDRESS, secret, now.toISOString().slice(0, 10));
    const taken: string[] = [];
    const giveBack = async () => {
      for (const key of taken) await counts.getByName(key).giveBack();
    };
    for (const [index, key] of keys.entries()) {
      if (!(await counts.getByName(key).take(perDay * (SHARES[index] ?? 1)))) {
        await giveBack();
        const retryAfterSeconds = DAY_S - (Math.floor(now.getTime() / 1000) % DAY_S);
        throw new AppError("DEMO_RATE_LIMIT_EXCEEDED", { retryAfterSeconds });
      }
      taken.push(key);
    }
    return giveBack;
  }
}
