import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PendingRequest } from "#app/features/conversation/live/conversation-state.ts";
import {
  keepRequest,
  readKeptRequest,
  reclaimMessage,
} from "#app/features/conversation/live/kept-request.ts";
import { memoryStorage } from "../../storage/memory-storage.ts";

const MESSAGE: PendingRequest = { requestId: "r1", kind: "message", content: "I knock.", accepted: false };

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a reload finds the pending request again", () => {
  keepRequest("ada", "one", MESSAGE);
  expect(readKeptRequest("one")).toEqual(MESSAGE);
  keepRequest("ada", "one", null);
  expect(readKeptRequest("one")).toBeNull();
});

test("the message of a closed tab is taken over by its own reader, once", async () => {
  const accepted = { ...MESSAGE, accepted: true };
  keepRequest("ada", "one", MESSAGE);
  keepRequest("ada", "one", accepted);
  await expect.poll(() => localStorage.length).toBe(1);
  vi.stubGlobal("sessionStorage", memoryStorage()); // another tab
  expect(await reclaimMessage("grace", "one")).toBeNull();
  expect(await reclaimMessage("ada", "one")).toEqual(accepted);
  keepRequest("ada", "one", null);
  await expect.poll(() => localStorage.length).toBe(0);
  expect(await reclaimMessage("ada", "one")).toBeNull();
});

test("a request without words ends with its tab", async () => {
  keepRequest("ada", "one", { ...MESSAGE, kind: "continue", content: "" });
  expect(readKeptRequest("one")).not.toBeNull();
  vi.stubGlobal("sessionStorage", memoryStorage());
  expect(await reclaimMessage("ada", "one")).toBeNull();
});

test.each(["", "{", '{"requestId":"r1"}'])("a kept request that can't be read (%j) is none", (text) => {
  sessionStorage.setItem("talespark:request:one", text);
  expect(readKeptRequest("one")).toBeNull();
});
