import { apiDescriptionContext, servicesContext } from "#app/context.ts";
import { ApiReference } from "#app/features/api-reference/api-reference.tsx";
import { STATIC_PAGE } from "#app/features/layout/route-settings.ts";
import { everybody } from "#app/guards.ts";
import type { Route } from "./+types/api-docs";

export const middleware: Route.MiddlewareFunction[] = [everybody];

export const handle = STATIC_PAGE;

export function meta(): Route.MetaDescriptors {
  const description =
    "Every call of Talespark's API: how to sign in, what it takes, what it answers, and how it fails.";
  return [{ title: "API reference · Talespark" }, { name: "description", content: description }];
}

export function loader({ context, url }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  return { origin: settings.APP_ORIGIN ?? url.origin, ...context.get(apiDescriptionContext)() };
}

/** `/api/docs`. Plain links and no `<Link>`: this page has no script that could navigate. */
export default function ApiDocs({ loaderData: { document, guide, origin } }: Route.ComponentProps) {
  return <ApiReference document={document} guide={guide} origin={origin} />;
}
