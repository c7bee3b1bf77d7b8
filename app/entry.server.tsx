import { renderToString } from "react-dom/server";
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

/** Milliseconds. Data that a loader has deferred and that has not come by then is given up. No loader defers data. */
export const streamTimeout = 10_000;

/**
 * The page as one text (decision 57): React's streaming renderers encode and count each piece of markup by itself, which takes half of
 * the time of a page with a list. No page has parts that could be sent before others.
 */
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

  await receiveLoaderData(routerContext);
  const { nonce } = context.get(documentContext);
  const html = renderToString(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/**
 * Reads the loaders' data for the browser to its end, so that `ServerRouter` writes it into the page at once. Otherwise it would
 * suspend until each piece of the stream has come, and `renderToString` does not wait for that.
 */
async function receiveLoaderData(routerContext: EntryContext): Promise<void> {
  const { serverHandoffStream, renderMeta } = routerContext;
  if (serverHandoffStream === undefined || renderMeta === undefined) return;
  const value = await new Response(serverHandoffStream).text();
  routerContext.serverHandoffStream = new ReadableStream();
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
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
