import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

type Refused = { error: unknown; params: LanguageModelV4CallOptions; model: LanguageModelV4 };

/**
 * Asks once more where a request was refused. `mend` gives the request that is made then; `null`: none would help. `onMended` is called when
 * that one is answered.
 */
export function askAgain(
  mend: (refused: Refused) => LanguageModelV4CallOptions | null,
  onMended: () => void = () => undefined,
): LanguageModelMiddleware {
  async function orAgain<Answer>(
    { params, model }: Omit<Refused, "error">,
    ask: () => PromiseLike<Answer>,
    askWith: (mended: LanguageModelV4CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      const mended = params.abortSignal?.aborted ? null : mend({ error, params, model });
      if (mended === null) throw error;
      const answer = await askWith(mended);
      onMended();
      return answer;
    }
  }
  return {
    specificationVersion: "v4",
    wrapGenerate: ({ doGenerate, ...call }) =>
      orAgain(call, doGenerate, (mended) => call.model.doGenerate(mended)),
    wrapStream: ({ doStream, ...call }) => orAgain(call, doStream, (mended) => call.model.doStream(mended)),
  };
}

/**
 * Not every server knows JSON schemas. A request with one that is refused is made again with the schema in the prompt, and so is every later
 * one to this model at once.
 */
export function schemaInWords(): LanguageModelMiddleware {
  let knowsNoSchemas = false;
  const again = askAgain(
    ({ error, params }) => {
      const inWords = toWords(params);
      return inWords === params || !isRefused(error) ? null : inWords;
    },
    () => {
      knowsNoSchemas = true;
    },
  );
  return { ...again, transformParams: async ({ params }) => (knowsNoSchemas ? toWords(params) : params) };
}

/** Workers AI has no status for it: "5025: This model doesn't support JSON Schema", "JSON Mode couldn't be met". */
const NO_SCHEMAS = /json[ _](?:schema|mode)/iu;

function isRefused(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, message } = error;
  return statusCode === 400 || statusCode === 422 || (statusCode === undefined && NO_SCHEMAS.test(message));
}

/** A model that is asked with the schema in the prompt alone. */
export const inWords: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => toWords(params),
};

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
