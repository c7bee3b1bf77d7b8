import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DemoAsk, followDemo } from "#app/features/demo/demo-calls.ts";
import { NO_DEMO_VALUES, readDemoValues } from "#app/features/demo/demo-values.ts";
import { encode, type ServerEvent } from "#domain/protocol.ts";
import { stubNetwork } from "../network.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PATH = "/api/stories/demo/story/message";
const ENDED: ServerEvent = {
  type: "stream-error",
  code: "STREAM_STOPPED",
  status: 499,
  message: "Stopped.",
  requestId: "request",
};

function toAsk(signal = new AbortController().signal): DemoAsk {
  return { storyId: "story", call: "message", body: { requestId: "request", content: "Go." }, signal };
}

function answerWith(event: ServerEvent): Response {
  return new Response(`data: ${encode(event)}\n\n`, { headers: { "Content-Type": "text/event-stream" } });
}

/** A call that is never answered and ends only when it is aborted. */
function hang({ signal }: { signal: AbortSignal | null }): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

test("a call that is not answered within 15 s is sent again with the same request id", async () => {
  const answers = [hang, () => answerWith(ENDED)];
  const calls = stubNetwork({ [PATH]: (call) => answers[calls.length - 1]?.(call) ?? hang(call) });
  const events: ServerEvent[] = [];
  const followed = followDemo(toAsk(), (event) => events.push(event));
  await vi.advanceTimersByTimeAsync(14_900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_200);
  await followed;
  expect(events).toEqual([ENDED]);
  expect(calls.map(({ body }) => body)).toEqual([toAsk().body, toAsk().body]);
});

test("a person who leaves ends the call at once", async () => {
  const calls = stubNetwork({ [PATH]: hang });
  const left = new AbortController();
  const followed = followDemo(toAsk(left.signal), () => undefined);
  left.abort(new Error("left"));
  await expect(followed).rejects.toThrow("left");
  expect(calls).toHaveLength(1);
});

test("a server that answers no attempt is reported as unreachable", async () => {
  stubNetwork({ [PATH]: hang });
  const followed = expect(followDemo(toAsk(), () => undefined)).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
  await vi.advanceTimersByTimeAsync(4 * 15_000 + 7_000);
  await followed;
});

function fillIn(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const GOTHIC = { ...NO_DEMO_VALUES, genre: "Horror", subGenre: "Gothic", title: "The Guest" };

test("an idea's sub-genre stays while its field is not loaded yet, and another genre drops it", () => {
  expect(readDemoValues(fillIn({ genre: "Horror" }), GOTHIC).subGenre).toBe("Gothic");
  expect(readDemoValues(fillIn({ genre: "Horror", subGenre: "" }), GOTHIC).subGenre).toBe("");
  expect(readDemoValues(fillIn({ genre: "Mystery" }), GOTHIC).subGenre).toBe("");
});
