import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import { API_DOCS_PATH } from "#domain/public-pages.ts";
import { apiRoutes } from "../api/router.ts";
import { chatPictureRoutes } from "../character-chats/routes.ts";
import { portraitRoutes } from "../characters/routes.ts";
import { liveRoutes } from "../conversations/routes.ts";
import { coverRoutes } from "../covers/routes.ts";
import type { Log } from "../logging.ts";
import type { Services } from "../services.ts";
import { siteRoutes } from "../site/routes.ts";
import type { AppEnv } from "./app-env.ts";
import { answerError } from "./error-responses.ts";
import { identifyCaller } from "./identify-caller.ts";
import { limitAddresses, limitSteps } from "./limit-requests.ts";
import { observeRequests } from "./observe-requests.ts";
import { cachePublicPages } from "./public-pages.ts";
import { receiveBody } from "./receive-body.ts";
import { requireHttps, requireOwnOrigin } from "./security.ts";

/** Room for forty times the longest text that a person may write. */
const BODY_MAX_BYTES = 64 * 1024;
/** The one path that takes files. */
const CARD_IMPORT_PATH = "/api/characters/import";

/** What a page is rendered with. `refusal`: the page says this, and nothing else. */
export type PageParts = {
  services: Services;
  nonce: string;
  requestId: string;
  log: Log;
  refusal: AppError | null;
};
export type RenderPage = (request: Request, page: PageParts) => Promise<Response>;

/** The Worker's HTTP side: `/api` and `/live` for programs, `/covers` for pictures, everything else is a page. */
export function createApp({ renderPage }: { renderPage: RenderPage }) {
  const app = new Hono<AppEnv>();
  app.onError(answerError);

  app.use(observeRequests());
  app.use(receiveBody(BODY_MAX_BYTES, [CARD_IMPORT_PATH]));
  app.use(requireHttps());
  app.use(limitAddresses());
  app.use(requireOwnOrigin());
  app.route("/covers", coverRoutes);
  app.route("/", siteRoutes);
  app.use(identifyCaller());
  app.use(limitSteps());

  const page: Handler<AppEnv> = ({ req, var: { services, nonce, requestId, log, refusal = null } }) =>
    renderPage(req.raw, { services, nonce, requestId, log, refusal });
  app.get(API_DOCS_PATH, cachePublicPages(), page);
  app.route("/api", apiRoutes);
  app.route("/portraits", portraitRoutes);
  app.route("/chat-pictures", chatPictureRoutes);
  app.route("/live", liveRoutes);
  app.all("/live/*", () => {
    throw new AppError("NOT_FOUND");
  });
  app.use(assetsExist());
  app.use(cachePublicPages());
  app.all("*", page);
  return app;
}

/** A file that the asset store did not have: nothing that a page could say. `.data` is what client navigations ask for. */
function assetsExist(): MiddlewareHandler<AppEnv> {
  return async ({ req }, next) => {
    const isFile = /\.[a-z0-9]{1,12}$/i.test(req.path) && !req.path.endsWith(".data");
    if (isFile || req.path.startsWith("/assets/")) throw new AppError("NOT_FOUND");
    await next();
  };
}
