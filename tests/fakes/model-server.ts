import { LLMock } from "@copilotkit/aimock";
import * as v from "valibot";

/** How a fake model sends a passage. */
export type Telling = {
  /** Milliseconds until the first piece. */
  firstMs?: number;
  /** Pieces per second, of 12 characters each. */
  piecesPerSecond?: number;
  /** Answers only a message of the person that contains this; absent: any message. */
  to?: string;
};

/** A request that the fake model received. */
export type ModelRequest = {
  messages: { role: string; text: string }[];
  /** The client closed it before the reply was complete. */
  interrupted: boolean;
};

export type ModelServer = {
  /** Ends in `/v1`. */
  baseUrl: string;
  model: string;
  /** From now on it answers with this text, to messages that match `telling.to`. */
  tells(text: string, telling?: Telling): void;
  /** From now on it answers with this status to a message that contains `to`. */
  fails(status: number, to: string): void;
  requests(): ModelRequest[];
  /** Drops everything that tests have set. Recorded requests stay. */
  forget(): void;
  stop(): Promise<void>;
};

const PIECE_LENGTH = 12;

/**
 * A fake model server for browser tests (aimock on a port of its own): it speaks the OpenAI protocol over HTTP and
 * sends the texts that a test has set. scripted-model-server.ts simulates connection faults (cut, silence, malformed
 * data).
 */
export async function startModelServer(): Promise<ModelServer> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: PIECE_LENGTH });
  const url = await mock.start();
  const server: ModelServer = {
    baseUrl: `${url}/v1`,
    model: "aimock",
    tells(text, { firstMs = 0, piecesPerSecond = 200, to = "" } = {}) {
      mock.prependFixture({
        match: { predicate: (request) => lastMessage(request).includes(to) },
        response: { content: text },
        streamingProfile: { ttft: firstMs, tps: piecesPerSecond },
      });
    },
    fails(status, to) {
      mock.prependFixture({
        match: { predicate: (request) => lastMessage(request).includes(to) },
        response: { error: { message: "The fake model was told to fail." }, status },
      });
    },
    requests() {
      return mock.getRequests().flatMap(({ body, response }) => {
        const messages = readMessages(body);
        return messages.length === 0 ? [] : [{ messages, interrupted: response.interrupted === true }];
      });
    },
    forget() {
      mock.clearFixtures();
      server.tells("The fake model has been given nothing else to tell, and so it tells this.");
    },
    stop: () => mock.stop(),
  };
  server.forget();
  return server;
}

const textOf = v.pipe(
  v.union([v.string(), v.array(v.object({ text: v.optional(v.string(), "") }))]),
  v.transform((content) =>
    typeof content === "string" ? content : content.map(({ text }) => text).join(""),
  ),
);
const requestSchema = v.object({ messages: v.array(v.object({ role: v.string(), content: textOf })) });

function lastMessage(request: unknown): string {
  return readMessages(request).findLast(({ role }) => role === "user")?.text ?? "";
}

/** The messages of a chat request; none of any other. */
function readMessages(request: unknown): ModelRequest["messages"] {
  const parsed = v.safeParse(requestSchema, request);
  return parsed.success ? parsed.output.messages.map(({ role, content }) => ({ role, text: content })) : [];
}
