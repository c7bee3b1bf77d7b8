import { data, isRouteErrorResponse, type RouterContextProvider, type ServerBuild } from "react-router";
import { documentContext } from "./context.ts";
import type { ErrorReference } from "./error-reference.ts";

type HandlerArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * The build with every loader, action and middleware reporting what it did not foresee: the log gets the failure, and the
 * page the request's id and nothing else, also where only its data was asked for.
 */
export function withErrorReferences(build: ServerBuild): ServerBuild {
  const routes = { ...build.routes };
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue;
    const { loader, action, middleware } = route.module;
    const module = { ...route.module };
    if (loader) module.loader = (args, extra) => reporting(args, () => loader(args, extra));
    if (action) module.action = (args, extra) => reporting(args, () => action(args, extra));
    if (middleware) {
      module.middleware = middleware.map((run) => (args, next) => reporting(args, () => run(args, next)));
    }
    routes[id] = { ...route, module };
  }
  return { ...build, routes };
}

async function reporting<Result>(args: HandlerArgs, handle: () => Result): Promise<Awaited<Result>> {
  try {
    return await handle();
  } catch (error) {
    if (isAnswer(error) || args.request.signal.aborted) throw error;
    const { requestId, reportFailure } = args.context.get(documentContext);
    reportFailure(error);
    throw data<ErrorReference>({ reference: requestId }, 500);
  }
}

/** Redirects and thrown responses, `data(…)` among them. */
function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response || isRouteErrorResponse(thrown)) return true;
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  );
}
