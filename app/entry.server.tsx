import { isbot } from "isbot";
// The build for Node. The one that a bundler chooses for a Worker encodes each tag and attribute by a call of its own, which took a
// third of the time of a long page.
import { renderToReadableStream } from "react-dom/server.node";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { documentContext } from "#app/context.ts";
import { reportFailure } from "#app/report-failure.ts";
import { PRELOADED_FONTS } from "#app/ui/preloaded-fonts.ts";

/** Deferred data that has not come by then is given up, so that no page stays open for ever. */
export const streamTimeout = 10_000;

/** Bytes. Parts that are ready are put in their place: React would put larger ones at the end and have a script move them. */
const WHOLE = 1_000_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Link", listPreloads(routerContext));
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const { nonce, log } = context.get(documentContext);
  let shellIsOut = false;
  let failed = false;
  const body = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      progressiveChunkSize: WHOLE,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1000)]),
      onError(error: unknown) {
        failed = true;
        // An error in the shell is thrown, and the caller reports it.
        if (shellIsOut && !request.signal.aborted) reportFailure(error, log);
      },
    },
  );
  shellIsOut = true;

  // Readers without JavaScript to fill the page in are given it whole.
  if (isbot(request.headers.get("User-Agent"))) await body.allReady;
  return new Response(body, { status: failed ? 500 : status, headers });
}

/**
 * The styles and the fonts of every page, as a `Link` header. With Early Hints the platform sends it before the page is made
 * (docs/operations.md); without them it comes with the first bytes.
 */
function listPreloads({ manifest }: EntryContext): string {
  const styles = (manifest.routes["root"]?.css ?? []).map((href) => `<${href}>; rel=preload; as=style`);
  const fonts = PRELOADED_FONTS.map(
    (href) => `<${href}>; rel=preload; as=font; type=font/woff2; crossorigin`,
  );
  return [...styles, ...fonts].join(", ");
}

/** What failed while a page was rendered. What loaders, actions and middleware throw is reported by `withErrorReferences`. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  reportFailure(error, context.get(documentContext).log);
};
