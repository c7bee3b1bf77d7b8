import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";

function collect(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ["/"] : path === undefined ? [] : [`/${path}`]),
    ...collect(children),
  ]);
}

test("the pages that caches keep and the sitemap lists are those with the public layout", () => {
  const layout = routes.find(({ file }) => file === "routes/public/layout.tsx");
  expect(collect(layout?.children ?? [])).toEqual([...PUBLIC_PAGES]);
});
