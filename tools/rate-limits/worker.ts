import { WorkerEntrypoint } from "cloudflare:workers";
import { RateLimitCounter, type RateLimitProps } from "./counter.ts";

const counters = new Map<string, RateLimitCounter>();

/** What each rate-limit binding of the product is bound to when it runs on one's own machine. */
export class RateLimits extends WorkerEntrypoint<unknown, RateLimitProps> implements RateLimit {
  async limit({ key }: RateLimitOptions): Promise<RateLimitOutcome> {
    return { success: this.#findCounter().take(key, Date.now()) };
  }

  #findCounter(): RateLimitCounter {
    const { namespace, limit, period } = this.ctx.props;
    const known = counters.get(namespace);
    if (known) return known;
    const counter = new RateLimitCounter({ limit, period });
    counters.set(namespace, counter);
    return counter;
  }
}
