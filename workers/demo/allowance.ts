import { AppError } from "#domain/errors.ts";
import { toAddressKey } from "../http/client-address.ts";

const DAY_S = 24 * 60 * 60;
/** Used if the platform does not give the caller's address: all these callers share one allowance. */
const NO_ADDRESS = "unknown";

type DemoAllowanceParts = { kv: KVNamespace; secret: string; perDay: number; now: () => Date };

/**
 * How many demo stories an address may begin in a day (UTC), counted in KV under a keyed hash of day and network. KV is not
 * exact: of requests at the same moment, or at two locations within a minute, too many may pass. The rate-limit binding
 * DEMOS_PER_ADDRESS stops such bursts.
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
    const { kv, secret, perDay } = this.#parts;
    const now = this.#parts.now();
    const key = `demo:${await toAddressKey(address ?? NO_ADDRESS, secret, now.toISOString().slice(0, 10))}`;
    const used = Number(await kv.get(key)) || 0;
    const dayEndsInS = DAY_S - (Math.floor(now.getTime() / 1000) % DAY_S);
    if (used >= perDay) {
      throw new AppError("DEMO_RATE_LIMIT_EXCEEDED", { retryAfterSeconds: dayEndsInS });
    }
    // The key is needed until its day ends; one hour more, because clocks differ.
    const store = (count: number) => kv.put(key, String(count), { expirationTtl: dayEndsInS + 3_600 });
    await store(used + 1);
    return () => store(used);
  }
}
