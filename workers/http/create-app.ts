import { Hono, type MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { getPath } from "hono/utils/url";
import { AppError } from "#domain/errors.ts";
import { createApiRoutes, listLargeCalls } from "../api/areas.ts";
import { liveRoutes } from "../conversations/routes.ts";
import { coverRoutes } from "../covers/routes.ts";
import type { Log } from "../logging.ts";
import { shareRoutes } from "../shares/routes.ts";
import { type AppEnv, isForPrograms, type PageCaller } from "./app-env.ts";
import { answerError } from "./error-responses.ts";
import { identifyCaller } from "./identify-caller.ts";
import { limitAddresses, limitPages } from "./limit-requests.ts";
import { observeRequests } from "./observe-requests.ts";
import { chatPictureRoutes, portraitRoutes, previewRoutes } from "./picture-routes.ts";
import { cachePublicPages } from "./public-pages.ts";
import { type LargeCall, receiveBody } from "./receive-body.ts";
import { searchEngineRoutes } from "./robots-and-sitemap.ts";
import { requireHttps, requireOwnHost, requireOwnOrigin } from "./security.ts";

/** What a page is rendered with. */
export type PageParts = {
  caller: PageCaller;
  nonce: string;
  requestId: string;
  log: Log;
  ctx: Pick<ExecutionContext, "waitUntil" | "passThroughOnException">;
};
export type RenderPage = (request: Request, page: PageParts) => Promise<Response>;

/**
 * The Worker's HTTP side: `/api` and `/live` for programs, pictures, and everything else is a page. Calls and pages have a router each:
 * Hono's fast one can't have the paths of the calls.
 */
export function createApp({ renderPage }: { renderPage: RenderPage }) {
  const calls = createCalls();
  const pages = createPages(renderPage);
  return {
    routes: [...calls.routes, ...pages.routes],
    fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
      (isForPrograms(getPath(request)) ? calls : pages).fetch(request, env, ctx),
  };
}

function createCalls() {
  const calls = new Hono<AppEnv>();
  receiveAll(calls, listLargeCalls());
  calls.use(identifyCaller());
  calls.route("/api", createApiRoutes());
  calls.route("/live", liveRoutes);
  calls.all("*", () => {
    throw new AppError("NOT_FOUND");
  });
  return calls;
}

function createPages(renderPage: RenderPage) {
  const pages = new Hono<AppEnv>({ router: new RegExpRouter() });
  receiveAll(pages, []);
  pages.route("/covers", coverRoutes);
  pages.route("/", searchEngineRoutes);
  pages.use(identifyCaller());
  pages.use(limitPages());
  pages.route("/portraits", portraitRoutes);
  pages.route("/chat-pictures", chatPictureRoutes);
  pages.route("/s", shareRoutes);
  pages.route("/s", previewRoutes);
  pages.use(assetsExist());
  pages.use(cachePublicPages());
  pages.all("*", async ({ req, executionCtx: ctx, var: { caller, nonce, requestId, log, origin } }) => {
    const page = await renderPage(req.raw, { caller, nonce, requestId, log, ctx });
    await caller.identify(); // throws if nobody could tell who is calling
    return req.method === "POST" ? leadOn(page, origin) : page;
  });
  return pages;
}

/**
 * Replaces a redirect from a form to another site by a page. It leads there by a `Refresh` header, and by a link where a browser ignores the
 * header. Browsers apply `form-action` to every redirect after a form, also to those of the other site, and an issuer may redirect to any site.
 */
function leadOn(answer: Response, origin: string): Response {
  const to = answer.headers.get("Location");
  if (to === null || URL.parse(to, origin)?.origin === origin) return answer;
  const link = html`<!doctype html><html lang="en"><title>Talespark</title><a href="${to}">Continue</a></html>`;
  const page = new Response(String(link), { headers: answer.headers });
  page.headers.set("Content-Type", "text/html; charset=utf-8");
  page.headers.set("Refresh", `0; url=${to}`);
  return page;
}

/** The steps that a request takes before it is known who is calling. */
function receiveAll(app: Hono<AppEnv>, largeCalls: readonly LargeCall[]): void {
  app.onError(answerError);
  app.use(observeRequests());
  app.use(receiveBody(largeCalls));
  app.use(requireOwnHost());
  app.use(requireHttps());
  app.use(limitAddresses());
  app.use(requireOwnOrigin());
}

/** A file that the asset store did not have: nothing that a page could say. `.data` is what client navigations ask for. */
function assetsExist(): MiddlewareHandler<AppEnv> {
  return async ({ req }, next) => {
    const isFile = /\.[a-z0-9]{1,12}$/i.test(req.path) && !req.path.endsWith(".data");
    if (isFile || req.path.startsWith("/assets/")) throw new AppError("NOT_FOUND");
    await next();
  };
}
