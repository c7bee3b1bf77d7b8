import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import { readAtMost } from "./image-bytes.ts";
import type { ImageRequest } from "./image-model.ts";
import { IMAGE_PROMPT_MAX } from "./prompts/portrait-image.ts";

/** A picture of 512 × 512 pixels has a tenth of it. */
const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** The same in base64, in JSON. */
const ANSWER_MAX_BYTES = Math.ceil((IMAGE_MAX_BYTES * 4) / 3) + 64 * 1024;
const SERVER_STEPS_MAX = 50; // what the specification asks for; a server that has a lower limit clamps it itself

const REFUSAL = /content.?policy|moderation|nsfw|safety|flagged|inappropriate/iu;
/** Workers AI has no error codes of its own for exceeded capacity or the daily allowance. */
const WORKERS_AI_BUSY = /\b(?:3036|3040|429)\b|capacity|rate.?limit/iu;

type ServerSettings = { AI_IMAGE_BASE_URL: string; AI_IMAGE_MODEL: string; AI_IMAGE_API_KEY?: string };

const serverAnswer = v.object({ data: v.tupleWithRest([v.object({ b64_json: v.string() })], v.unknown()) });
const serverError = v.object({ error: v.looseObject({}) });

/**
 * Asks a server of the OpenAI protocol (`POST /images/generations`). Not all of them know seeds and steps, and some refuse
 * what they don't know: then the request is sent again without. Throws AppError as `generateImage` says.
 */
export async function askServer(
  settings: ServerSettings,
  { prompt, seed, steps, signal }: ImageRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const plain = { model: settings.AI_IMAGE_MODEL, prompt, n: 1 };
  const full = {
    ...plain,
    seed,
    steps: clamp(steps, SERVER_STEPS_MAX),
    size: `${PORTRAIT_SIZE}x${PORTRAIT_SIZE}`,
    response_format: "b64_json",
  };
  let answer = await post(settings, full, signal);
  if (answer.status === 400 || answer.status === 422) {
    if (isRefusal(answer.json)) throw new AppError("IMAGE_REFUSED");
    answer = await post(settings, plain, signal);
  }
  if (answer.status === 429) throw new AppError("IMAGE_BUSY");
  if (answer.status !== 200)
    throw new AppError(isRefusal(answer.json) ? "IMAGE_REFUSED" : "IMAGE_UNAVAILABLE");
  const parsed = v.safeParse(serverAnswer, answer.json);
  if (!parsed.success) throw new AppError("IMAGE_FAILED");
  return decodeBase64(parsed.output.data[0].b64_json);
}

async function post(
  settings: ServerSettings,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ status: number; json: unknown }> {
  const { AI_IMAGE_BASE_URL: base, AI_IMAGE_API_KEY: key } = settings;
  try {
    const response = await fetch(`${base.replace(/\/$/u, "")}/images/generations`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      redirect: "manual", // a key is for the server it is configured for
      signal,
    });
    const bytes = response.body === null ? null : await readAtMost(response.body, ANSWER_MAX_BYTES);
    return { status: response.status, json: bytes === null ? null : parseJson(bytes) };
  } catch (error) {
    throw new AppError("IMAGE_UNAVAILABLE", { cause: error });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Whether an error's code, type or message speaks of a content policy. */
function isRefusal(json: unknown): boolean {
  const parsed = v.safeParse(serverError, json);
  return parsed.success && REFUSAL.test(JSON.stringify(parsed.output.error));
}

const bindingAnswer = v.union([
  v.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream),
  v.object({ image: v.string() }),
]);

/**
 * Asks a model on Workers AI. FLUX answers with base64 and takes at most 8 steps; the others stream the file and take 20.
 * Throws AppError as `generateImage` says.
 */
export async function askWorkersAi(
  binding: Ai,
  model: string,
  { prompt, seed, steps, signal }: ImageRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const isFlux = model.includes("/flux-1-");
  const size = { width: PORTRAIT_SIZE, height: PORTRAIT_SIZE };
  const inputs = {
    prompt: prompt.slice(0, IMAGE_PROMPT_MAX),
    seed,
    ...(isFlux ? { steps: clamp(steps, 8) } : { num_steps: clamp(steps, 20), ...size }),
  };
  const answer = v.safeParse(bindingAnswer, await run(binding, model, inputs, signal));
  if (!answer.success) throw new AppError("IMAGE_FAILED");
  if ("image" in answer.output) return decodeBase64(answer.output.image);
  const bytes = await readAtMost(answer.output, IMAGE_MAX_BYTES);
  if (bytes === null) throw new AppError("IMAGE_FAILED");
  return bytes;
}

async function run(
  binding: Ai,
  model: string,
  inputs: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await binding.run(model, inputs, { signal });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (REFUSAL.test(message)) throw new AppError("IMAGE_REFUSED", { cause: error });
    throw new AppError(WORKERS_AI_BUSY.test(message) ? "IMAGE_BUSY" : "IMAGE_UNAVAILABLE", { cause: error });
  }
}

/** Throws AppError IMAGE_FAILED where the picture is too large. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > Math.ceil(IMAGE_MAX_BYTES / 3) * 4) throw new AppError("IMAGE_FAILED");
  // Forgiving: what is no base64 gives bytes that are no picture.
  return new Uint8Array(Buffer.from(text, "base64"));
}

function clamp(steps: number, most: number): number {
  return Math.min(Math.max(Math.round(steps), 1), most);
}
