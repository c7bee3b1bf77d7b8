import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SessionMemory } from "#workers/auth/session-memory.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps a session for a minute from when it was read or written, however often it is looked for", () => {
  const memory = new SessionMemory<string>();
  memory.keep("a", "first");
  vi.setSystemTime(30_000);
  expect(memory.find("a")).toBe("first");
  vi.setSystemTime(59_999);
  expect(memory.find("a")).toBe("first");
  vi.setSystemTime(60_000);
  expect(memory.find("a")).toBeNull();

  memory.keep("a", "second");
  memory.forget("a");
  expect(memory.find("a")).toBeNull();
});

it("keeps 5,000 sessions, the latest", () => {
  const memory = new SessionMemory<number>();
  for (let id = 0; id < 5_000; id += 1) memory.keep(String(id), id);
  memory.keep("0", 0);
  memory.keep("new", 1);

  expect(memory.find("0")).toBe(0);
  expect(memory.find("1")).toBeNull();
  expect(memory.find("2")).toBe(2);
  expect(memory.find("new")).toBe(1);
});
