import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { listNavigation } from "#app/features/layout/navigation.ts";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import routes from "#app/routes.ts";

/** All paths with a route in app/routes.ts. */
function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...pathsOf(children),
  ]);
}

test.each(Object.entries(PAGE_PATHS))("the place %s has a route", (_, path) => {
  expect(pathsOf(routes)).toContain(path.replace(/#.*/, ""));
});

test("the navigation has the specification's order", () => {
  const { main, account } = listNavigation("free");
  expect(main.map(({ label }) => label)).toEqual(["Home", "Your Library", "Characters", "Help"]);
  expect(account.map(({ label }) => label)).toEqual(["Settings", "Subscription"]);
});

test("an upgrade is offered only below Premium", () => {
  expect(listNavigation("free").upgrade).toBe("/upgrade");
  expect(listNavigation("premium").upgrade).toBeNull();
});
