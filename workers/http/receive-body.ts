import type { MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import { readAtMost } from "../read-at-most.ts";
import type { AppEnv } from "./app-env.ts";

/** Room for forty times the longest text that a person may write. */
export const BODY_MAX_BYTES = 64 * 1024;
/**
 * Up to this many bytes of a body that is too large are read and thrown away: a caller whose connection is closed while it still sends
 * can't read the answer. A caller who sends more gets no answer.
 */
const DROPPED_MAX_BYTES = 64 * 1024 * 1024;
/** A `Request` with these methods can't be made with a body, not even an empty one. Their bodies are ignored. */
const METHODS_WITHOUT_BODY = ["GET", "HEAD"];

/** A call whose body may have more bytes than others. `isReadLater`: it reads them itself, once it knows who is calling. */
export type LargeCall = { path: RegExp; maxBytes: number; isReadLater: boolean };

/**
 * Reads a request's body to its end before anybody answers: the runtime drops a connection whose request was refused half
 * read, and the caller's next request on it fails. A body that is too large is BODY_TOO_LARGE.
 */
export function receiveBody(largeCalls: readonly LargeCall[]): MiddlewareHandler<AppEnv> {
  return async ({ req }, next) => {
    const { raw } = req;
    const isWithoutBody = METHODS_WITHOUT_BODY.includes(raw.method);
    if (raw.body === null) return next();
    const large = largeCalls.find(({ path }) => path.test(req.path));
    if (large?.isReadLater && !isWithoutBody) return next();
    const body = await readRequestBody(raw, large?.maxBytes ?? BODY_MAX_BYTES);
    if (body === null) throw new AppError("BODY_TOO_LARGE");
    req.raw = isWithoutBody ? copyWithoutBody(raw) : new Request(raw, { body, signal: raw.signal });
    return next();
  };
}

function copyWithoutBody({ url, method, headers, redirect, signal, cf }: Request): Request {
  return new Request(url, { method, headers, redirect, signal, cf });
}

/**
 * The bytes of a request's body; `null` for more than `maxBytes`. Throws INVALID_INPUT for a body that breaks off, because
 * the caller has left.
 */
export async function readRequestBody(
  { body, headers }: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array();
  const declared = Number(headers.get("Content-Length") ?? Number.NaN);
  try {
    if (declared > 0 && declared <= maxBytes) return await readDeclared(body, declared);
    return await readAtMost(body, maxBytes, DROPPED_MAX_BYTES);
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "The body of this request broke off.", cause });
  }
}

/**
 * The runtime reads it by itself: 10 MB take 25 ms of processor time, and 76 piece by piece. Throws for a body of another length than
 * it was declared with.
 */
async function readDeclared(body: ReadableStream<Uint8Array>, length: number) {
  const bounded = body.pipeThrough(new FixedLengthStream(length));
  return new Uint8Array(await new Response(bounded).arrayBuffer());
}
