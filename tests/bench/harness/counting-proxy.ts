import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { findKind } from "./one-slot-model.ts";

/** What a model server says of a request that it has answered: its own counters, as llama.cpp names them. */
export type CountedCall = {
  /** `reply`, or the task in the background. */
  kind: string;
  /** Tokens of the prompt that it kept, that it read, and that it wrote. */
  kept: number;
  read: number;
  written: number;
  readMs: number;
  writeMs: number;
};

export type CountingProxy = {
  url: string;
  calls: CountedCall[];
  /** Milliseconds since the last request began or ended. */
  quietFor: () => number;
  close: () => Promise<void>;
};

const requestSchema = v.object({ messages: v.array(v.object({ role: v.string(), content: v.string() })) });
const timingsSchema = v.object({
  cache_n: v.number(),
  prompt_n: v.number(),
  prompt_ms: v.number(),
  predicted_n: v.number(),
  predicted_ms: v.number(),
});

/** Passes everything on to a model server, and keeps what the server counts. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const calls: CountedCall[] = [];
  const { origin } = new URL(target);
  let lastAt = performance.now();
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    lastAt = performance.now();
    pass(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        open -= 1;
        if (request.method === "POST") lastAt = performance.now();
      });
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const body = await readBody(request);
    const { method = "GET", url = "/" } = request;
    const answer = await fetch(origin + url, {
      method,
      signal: left.signal,
      ...(method === "POST" ? { body, headers: { "content-type": "application/json" } } : {}),
    });
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "application/json",
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      response.write(piece);
    }
    const counted = /"timings":(\{[^}]*\})/u.exec(text)?.[1];
    if (method === "POST" && counted !== undefined) calls.push(toCall(body, JSON.parse(counted)));
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    quietFor: () => (open > 0 ? 0 : performance.now() - lastAt),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toCall(body: string, counted: unknown): CountedCall {
  const timings = v.parse(timingsSchema, counted);
  return {
    kind: findKind(v.parse(requestSchema, JSON.parse(body))),
    kept: timings.cache_n,
    read: timings.prompt_n,
    written: timings.predicted_n,
    readMs: timings.prompt_ms,
    writeMs: timings.predicted_ms,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
