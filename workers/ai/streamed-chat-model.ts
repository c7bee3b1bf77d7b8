import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  type LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import type { ChatEnd } from "./chat-events.ts";
import { readChatStream } from "./chat-stream.ts";
import type { ModelFetch } from "./model-fetch.ts";

type Server = {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string | undefined;
  fetch: ModelFetch;
};

/**
 * The SDK's model of a server that speaks the protocol of OpenAI's chat completions. The SDK says what is sent and what an end means. Only
 * the events of a stream are read here, in one step, because the SDK passes each through five streams and two schemas (decision 60).
 */
export class StreamedChatModel extends OpenAICompatibleChatLanguageModel {
  readonly #server: Server;

  constructor(modelId: string, server: Server) {
    super(modelId, {
      provider: "openai-compatible.chat",
      url: ({ path }) => `${server.baseUrl}${path}`,
      headers: toHeaders(server),
      fetch: (input, init) => server.fetch(String(input), init ?? {}),
      supportsStructuredOutputs: true,
    });
    this.#server = server;
  }

  /** The stream leaves out the parts that say where a text begins or ends, because nobody here reads them. */
  override async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { body } = await this.prepareRequest(options);
    const request = { ...body, stream: true, stream_options: { include_usage: true } };
    const answer = await this.#ask(request, options.abortSignal);
    return { stream: readChatStream(answer, (end) => this.#convertEnd(end)) };
  }

  async #ask(request: object, signal: AbortSignal | undefined): Promise<ReadableStream<Uint8Array>> {
    const url = this.config.url({ path: "/chat/completions", modelId: this.modelId });
    const response = await this.#server.fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...toHeaders(this.#server) },
      body: JSON.stringify(request),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok && response.body !== null) return response.body;
    const { status: statusCode } = response;
    const responseBody = await response.text();
    const message = `The model answered ${statusCode}.`;
    throw new APICallError({ message, url, requestBodyValues: {}, statusCode, responseBody });
  }

  async #convertEnd({ finishReason, usage, hasRefusal }: ChatEnd): Promise<LanguageModelV4StreamPart> {
    const message = hasRefusal ? { refusal: "It was refused." } : {};
    const body = { choices: [{ message, finish_reason: finishReason }], usage };
    const end = await this.convertResponse({ body });
    return { type: "finish", finishReason: end.finishReason, usage: end.usage };
  }
}

/** Some hosts refuse a request without a User-Agent. */
function toHeaders({ apiKey }: Server): Record<string, string> {
  return { "User-Agent": "Talespark", ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}) };
}
