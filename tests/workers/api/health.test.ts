import { afterEach, describe, expect, it, vi } from "vitest";
import { TestSite } from "../helpers/site.ts";

const VERSION = { id: expect.any(String), tag: expect.any(String) };

describe("GET /api/health", () => {
  it("is ok when the database, KV, R2 and an object answer", async () => {
    const response = await new TestSite().fetch("/api/health");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: VERSION });
  });

  it("is live while nothing that it needs answers, and says which version does", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const site = new TestSite({
      VERSION: { id: "a-version", tag: "4f2a9c1", timestamp: "" },
      DB: { withSession: () => ({ batch: gone, getBookmark: () => null }) },
      KV: { get: gone },
    });

    const response = await site.fetch("/api/health/live");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: { id: "a-version", tag: "4f2a9c1" } });
  });

  it("names what does not answer", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const site = new TestSite({ KV: { get: gone }, PORTRAITS: { head: gone } });

    const response = await site.fetch("/api/health");

    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: "unavailable", version: VERSION, failing: ["kv", "r2"] });
  });
});

describe("GET /api/health, asked again and again", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks the services once in five seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let asked = 0;
    const get = async () => {
      asked += 1;
      return null;
    };
    const site = new TestSite({ KV: { get } });

    for (let call = 0; call < 20; call += 1) await site.fetch("/api/health");
    expect(asked).toBe(1);

    vi.advanceTimersByTime(5_000);
    await site.fetch("/api/health");
    expect(asked).toBe(2);
  });
});
