import type { RouteConfigEntry } from "@react-router/dev/routes";
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from "react-router";
import { apiDescriptionContext, callerContext, documentContext } from "#app/context.ts";
import * as entry from "#app/entry.server.tsx";
import { withErrorReferences } from "#app/report-errors.ts";
import routeConfig from "#app/routes.ts";
import { describeApiToPeople } from "#workers/api/areas.ts";
import type { RenderPage } from "#workers/http/create-app.ts";
import { logPageFailures } from "#workers/http/error-responses.ts";

type ServerRoute = NonNullable<ServerBuild["routes"][string]>;
// The plugin gives these components properties that the types of a module do not have.
type RouteComponent = Parameters<typeof withComponentProps>[0];
type RouteErrorBoundary = Parameters<typeof withErrorBoundaryProps>[0];
type AssetRoute = NonNullable<ServerBuild["assets"]["routes"][string]>;

const modules = import.meta.glob<ServerRoute["module"]>(["/app/root.tsx", "/app/routes/**/*.{ts,tsx}"], {
  eager: true,
});

/** A route of app/routes.ts with the full path of its page; `null` for a layout. */
export type RouteFile = { file: string; path: string | null; module: ServerRoute["module"] };

/** Every route of app/routes.ts, including layouts. */
export function listRouteFiles(entries = routeConfig, parent = ""): RouteFile[] {
  return entries.flatMap(({ file, path, index, children = [] }) => {
    const here = path === undefined ? parent : `${parent}/${path}`;
    const isPage = path !== undefined || index === true;
    const page = { file, path: isPage ? here || "/" : null, module: findModule(file) };
    return [page, ...listRouteFiles(children, here)];
  });
}

/** The pages as the build serves them, rendered from app/routes.ts without a build: without scripts and styles. */
export const renderPages: RenderPage = (request, { caller, nonce, requestId, log }) => {
  const context = new RouterContextProvider();
  context.set(callerContext, caller);
  context.set(apiDescriptionContext, describeApiToPeople);
  const reportFailure = logPageFailures(log);
  context.set(documentContext, { nonce, requestId, reportFailure, findTimeZone: () => null });
  return handleRequest(request, context);
};

const handleRequest = createRequestHandler(withErrorReferences(toBuild()), "production");

function toBuild(): ServerBuild {
  const routes: ServerBuild["routes"] = {
    root: { id: "root", path: "", module: findModule("root.tsx") },
  };
  addRoutes(routes, routeConfig, "root");
  return {
    entry: { module: entry },
    routes,
    assets: {
      entry: { imports: [], module: "/assets/entry.js" },
      routes: Object.fromEntries(Object.values(routes).flatMap((route) => (route ? [toAsset(route)] : []))),
      url: "/assets/manifest.js",
      version: "test",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  };
}

function addRoutes(routes: ServerBuild["routes"], entries: RouteConfigEntry[], parentId: string): void {
  for (const { file, id = file, path, index, caseSensitive, children = [] } of entries) {
    routes[id] = { id, parentId, path, index, caseSensitive, module: findModule(file) };
    addRoutes(routes, children, id);
  }
}

function findModule(file: string): ServerRoute["module"] {
  const module = modules[`/app/${file}`];
  if (!module) throw new Error(`app/routes.ts names ${file}, which is missing.`);
  return withProps(module);
}

/** Passes a module's components their data as properties, as React Router's plugin for Vite does. */
function withProps(module: ServerRoute["module"]): ServerRoute["module"] {
  const { default: component, ErrorBoundary } = module;
  return {
    ...module,
    ...(component ? { default: withComponentProps(component as RouteComponent) } : {}),
    ...(ErrorBoundary ? { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary as RouteErrorBoundary) } : {}),
  };
}

function toAsset({ id, parentId, path, index, module }: ServerRoute): [string, AssetRoute] {
  const asset: AssetRoute = {
    id,
    parentId,
    path,
    index,
    hasAction: "action" in module,
    hasLoader: "loader" in module,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: "ErrorBoundary" in module,
    module: "/assets/route.js",
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
  return [id, asset];
}
