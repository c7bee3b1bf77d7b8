import type { MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import { readAtMost } from "../ai/image-bytes.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Reads a request's body to its end before anybody answers: the runtime drops a connection whose request was refused half
 * read, and the caller's next request on it fails. More than `maxBytes`, said or counted, is BODY_TOO_LARGE. Calls of
 * `largeCalls` take more and read it themselves, with `readRequestBody`, once they know who is calling.
 */
export function receiveBody(maxBytes: number, largeCalls: readonly string[]): MiddlewareHandler<AppEnv> {
  return async ({ req }, next) => {
    const { raw } = req;
    if (raw.body === null || largeCalls.includes(req.path)) return next();
    const announced = Number(req.header("Content-Length") ?? 0);
    const body = announced > maxBytes ? null : await readRequestBody(raw.body, maxBytes);
    if (body === null) throw new AppError("BODY_TOO_LARGE");
    req.raw = new Request(raw, { body, signal: raw.signal });
    return next();
  };
}

/**
 * The bytes of a request's body; `null` for more than `maxBytes`. Throws INVALID_INPUT for a body that breaks off, because
 * the caller has left.
 */
export async function readRequestBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readAtMost(body, maxBytes);
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "The body of this request broke off.", cause });
  }
}
