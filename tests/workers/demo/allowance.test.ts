import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { DemoAllowance } from "#workers/demo/allowance.ts";
import { listDailyKeys } from "#workers/http/client-address.ts";
import { describeAnswer } from "../helpers/site.ts";
import { openSite, SENT } from "./visitors.ts";

const SECRET = "a secret of the tests, of 32 characters or more";
const NOON = "2026-03-01T12:00:00.000Z";

/** Takes stories of an address until none is left; returns how many there were. */
async function takeAll(address: string | null, { at = NOON, perDay = 5 } = {}): Promise<number> {
  const allowance = new DemoAllowance({
    counts: env.DEMO_COUNT,
    secret: SECRET,
    perDay,
    now: () => new Date(at),
  });
  for (let taken = 0; ; taken += 1) {
    try {
      await allowance.take(address);
    } catch (error) {
      if (error instanceof AppError && error.code === "DEMO_RATE_LIMIT_EXCEEDED") return taken;
      throw error;
    }
  }
}

function randomAddress(): string {
  return crypto.getRandomValues(new Uint8Array(4)).join(".");
}

describe("the allowance of an address", () => {
  it("is a number of stories per day, and starts again with the next day in UTC", async () => {
    const address = randomAddress();
    expect(await takeAll(address, { at: "2026-03-01T00:00:00.000Z" })).toBe(5);
    expect(await takeAll(address, { at: "2026-03-01T23:59:59.999Z" })).toBe(0);
    expect(await takeAll(address, { at: "2026-03-02T00:00:00.000Z" })).toBe(5);
    expect(await takeAll(randomAddress())).toBe(5);
    expect(await takeAll(randomAddress(), { perDay: 2 })).toBe(2);
    expect(await takeAll(randomAddress(), { perDay: 0 })).toBe(0);
  });

  it("returns the time until the next day", async () => {
    const now = () => new Date("2026-03-01T23:00:00.000Z");
    const allowance = new DemoAllowance({ counts: env.DEMO_COUNT, secret: SECRET, perDay: 0, now });
    await expect(allowance.take(randomAddress())).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
  });

  it("is one for a network of 64 bits, twice that for 56 bits and four times that for 48", async () => {
    const at = "2026-03-05T12:00:00.000Z";
    const site = `2001:db8:${crypto.randomUUID().slice(0, 4)}`;
    expect(await takeAll(`${site}:1::1`, { at })).toBe(5);
    expect(await takeAll(`${site}:1:ffff:2:3:4`, { at })).toBe(0);
    expect(await takeAll(`${site}:2::1`, { at })).toBe(5);
    expect(await takeAll(`${site}:3::1`, { at })).toBe(0);
    expect((await takeAll(`${site}:100::1`, { at })) + (await takeAll(`${site}:200::1`, { at }))).toBe(10);
    expect(await takeAll(`${site}:300::1`, { at })).toBe(0);
    const v4 = randomAddress();
    expect(await takeAll(v4, { at })).toBe(5);
    expect(await takeAll(`::ffff:${v4}`, { at })).toBe(0);
  });

  it("is shared by all unknown addresses", async () => {
    const at = "2026-03-06T12:00:00.000Z";
    expect((await takeAll(null, { at })) + (await takeAll(null, { at }))).toBe(5);
  });

  it("is counted under names without the address, which another day's names have nothing in common with", async () => {
    const listNames = (day: string) => listDailyKeys("2001:db8:1:2::9", SECRET, day);
    const names = [...(await listNames("2026-04-01")), ...(await listNames("2026-04-02"))];
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });

  it("is forgotten when its day is over", async () => {
    const count = env.DEMO_COUNT.getByName(crypto.randomUUID());
    expect([await count.take(1), await count.take(1)]).toEqual([true, false]);
    const left = await runInDurableObject(count, async (_, { storage }) => (await storage.getAlarm()) ?? 0);
    expect(left - Date.now()).toBeGreaterThan(24 * 3_600_000);
    expect(await runDurableObjectAlarm(count)).toBe(true);
    expect(await count.take(1)).toBe(true);
  });

  it("is given back if the story could not be begun", async () => {
    const now = () => new Date(NOON);
    const allowance = new DemoAllowance({ counts: env.DEMO_COUNT, secret: SECRET, perDay: 1, now });
    const address = randomAddress();
    const giveBack = await allowance.take(address);
    await giveBack();
    await allowance.take(address);
    await expect(allowance.take(address)).rejects.toMatchObject({ code: "DEMO_RATE_LIMIT_EXCEEDED" });
  });
});

describe("a visitor who begins one demo after the other", () => {
  it("is refused above the allowance, whatever address their headers and body contain", async () => {
    const site = openSite({ DEMO_STORIES_PER_DAY: undefined });
    const address = randomAddress();
    const begin = (forged: string) =>
      site.browser().send(
        "POST",
        "/api/stories/demo",
        { ...SENT, clientIdentifier: forged },
        {
          "CF-Connecting-IP": address,
          "X-Forwarded-For": forged,
          "X-Real-IP": forged,
          "True-Client-IP": forged,
          Forwarded: `for=${forged}`,
        },
      );
    for (let begun = 0; begun < 5; begun += 1) {
      expect((await begin(randomAddress())).status).toBe(201);
    }
    const refused = await begin(randomAddress());
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(86_400);
    expect(await describeAnswer(refused)).toBe("429 DEMO_RATE_LIMIT_EXCEEDED");
  });

  it("is refused above it in a burst as well: of 21 requests at once 5 begin one", async () => {
    const site = openSite({ DEMO_STORIES_PER_DAY: undefined });
    const address = randomAddress();
    const begin = () =>
      site.browser().send("POST", "/api/stories/demo", SENT, { "CF-Connecting-IP": address });
    const answers = await Promise.all(Array.from({ length: 21 }, begin));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(16);
  });
});
