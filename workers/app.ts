import { env } from "cloudflare:workers";
import {
  createRequestHandler,
  type GetLoadContextFunction,
  type RequestHandler,
} from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as v from "valibot";
import { apiDescriptionContext, callerContext, documentContext } from "#app/context.ts";
import { withErrorReferences } from "#app/report-errors.ts";
import { describeApiToPeople } from "./api/areas.ts";
import { createApp } from "./http/create-app.ts";
import { logPageFailures } from "./http/error-responses.ts";
import { nameVersion } from "./logging.ts";
import { NIGHTLY_CRON, runNightly } from "./nightly.ts";
import { runOperatorTasks } from "./operator-tasks.ts";

export { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
export { CharacterChatObject } from "#durable-objects/character-chat.ts";
export { DemoCountObject } from "#durable-objects/daily-count.ts";
export { ImportObject } from "#durable-objects/import.ts";
export { SearchObject } from "#durable-objects/search.ts";
export { StoryObject } from "#durable-objects/story.ts";

nameVersion(env.VERSION);

/** React Router prepares all routes of a build before its first request. In development the build changes. */
let prepared: { build: ServerBuild; handle: RequestHandler<Env> } | null = null;

async function findHandler(): Promise<RequestHandler<Env>> {
  const build = await import("virtual:react-router/server-build");
  if (prepared?.build !== build) {
    const mode = import.meta.env.MODE;
    const handle = createRequestHandler<Env>({ build: withErrorReferences(build), mode, getLoadContext });
    prepared = { build, handle };
  }
  return prepared.handle;
}

/** Every request of a visitor; Hono's type leaves open where a request comes from. */
type IncomingRequest = Parameters<RequestHandler<Env>>[0]["request"];

/** What the step before the pages hands over in `data`, as the steps of a Pages function do. */
const handedOver = v.object({ context: v.instance(RouterContextProvider) });

const getLoadContext: GetLoadContextFunction<Env> = ({ context: { cloudflare } }) =>
  v.parse(handedOver, cloudflare.data).context;

const app = createApp({
  async renderPage(request, { caller, nonce, requestId, log, ctx }) {
    const context = new RouterContextProvider();
    context.set(callerContext, caller);
    context.set(apiDescriptionContext, describeApiToPeople);
    context.set(documentContext, {
      nonce,
      requestId,
      reportFailure: logPageFailures(log),
      findTimeZone: () => findTimeZone(request),
    });
    const handle = await findHandler();
    return handle({
      request: request as IncomingRequest,
      env,
      data: { context },
      params: {},
      functionPath: "/",
      next: (input = request, init) => env.ASSETS.fetch(input, init),
      waitUntil: (promise) => ctx.waitUntil(promise),
      passThroughOnException: () => ctx.passThroughOnException(),
    });
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
