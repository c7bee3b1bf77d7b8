import { APICallError, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Not every server knows JSON schemas. A request with one that is refused (400, 422) is made again with the schema in the prompt, and so is
 * every later one to this model at once.
 */
export function schemaInWords(): LanguageModelMiddleware {
  let knowsNoSchemas = false;

  async function orInWords<Answer>(
    params: LanguageModelV4CallOptions,
    ask: () => PromiseLike<Answer>,
    askWith: (params: LanguageModelV4CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      const inWords = toWords(params);
      if (inWords === params || !isRefused(error) || params.abortSignal?.aborted) throw error;
      const answer = await askWith(inWords);
      knowsNoSchemas = true;
      return answer;
    }
  }

  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => (knowsNoSchemas ? toWords(params) : params),
    wrapGenerate: ({ doGenerate, params, model }) =>
      orInWords(params, doGenerate, (inWords) => model.doGenerate(inWords)),
    wrapStream: ({ doStream, params, model }) =>
      orInWords(params, doStream, (inWords) => model.doStream(inWords)),
  };
}

function isRefused(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
}

/** The same request with its schema at the end of the prompt; the request itself if it has none. */
function toWords(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { prompt, responseFormat } = params;
  const last = prompt.at(-1);
  if (responseFormat?.type !== "json" || last?.role !== "user") return params;
  const words = `Answer with one JSON value of this JSON schema and nothing else:\n${JSON.stringify(responseFormat.schema)}`;
  const content = last.content.map((part) =>
    part.type === "text" ? { ...part, text: `${part.text}\n\n${words}` } : part,
  );
  return {
    ...params,
    prompt: [...prompt.slice(0, -1), { ...last, content }],
    responseFormat: { type: "text" },
  };
}
