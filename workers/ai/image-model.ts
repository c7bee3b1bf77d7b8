import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, type ImageModelV4 } from "@ai-sdk/provider";
import { generateImage, type ImageModelMiddleware, wrapImageModel } from "ai";
import { createWorkersAI } from "workers-ai-provider";
import { AppError } from "#domain/errors.ts";
import { PORTRAIT_SIZE, type PortraitMediaType } from "#domain/portraits.ts";
import { sniffImageType } from "../pictures/image-bytes.ts";
import { readAtMost } from "../read-at-most.ts";
import type { Settings } from "../settings.ts";
import { IMAGE_PROMPT_MAX } from "./prompts/portrait-image.ts";

export type ImageRequest = {
  /** The description of the picture, including the art style: see `buildPortraitImagePrompt`. */
  prompt: string;
  /** The same prompt and seed give the same picture, where the model has seeds. A whole number from 0 to 2³²−1. */
  seed: number;
  /** The requested diffusion steps, reduced to the limit of the model. */
  steps: number;
  signal: AbortSignal;
};

export type PaintedImage = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Read off the bytes, whatever the server said. */
  mediaType: PortraitMediaType;
  /** The id of the model that made it. */
  model: string;
};

/** The binding exists only in a deployment; locally it would require an account. */
export type ImageModelBindings = { AI?: Ai };

/** The specification's limit for what a model is waited for. */
const IMAGE_TIMEOUT_MS = 60_000;
/** A picture of 512 × 512 pixels has a tenth of it. */
const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** The same in base64, in JSON. */
const ANSWER_MAX_BYTES = Math.ceil((IMAGE_MAX_BYTES * 4) / 3) + 64 * 1024;
const SERVER_STEPS_MAX = 50; // what the specification asks for; a server that has a lower limit clamps it itself

const REFUSAL = /content.?policy|moderation|nsfw|safety|flagged|inappropriate/iu;
/** Workers AI has no error codes of its own for exceeded capacity or the daily allowance. */
const WORKERS_AI_BUSY = /\b(?:3036|3040|429)\b|capacity|rate.?limit/iu;

/**
 * The only way to image generation: asks the engine that `AI_IMAGE_PROVIDER` names for one picture. Throws AppError
 * IMAGE_UNAVAILABLE (there is none, refused, 5xx), IMAGE_BUSY (429), IMAGE_TIMEOUT, IMAGE_REFUSED (content policy) or
 * IMAGE_FAILED (no PNG, JPEG or WebP, or too large), and the reason of `signal` if that aborts. Throws an ordinary error if
 * the engine needs a binding that is not there: a mistake of the configuration.
 */
export async function paintImage(
  settings: Settings,
  bindings: ImageModelBindings,
  request: ImageRequest,
  { timeoutMs = IMAGE_TIMEOUT_MS } = {},
): Promise<PaintedImage> {
  if (settings.AI_IMAGE_PROVIDER === "none") throw new AppError("IMAGE_UNAVAILABLE");
  const call = toCall(settings, bindings, request);
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const answer = generateImage({ ...call, maxRetries: 0, abortSignal: signal });
    const { image } = await untilAborted(answer, signal);
    const bytes = new Uint8Array(image.uint8Array);
    const mediaType = sniffImageType(bytes);
    if (mediaType === null || bytes.byteLength > IMAGE_MAX_BYTES) throw new AppError("IMAGE_FAILED");
    return { bytes, mediaType, model: settings.AI_IMAGE_MODEL };
  } catch (error) {
    request.signal.throwIfAborted();
    if (deadline.aborted) throw new AppError("IMAGE_TIMEOUT", { cause: error });
    throw toAppError(error);
  }
}

type ImageSettings = Exclude<Settings, { AI_IMAGE_PROVIDER: "none" }>;

/** The model, and what it is asked for in its own terms. */
function toCall(settings: ImageSettings, { AI }: ImageModelBindings, { prompt, seed, steps }: ImageRequest) {
  const size = `${PORTRAIT_SIZE}x${PORTRAIT_SIZE}` as const;
  if (settings.AI_IMAGE_PROVIDER === "openai-compatible") {
    const further = { seed, steps: clamp(steps, SERVER_STEPS_MAX), ...AS_BYTES };
    return { model: serverModel(settings), prompt, size, providerOptions: { openaiCompatible: further } };
  }
  if (AI === undefined) throw new Error("AI_IMAGE_PROVIDER is workers-ai, but the Worker has no AI binding.");
  const { AI_IMAGE_MODEL: id } = settings;
  // FLUX takes at most 8 steps and knows no size; the others take 20.
  const isFlux = id.includes("/flux-1-");
  const binding = withInputs(AI, isFlux ? { steps: clamp(steps, 8) } : { num_steps: clamp(steps, 20) });
  return {
    model: createWorkersAI({ binding }).imageModel(id),
    prompt: prompt.slice(0, IMAGE_PROMPT_MAX).toWellFormed(),
    seed,
    ...(isFlux ? {} : { size }),
  };
}

type ServerSettings = Extract<ImageSettings, { AI_IMAGE_PROVIDER: "openai-compatible" }>;

function serverModel({ AI_IMAGE_BASE_URL, AI_IMAGE_API_KEY, AI_IMAGE_MODEL }: ServerSettings): ImageModelV4 {
  const server = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: AI_IMAGE_BASE_URL,
    ...(AI_IMAGE_API_KEY ? { apiKey: AI_IMAGE_API_KEY } : {}),
    fetch: fetchPicture,
  });
  return wrapImageModel({ model: server.imageModel(AI_IMAGE_MODEL), middleware: againWithoutParameters });
}

/** Without it xAI and DALL·E give an address; OpenAI's newer models refuse it and give bytes. */
const AS_BYTES = { response_format: "b64_json" };

/** Not all servers know seeds, steps and sizes, and some refuse what they don't know: then they are asked again without. */
const againWithoutParameters: ImageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: ({ doGenerate, params, model }) => {
    const again = (providerOptions: typeof params.providerOptions) => () =>
      model.doGenerate({ ...params, size: undefined, providerOptions });
    return ifRefused(doGenerate, () => ifRefused(again({ openaiCompatible: AS_BYTES }), again({})));
  },
};

async function ifRefused<T>(ask: () => PromiseLike<T>, askOtherwise: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!APICallError.isInstance(error) || isPolicy(error)) throw error;
    if (error.statusCode !== 400 && error.statusCode !== 422) throw error;
    return askOtherwise();
  }
}

/** The key is for the configured server, so no redirect is followed, and no address that it names instead of a picture. */
async function fetchPicture(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method !== "POST") throw new AppError("IMAGE_FAILED");
  try {
    const response = await fetch(input, { ...init, redirect: "manual" });
    const bytes = response.body && (await readAtMost(response.body, ANSWER_MAX_BYTES));
    const headers = { "Content-Type": "application/json" };
    return new Response(bytes, { status: response.status, headers });
  } catch (error) {
    throw new AppError("IMAGE_UNAVAILABLE", { cause: error });
  }
}

/** The binding with inputs that its provider does not know. */
function withInputs(binding: Ai, further: Record<string, unknown>): Ai {
  const run = (model: string, inputs: object, options: AiOptions) =>
    binding.run(model, { ...inputs, ...further }, options);
  // The provider of images calls `run` alone.
  return { run } as unknown as Ai;
}

/** The same result, or the reason of `signal` as soon as that aborts: not every engine listens to it. */
function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([result, promise]);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Not a picture: no JSON, none in it, or no base64.
  if (!APICallError.isInstance(error) || error.statusCode === 200) {
    return new AppError("IMAGE_FAILED", { cause: error });
  }
  if (isPolicy(error)) return new AppError("IMAGE_REFUSED", { cause: error });
  const isBusy = error.statusCode === 429 || WORKERS_AI_BUSY.test(error.message);
  return new AppError(isBusy ? "IMAGE_BUSY" : "IMAGE_UNAVAILABLE", { cause: error });
}

/** Whether an error's code, type or message speaks of a content policy. */
function isPolicy({ message, responseBody = "" }: APICallError): boolean {
  return REFUSAL.test(`${message} ${responseBody}`);
}

function clamp(steps: number, most: number): number {
  return Math.min(Math.max(Math.round(steps), 1), most);
}
