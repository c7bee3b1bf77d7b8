import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { documentContext } from "#app/context.ts";
import { AppError } from "#domain/errors.ts";

/** Deferred data that has not come by then is given up, so that no page stays open for ever. */
export const streamTimeout = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const { nonce, requestId } = context.get(documentContext);
  let shellIsOut = false;
  let failed = false;
  const body = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1000)]),
      onError(error: unknown) {
        failed = true;
        // What goes wrong in the shell is thrown, and reported by whoever catches it.
        if (shellIsOut && !request.signal.aborted) report(error, requestId);
      },
    },
  );
  shellIsOut = true;

  // Readers without JavaScript to fill the page in are given it whole.
  if (isbot(request.headers.get("User-Agent"))) await body.allReady;
  return new Response(body, { status: failed ? 500 : status, headers });
}

/** Loaders' and actions' unexpected failures. Redirects and thrown responses are answers and never come here. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  report(error, context.get(documentContext).requestId);
};

/** One line in the log. A coded failure was foreseen: its code says all. */
function report(error: unknown, requestId: string): void {
  const line =
    error instanceof AppError
      ? { level: "info", event: "page", requestId, code: error.code }
      : { level: "error", event: "page", requestId, error: findStack(error) };
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }));
}

function findStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : typeof error;
}
