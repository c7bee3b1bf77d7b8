import { expect, test } from "vitest";
import { toConnectionNotice } from "#app/features/conversation/connection-notice.ts";

test("offline it says at once that what was written is kept; otherwise what the connection does", () => {
  const offline = "You are offline. What you wrote is kept and will be sent.";
  expect(toConnectionNotice("open", false)).toBe(offline);
  expect(toConnectionNotice("reconnecting", false)).toBe(offline);
  expect(toConnectionNotice("open", true)).toBeNull();
  expect(toConnectionNotice("reconnecting", true)).toBe("Reconnecting…");
  expect(toConnectionNotice("unreachable", true)).toMatch(/^Failed to establish WebSocket connection\. /);
});
