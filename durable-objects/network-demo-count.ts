import { DurableObject } from "cloudflare:workers";

/** Longer than the day of its name, because clocks differ. */
const LIFE_MS = 25 * 60 * 60_000;

/** How many demo stories one network has begun in one day, or copies it has reported; its name is the key of both. It deletes itself afterwards. */
export class DemoCountObject extends DurableObject<Env> {
  /** Counts one. False: `most` are counted already. */
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
