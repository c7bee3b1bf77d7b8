import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";

/** The paths below the layout of the public pages. */
function pathsBelow(entries: readonly RouteConfigEntry[], layout: string): string[] {
  const publicLayout = entries.find(({ file }) => file === layout);
  return collect(publicLayout?.children ?? []);
}

function collect(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ["/"] : path === undefined ? [] : [`/${path}`]),
    ...collect(children),
  ]);
}

test("the pages that caches keep and the sitemap lists are those with the public layout", () => {
  expect(pathsBelow(routes, "routes/public/layout.tsx")).toEqual([...PUBLIC_PAGES]);
});
