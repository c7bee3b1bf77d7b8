import franklin from "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url";
import literata from "@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2?url";
// Node's build writes a page in pieces of 2 kB, and encodes each once; the one for Workers encodes every tag and attribute by itself.
import { renderToReadableStream } from "react-dom/server.node";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { documentContext } from "#app/context.ts";

/** Milliseconds. Data that a loader has deferred and that has not come by then is given up. No loader defers data. */
export const streamTimeout = 10_000;

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

  const { nonce } = context.get(documentContext);
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />;
  // What fails rejects here, and React Router reports it (`handleError`); by itself React would write it to the log once more.
  const body = await renderToReadableStream(page, { nonce, onError: () => undefined });
  return new Response(body, { status, headers });
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
  context.get(documentContext).reportFailure(error);
};

/** Addresses of the fonts that the first screen of every page needs. */
const PRELOADED_FONTS: readonly string[] = [literata, franklin];
