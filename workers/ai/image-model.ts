import { AppError } from "#domain/errors.ts";
import type { PortraitMediaType } from "#domain/portraits.ts";
import type { Settings } from "../settings.ts";
import { sniffImageType } from "./image-bytes.ts";
import { askServer, askWorkersAi } from "./image-engines.ts";

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

/**
 * The only way to image generation: asks the engine that `AI_IMAGE_PROVIDER` names for one picture. Throws AppError
 * IMAGE_UNAVAILABLE (there is none, refused, 5xx), IMAGE_BUSY (429), IMAGE_TIMEOUT, IMAGE_REFUSED (content policy) or
 * IMAGE_FAILED (no PNG, JPEG or WebP, or too large), and the reason of `signal` if that aborts. Throws an ordinary error if
 * the engine needs a binding that is not there: a mistake of the configuration.
 */
export async function generateImage(
  settings: Settings,
  bindings: ImageModelBindings,
  request: ImageRequest,
  { timeoutMs = IMAGE_TIMEOUT_MS } = {},
): Promise<PaintedImage> {
  if (settings.AI_IMAGE_PROVIDER === "none") throw new AppError("IMAGE_UNAVAILABLE");
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const bytes = await untilAborted(askEngine(settings, bindings, { ...request, signal }), signal);
    const mediaType = sniffImageType(bytes);
    if (mediaType === null) throw new AppError("IMAGE_FAILED");
    return { bytes, mediaType, model: settings.AI_IMAGE_MODEL };
  } catch (error) {
    request.signal.throwIfAborted();
    if (deadline.aborted) throw new AppError("IMAGE_TIMEOUT", { cause: error });
    throw error;
  }
}

type ImageSettings = Exclude<Settings, { AI_IMAGE_PROVIDER: "none" }>;

function askEngine(
  settings: ImageSettings,
  { AI }: ImageModelBindings,
  request: ImageRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  if (settings.AI_IMAGE_PROVIDER === "openai-compatible") return askServer(settings, request);
  if (AI === undefined) throw new Error("AI_IMAGE_PROVIDER is workers-ai, but the Worker has no AI binding.");
  return askWorkersAi(AI, settings.AI_IMAGE_MODEL, request);
}

/** The same result, or the reason of `signal` as soon as that aborts: not every engine listens to it. */
function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([result, promise]);
}
