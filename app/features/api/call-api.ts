import * as v from "valibot";
import { noteSession, showError } from "#app/ui/show-toast.tsx";
import { AppError, type ErrorCode, errorBodySchema } from "#domain/errors.ts";

/** A call that is not answered within this time has failed. */
const GIVE_UP_MS = 30_000;

/** The type of an uploaded file. The server finds the real type from its bytes. */
const FILE_TYPE = "application/octet-stream";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type CallOptions = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of a body. */
  file?: Blob;
  /** Sent as a form with files, in place of a body. */
  form?: FormData;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  signal?: AbortSignal | undefined;
  giveUpMs?: number;
};

/**
 * Calls the API and gives its answer, parsed by `schema` (`null` where the answer has no body). Throws an `AppError`: the
 * server's own failure, UNREACHABLE where nobody answered, INTERNAL for an answer that the API does not give. Throws
 * `signal`'s reason when that was aborted.
 */
export async function callApi<Schema extends v.GenericSchema>(
  method: Method,
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<v.InferOutput<Schema>> {
  return parseAnswer(schema, (await send(method, path, options)).body);
}

/**
 * Reads one page of a list. `next` are the query parameters of the page after it (`Link: <…>; rel="next"`), `null` at the
 * end. Throws as `callApi` does.
 */
export async function fetchPage<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<{ answer: v.InferOutput<Schema>; next: URLSearchParams | null }> {
  const { body, headers } = await send("GET", path, options);
  return { answer: parseAnswer(schema, body), next: readNextLink(headers.get("Link")) };
}

type Answer = { body: unknown; headers: Headers };

async function send(method: Method, path: string, options: CallOptions): Promise<Answer> {
  const { body, file, form, query = {}, signal, giveUpMs = GIVE_UP_MS } = options;
  const limit = AbortSignal.timeout(giveUpMs);
  const headers = new Headers({ Accept: "application/json" });
  const content = form ?? file ?? (body === undefined ? undefined : JSON.stringify(body));
  // The browser writes the type of a form itself.
  if (content !== undefined && form === undefined)
    headers.set("Content-Type", file ? FILE_TYPE : "application/json");
  let response: Response;
  let text: string;
  try {
    response = await fetch(withQuery(path, query), {
      method,
      headers,
      ...(content === undefined ? {} : { body: content }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new AppError("UNREACHABLE", { cause });
  }
  const json = parseJsonBody(text);
  noteSession({ isOver: response.status === 401 });
  if (!response.ok) throw toFailure(response, json);
  return { body: json, headers: response.headers };
}

/**
 * The failure that a refused request was answered with. A proxy in between may refuse with a page of its own: then the HTTP
 * status names the code.
 */
export function toFailure(
  { status, statusText, headers }: Pick<Response, "status" | "statusText" | "headers">,
  body: unknown,
): AppError {
  const answer = { status, statusText };
  const retryAfterSeconds = readRetryAfter(headers.get("Retry-After"));
  const parsed = v.safeParse(errorBodySchema, body);
  if (!parsed.success) return new AppError(CODES[status] ?? "INTERNAL", { retryAfterSeconds, answer });
  const { code, message: sentence, field, details } = parsed.output;
  const message = code === "INTERNAL" ? withReference(sentence, headers.get("X-Request-Id")) : sentence;
  const saysWhen = code === "RATE_LIMITED" && retryAfterSeconds !== null;
  return new AppError(code, {
    ...(saysWhen ? {} : { message }),
    field: field ?? null,
    retryAfterSeconds,
    answer,
    details,
  });
}

/** Adds the id of the request, which is in the server's log. A person can send it to the support. */
function withReference(sentence: string, requestId: string | null): string {
  return sentence === "" || requestId === null ? sentence : `${sentence} (Reference: ${requestId})`;
}

const CODES: Partial<Record<number, ErrorCode>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "BODY_TOO_LARGE",
  429: "RATE_LIMITED",
};

/** The failure that a call of the API ended with; throws everything else again, which is a bug. */
export function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Makes calls; if one fails, a toast says `failed` and why. Returns whether all were made. */
export async function attempt(failed: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    showError(failed, { description: asFailure(error).message });
    return false;
  }
}

/** Throws INTERNAL for an answer that does not fit the schema. */
export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new AppError("INTERNAL", { cause: new v.ValiError(parsed.issues) });
}

/** `undefined`: it is not JSON. */
export function parseJsonBody(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function withQuery(path: string, query: NonNullable<CallOptions["query"]>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function readNextLink(link: string | null): URLSearchParams | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return next === undefined ? null : new URL(next, "http://localhost").searchParams;
}

/** Seconds; a date, or nothing that could be read, gives `null`. */
function readRetryAfter(value: string | null): number | null {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null;
}
