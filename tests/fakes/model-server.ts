import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import * as v from "valibot";
import { json, startFake, wait } from "./http.ts";
import { chatRequestSchema } from "./scripted-answers.ts";
import { beginStream, chunk, completion, endStream, send } from "./scripted-model-server.ts";

/** How a fake model sends a passage. */
export type Telling = {
  /** Pieces per second, of 12 characters each; `Infinity`: all in one piece. */
  piecesPerSecond?: number;
  /** After each of these parts of the text it waits until it is released. Empty: it sends nothing before. */
  holdsAfter?: readonly string[];
  /** Answers only a message of the person that contains this; absent: any message. */
  to?: string;
};

export type ModelServer = {
  /** Ends in `/v1`. */
  baseUrl: string;
  model: string;
  /** From now on it answers with this text, to messages that match `telling.to`. Each call of the returned function ends a wait. */
  tells(text: string, telling?: Telling): () => void;
  /** From now on it answers with this status to a message that contains `to`. */
  fails(status: number, to: string): void;
  /** The whole text of each request of this test whose last message contains `to`. */
  prompts(to?: string): string[];
  /** Forgets the answers that a test has set, and its requests. */
  forget(): void;
  stop(): Promise<void>;
};

type Answer = (response: ServerResponse, isStream: boolean) => Promise<void> | void;

const PIECES = /.{1,12}/gsu;

/**
 * A fake model server for browser tests: it speaks the OpenAI protocol over HTTP and sends the texts that a test has set.
 * scripted-model-server.ts simulates connection faults (cut, silence, malformed data).
 */
export async function startModelServer(): Promise<ModelServer> {
  const model = "told";
  const answers: { to: string; answer: Answer }[] = [];
  const requests: string[][] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") return json(response, 404, {});
    const { messages, stream } = v.parse(chatRequestSchema, JSON.parse(await readText(request)));
    requests.push(messages.map(({ content }) => content));
    const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
    await answers.findLast(({ to }) => asked.includes(to))?.answer(response, stream);
  }
  const fake = await startFake(handle);
  const server: ModelServer = {
    baseUrl: `${fake.url}/v1`,
    model,
    tells(text, { piecesPerSecond = 200, holdsAfter = [], to = "" } = {}) {
      const holds = holdsAfter.map((beginning) => ({
        at: text.indexOf(beginning) + beginning.length,
        ...Promise.withResolvers<void>(),
      }));
      async function answer(response: ServerResponse, isStream: boolean): Promise<void> {
        if (!isStream) return json(response, 200, completion(model, text));
        beginStream(response);
        response.flushHeaders();
        const isWhole = piecesPerSecond === Number.POSITIVE_INFINITY;
        let sent = 0;
        for (const { at, promise } of [...holds, { at: text.length, promise: null }]) {
          const part = text.slice(sent, at);
          for (const content of isWhole ? [part] : (part.match(PIECES) ?? [])) {
            if (response.destroyed) return;
            send(response, chunk(model, { content }, null));
            await wait(1_000 / piecesPerSecond);
          }
          sent = at;
          await promise;
        }
        endStream(response, model);
      }
      answers.push({ to, answer });
      let released = 0;
      return () => holds[released++]?.resolve();
    },
    fails(status, to) {
      const body = { error: { message: "The fake model was told to fail." } };
      answers.push({ to, answer: (response) => json(response, status, body) });
    },
    prompts: (to = "") =>
      requests.filter((texts) => texts.at(-1)?.includes(to)).map((texts) => texts.join("\n")),
    forget() {
      answers.length = 0;
      requests.length = 0;
      server.tells("The fake model has been given nothing else to tell, and so it tells this.");
    },
    stop: fake.close,
  };
  server.forget();
  return server;
}
