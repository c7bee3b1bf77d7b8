import * as v from "valibot";
import { parseJson, toObject } from "#domain/json.ts";
import { adaptBody, learnFrom, type ModelQuirks, NO_QUIRKS } from "./model-quirks.ts";
import { NOT_REACHED, readServerEvents, toRefusal } from "./server-events.ts";

/** How often a request is sent at most: once, once more because of the system message, and three times more because of parameters. */
const TRIES_MAX = 5;
/** How long to wait before a server that is loading the model is asked again. */
const LOADING_AGAIN_MS = 1_000;
/** What llama.cpp answers while it loads a model, and others in their own words. */
const LOADING =
  /\bload(?:ing|ed)[^.]{0,20}model|model (?:is |still )?(?:being )?(?:loading|loaded)|warming up/iu;

const requestSchema = v.record(v.string(), v.unknown());

/**
 * `fetch` for one model of one server. What the server refuses is remembered, and the request is sent again without that parameter, or
 * with the system message at the beginning of the user's first one. While the server is loading the model, it is asked again until the
 * request is aborted.
 */
export function createModelFetch(): typeof fetch {
  let quirks: ModelQuirks = NO_QUIRKS;

  return async function fetchFromModel(input, init) {
    const written = init?.body;
    if (typeof written !== "string") return fetchOnce(input, init);
    let body = quirks === NO_QUIRKS ? written : adapt(written, quirks);
    for (let tries = 1; ; ) {
      const response = await fetchOnce(input, { ...init, body });
      if (response.ok) return response;
      const answer = await response.text();
      const refused = new Response(answer, response);
      if (response.status === 503 && LOADING.test(answer)) {
        await waitFor(LOADING_AGAIN_MS, init?.signal);
        continue;
      }
      const learnt = learnFrom(response.status, answer, parseBody(body), quirks);
      if (learnt === null || tries === TRIES_MAX) return refused;
      quirks = learnt;
      body = adapt(written, quirks);
      tries += 1;
    }
  };
}

/**
 * A redirect is not followed: the key must reach only the configured server. A server that can't be reached is answered for as a proxy
 * would, because the engine's own error can't be told from others.
 */
async function fetchOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await readAnswer(await fetch(input, { ...init, redirect: "manual" }));
  } catch (error) {
    init?.signal?.throwIfAborted();
    return toRefusal({ message: String(error), code: NOT_REACHED });
  }
}

/** The same answer; a stream of events as the SDK reads it, and an error that has a status of success as a refused request. */
async function readAnswer(response: Response): Promise<Response> {
  const { ok, body, headers } = response;
  const type = headers.get("Content-Type") ?? "";
  if (!ok || body === null) return response;
  if (type.startsWith("text/event-stream")) return readServerEvents(body);
  if (!type.startsWith("application/json")) return response;
  const answer = await response.text();
  const { error = null } = toObject(parseJson(answer));
  return error === null ? new Response(answer, { headers: { "Content-Type": type } }) : toRefusal(error);
}

function adapt(body: string, quirks: ModelQuirks): string {
  return JSON.stringify(adaptBody(parseBody(body), quirks));
}

function parseBody(body: string): Record<string, unknown> {
  return v.parse(v.pipe(v.string(), v.parseJson(), requestSchema), body);
}

/** Throws the signal's reason as soon as it aborts. */
function waitFor(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal?.throwIfAborted();
  const timer = setTimeout(resolve, ms);
  const onAbort = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  return promise.finally(() => signal?.removeEventListener("abort", onAbort));
}
