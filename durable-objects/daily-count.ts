import { DurableObject } from "cloudflare:workers";

/** Longer than the day of its name, because clocks differ. */
const LIFE_MS = 25 * 60 * 60_000;

/**
 * Counts the demo stories that one network has begun in one day, or the copies that it has reported. Its name is a hash of what is counted,
 * the network and the day. It deletes itself after that day.
 */
export class DemoCountObject extends DurableObject<Env> {
  /** Adds one. `false`: the count is `most` already, and stays. */
  async take(most: number): Promise<boolean> {
    const used = this.#used;
    if (used >= most) return false;
    if (used === 0) await this.ctx.storage.setAlarm(Date.now() + LIFE_MS);
    this.ctx.storage.kv.put("used", this.#used + 1);
    return true;
  }

  giveBack(): void {
    this.ctx.storage.kv.put("used", Math.max(0, this.#used - 1));
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  get #used(): number {
    return this.ctx.storage.kv.get<number>("used") ?? 0;
  }
}
