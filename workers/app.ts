import { env } from "cloudflare:workers";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { apiDescriptionContext, documentContext, servicesContext } from "#app/context.ts";
import { withErrorReferences } from "#app/report-errors.ts";
import { describeApiToPeople } from "./api/areas.ts";
import { createApp } from "./http/create-app.ts";
import { nameVersion } from "./logging.ts";
import { NIGHTLY_CRON, runNightly } from "./nightly.ts";
import { runOperatorTasks } from "./operator/tasks.ts";

export { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
export { CharacterChatObject } from "#durable-objects/character-chat.ts";
export { StoryObject } from "#durable-objects/story.ts";

nameVersion(env.VERSION);

/** React Router prepares all routes of a build before its first request. In development the build changes. */
let prepared: { build: ServerBuild; handle: RequestHandler } | null = null;

async function renderRoute(request: Request, context: RouterContextProvider): Promise<Response> {
  const build = await import("virtual:react-router/server-build");
  if (prepared?.build !== build) {
    prepared = { build, handle: createRequestHandler(withErrorReferences(build), import.meta.env.MODE) };
  }
  return prepared.handle(request, context);
}

const app = createApp({
  renderPage(request, { services, nonce, requestId, log, refusal }) {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(apiDescriptionContext, describeApiToPeople);
    context.set(documentContext, {
      nonce,
      requestId,
      log,
      refusal,
      findTimeZone: () => findTimeZone(request),
    });
    return renderRoute(request, context);
  },
});

function findTimeZone({ cf }: Request): string | null {
  return typeof cf?.["timezone"] === "string" ? cf["timezone"] : null;
}

/** The Worker: Hono at the door, React Router for pages, one Durable Object for each conversation. */
export default {
  fetch: app.fetch,
  scheduled: ({ cron }, env, ctx) =>
    ctx.waitUntil(cron === NIGHTLY_CRON ? runNightly(env) : runOperatorTasks(env)),
} satisfies ExportedHandler<Env>;
