import { once } from "node:events";
import { MODEL_ID } from "@talespark/storyteller";
import { expect, it, onTestFinished } from "vitest";
import { anyFreePort } from "#tools/ports.ts";
import { STORYTELLER_MODEL } from "#tools/settings.ts";
import { startLocalService } from "./local-service.ts";

const MAIN = "tools/local-services/storyteller/main.ts";

it("is known to the tools by the id that it has", () => {
  expect(STORYTELLER_MODEL).toBe(MODEL_ID);
});

it("runs as a process of its own with one line on stdout", async () => {
  const port = await anyFreePort();
  const service = await startLocalService(MAIN, { PORT: String(port), DELAY_MS: "0" });
  onTestFinished(service.stop);
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: MODEL_ID,
      messages: [{ role: "user", content: "<opening_request/>" }],
      stream: true,
    }),
  });
  expect((await response.text()).split("\n\n").length).toBeGreaterThan(50);
  expect(service.stdout()).toBe(`ready http://127.0.0.1:${port}`);
  expect(service.stderr()).toBe("");
  const ended = once(service.process, "exit");
  service.process.stdin?.end();
  expect((await ended)[0]).toBe(0);
});

it("names a wrong setting in one sentence and doesn't start", async () => {
  const start = startLocalService(MAIN, { PORT: "4000", DELAY_MS: "fast" });
  await expect(start).rejects.toThrow("DELAY_MS is not a whole number.");
});
