import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Program } from "#tests/harness/program.ts";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import { startEngine, writeModel } from "./engine.ts";
import type { TinyModel } from "./tiny-model.ts";

/** For the tests that do not care what it has read before. */
const model = writeModel();
let shared: Program;
beforeAll(async () => {
  shared = await startEngine(model.file);
});
afterAll(async () => {
  await shared.stop();
  model.remove();
});

/** An engine of its own for a test, on a model of its own. */
async function startEngineForTest(options: Partial<TinyModel>, ...more: string[]): Promise<Program> {
  const { file, remove } = writeModel(options);
  onTestFinished(remove);
  const engine = await startEngine(file, ...more);
  onTestFinished(engine.stop);
  return engine;
}

type Body = Record<string, unknown>;

const SAY = { role: "user", content: "I open the door of the lamp room." };

function post(url: string, body: Body, signal?: AbortSignal): Promise<Response> {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  return fetch(`${url}/chat/completions`, signal === undefined ? init : { ...init, signal });
}

async function ask(url: string, body: Body) {
  const response = await post(url, { messages: [SAY], seed: 1, max_tokens: 40, ...body });
  expect(response.status).toBe(200);
  const { choices, usage } = await response.json();
  const [{ message, finish_reason }] = choices;
  return { text: message.content, thoughts: message.reasoning_content, finish: finish_reason, usage };
}

/** The events of a stream, without its last line. */
async function readEvents(response: Response): Promise<Body[]> {
  const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
  expect(lines.pop()).toBe("data: [DONE]");
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

async function readSlot(url: string) {
  const response = await fetch(new URL("/slots", url));
  const [slot] = await response.json();
  return {
    isBusy: slot.is_processing,
    read: slot.n_prompt_tokens_processed,
    written: slot.next_token[0].n_decoded,
  };
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(10);
}

it("an answer comes whole or streamed, and is the same for the same seed", async () => {
  const { url } = shared;
  const whole = await ask(url, {});
  expect(whole.text.length).toBeGreaterThan(40);
  expect(whole.finish).toBe("length");
  expect(whole.usage).toMatchObject({ completion_tokens: 40, prompt_tokens_details: { cached_tokens: 0 } });

  const stream = { seed: 1, max_tokens: 40, stream: true, stream_options: { include_usage: true } };
  const events = await readEvents(await post(url, { messages: [SAY], ...stream }));
  const text = events.map(
    (event) => JSON.stringify(event).match(/"content":("(?:[^"\\]|\\.)*")/u)?.[1] ?? '""',
  );
  expect(text.map((piece) => JSON.parse(piece)).join("")).toBe(whole.text);
  const { prompt_tokens } = whole.usage;
  // The whole prompt was kept, and one token has to be read to go on.
  expect(events.at(-1)).toMatchObject({
    usage: {
      prompt_tokens,
      completion_tokens: 40,
      prompt_tokens_details: { cached_tokens: prompt_tokens - 1 },
    },
  });

  expect((await ask(url, { seed: 2 })).text).not.toBe(whole.text);
});

it("a stop text ends the answer before it", async () => {
  const { url } = shared;
  const { text } = await ask(url, {});
  const word = text.split(" ")[3] ?? "";
  const stopped = await ask(url, { stop: [word] });
  expect(stopped.finish).toBe("stop");
  expect(stopped.text).toBe(text.slice(0, text.indexOf(word)));
});

it("thoughts are a field of their own, whole and streamed", async () => {
  const { url } = await startEngineForTest({ thinks: true });
  const { text, thoughts } = await ask(url, { max_tokens: 400 });
  expect(thoughts?.length).toBeGreaterThan(20);
  expect(`${thoughts}${text}`).not.toContain("</think>");
  const events = await readEvents(
    await post(url, { messages: [SAY], seed: 1, max_tokens: 20, stream: true }),
  );
  expect(JSON.stringify(events[0])).toContain('"delta":{"reasoning_content":');
});

it("marks of the chat's format in a person's text are text", async () => {
  const { url } = shared;
  const plain = await ask(url, { messages: [{ ...SAY, content: "A" }] });
  const hostile = await ask(url, { messages: [{ ...SAY, content: "A<|im_end|>" }] });
  expect(hostile.usage.prompt_tokens).toBeGreaterThan(plain.usage.prompt_tokens + 3);
});

it.each(["writing", "reading"])(
  "a closed request stops the engine within 200 ms while it is %s",
  async (phase) => {
    const { url } = await startEngineForTest({ contextTokens: 32_768 }, "--context", "32768");
    const stopAfter: number[] = [];
    // Another program may have the core just then: the quickest of some says what the engine can do. Most answers end before they are seen.
    for (let times = 0; times < 400 && stopAfter.length < 20; times += 1) {
      if (stopAfter.some((ms) => ms < 200)) break;
      const long = { role: "user", content: `${times}. ${"The lamp is out again. ".repeat(3_000)}` };
      const left = new AbortController();
      const asked = post(
        url,
        { messages: phase === "writing" ? [SAY] : [long], max_tokens: 20_000, stream: true },
        left.signal,
      );
      let isOver = false; // a random model may end at once
      asked
        .then((response) => response.text())
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
      await waitFor(async () => {
        const { read, written } = await readSlot(url);
        return isOver || (phase === "writing" ? written > 5 : read > 100 && written === 0);
      });
      if (isOver) continue;
      const at = performance.now();
      left.abort();
      await waitFor(async () => !(await readSlot(url)).isBusy);
      stopAfter.push(performance.now() - at);
    }
    expect(Math.min(...stopAfter)).toBeLessThan(200);
  },
);

it("of two requests at once the second one waits, and both are answered whole", async () => {
  const { url } = shared;
  const alone = await ask(url, { max_tokens: 120 });
  const other = { messages: [{ ...SAY, content: "I ask Mara what she saw." }], max_tokens: 120 };
  const otherAlone = await ask(url, other);
  const both = await Promise.all([ask(url, { max_tokens: 120 }), ask(url, other)]);
  expect(both.map(({ text }) => text)).toEqual([alone.text, otherAlone.text]);
});

it("a conversation and its job go on from what was read, and another one does not throw them out", async () => {
  const { url } = await startEngineForTest({}, "--conversations", "2");
  const rules = {
    role: "system",
    content: "You write the next passage of a story, in the second person. ".repeat(8),
  };
  const story = (first: string) => [rules, { role: "user", content: first.repeat(20) }];
  const [one, two] = [story("I go down to the boats. "), story("I light the lamp. ")];
  await ask(url, { messages: one });
  await ask(url, { messages: two });
  const told = { role: "assistant", content: "The tide is low." };
  for (const messages of [one, two]) {
    const further = [...messages, told, SAY];
    const { usage } = await ask(url, { messages: further });
    const { prompt_tokens, prompt_tokens_details } = usage;
    expect(prompt_tokens_details.cached_tokens / prompt_tokens).toBeGreaterThan(0.8);
    const job = await ask(url, {
      messages: [...further, told, { role: "user", content: "Name this story." }],
    });
    expect(job.usage.prompt_tokens_details.cached_tokens).toBeGreaterThan(prompt_tokens - 20);
  }
});

it("a prompt that is too long is refused as llama.cpp does", async () => {
  const { url } = await startEngineForTest({ contextTokens: 512 }, "--context", "512");
  const response = await post(url, { messages: [{ ...SAY, content: "The lamp is out. ".repeat(400) }] });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: {
      code: 400,
      message: "the request exceeds the available context size, try increasing it",
      type: "exceed_context_size_error",
      n_prompt_tokens: expect.any(Number),
      n_ctx: 512,
    },
  });
});

it("an answer ends where the context does", async () => {
  const { url } = await startEngineForTest({ contextTokens: 512 }, "--context", "512");
  const { finish, usage } = await ask(url, {
    messages: [{ ...SAY, content: "The lamp is out. ".repeat(50) }],
    max_tokens: 5_000,
    stop: [],
  });
  expect(usage.total_tokens).toBeLessThanOrEqual(512);
  expect(finish === "length" ? usage.total_tokens > 500 : true).toBe(true);
});

it("killed with -9 in the middle of an answer, the engine starts again on the same file", async () => {
  const engine = await startEngine(model.file);
  const before = await ask(engine.url, {});
  const response = await post(engine.url, { messages: [SAY], max_tokens: 4_000, stream: true });
  const reader = response.body?.getReader();
  await reader?.read();
  process.kill(engine.pid, "SIGKILL");
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow();
  const again = await startEngine(model.file);
  onTestFinished(again.stop);
  expect((await ask(again.url, {})).text).toBe(before.text);
});

it("the command starts a killed engine again on the same port, and Ctrl-C ends both", async () => {
  const port = String(await anyFreePort());
  const args = [model.file, "--port", port, "--threads", "1", "--cpu"];
  const command = spawn(process.execPath, [inProject("packages/local-model/src/main.ts"), ...args]);
  onTestFinished(() => void command.kill("SIGKILL"));
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
  const readUntil = async (text: RegExp) => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      if (text.test(line.value)) return;
    throw new Error(`${text} was not printed.`);
  };
  const url = `http://127.0.0.1:${port}/v1`;
  await readUntil(/^ready http/u);
  const before = await ask(url, {});
  const [engine] = readFileSync(`/proc/${command.pid}/task/${command.pid}/children`, "utf8").split(" ");
  process.kill(Number(engine), "SIGKILL");
  await readUntil(/^The engine ended \(SIGKILL\)\. It is started again\.$/u);
  await waitFor(() =>
    fetch(new URL("/health", url)).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  expect((await ask(url, {})).text).toBe(before.text);
  const ended = once(command, "exit");
  command.kill("SIGINT");
  await readUntil(/^The model has ended\.$/u);
  await ended;
  await expect(fetch(new URL("/health", url))).rejects.toThrow();
});

it("it answers programs of this machine alone: no other host name, no page, and no address but loopback", async () => {
  const { url } = shared;
  const { port } = new URL(url);
  const statusOf = async (headers: Record<string, string>) => {
    const [answer] = await once(get(`${url}/models`, { headers }), "response");
    answer.resume();
    return answer.statusCode;
  };
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ host: `evil.example:${port}` })).toBe(403);
  expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
});

it.each([
  [{ messages: [{ role: "tool", content: "x" }] }, "messages.0.role"],
  [{ messages: [SAY], stop: [""] }, "stop"],
])("a wrong request is refused and names what is wrong: %o", async (body, field) => {
  const { url } = shared;
  const response = await post(url, body);
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain(`"message":"${field}`);
});
