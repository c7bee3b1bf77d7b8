import type { MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Reads a request's body to its end before anybody answers: the runtime drops a connection whose request was refused half
 * read, and the caller's next request on it fails. More than `maxBytes`, said or counted, is BODY_TOO_LARGE; a body that
 * breaks off, because the caller has left, is INVALID_INPUT.
 */
export function receiveBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.body !== null) {
      if (Number(context.req.header("Content-Length") ?? 0) > maxBytes) throw new AppError("BODY_TOO_LARGE");
      context.req.raw = new Request(raw, { body: await readBytes(raw.body, maxBytes), signal: raw.signal });
    }
    await next();
  };
}

async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  try {
    for await (const piece of body) {
      if (length + piece.byteLength > maxBytes) throw new AppError("BODY_TOO_LARGE");
      bytes.set(piece, length);
      length += piece.byteLength;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("INVALID_INPUT", { message: "The body of this request broke off.", cause });
  }
  return bytes.subarray(0, length);
}
