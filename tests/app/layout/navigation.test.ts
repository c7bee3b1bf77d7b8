import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { listNavigation } from "#app/features/layout/navigation.ts";
import { PLACES, pathTo } from "#app/features/layout/places.ts";
import routes from "#app/routes.ts";

/** All paths with a route in app/routes.ts. */
function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...pathsOf(children),
  ]);
}

test.each(Object.entries(PLACES))(
  "the place %s is open exactly when it has a route",
  (_, { path, isOpen }) => {
    expect(pathsOf(routes).includes(path.replace(/#.*/, ""))).toBe(isOpen);
  },
);

test("nothing leads to a place that is not there", () => {
  const { main, account } = listNavigation("free");
  const led = [...main, ...account].map(({ path }) => path.replace(/#.*/, ""));
  expect(pathsOf(routes)).toEqual(expect.arrayContaining(led));
});

test("the navigation has the specification's order, and all links once all pages exist", () => {
  const { main, account } = listNavigation("free", (place) => PLACES[place].path);
  expect(main.map(({ label }) => label)).toEqual(["Home", "My Stories", "Characters", "Help"]);
  expect(account.map(({ label }) => label)).toEqual(["Settings", "Subscription"]);
});

test("an upgrade is offered only below Premium, and if there is a page for it", () => {
  const everywhere = (place: keyof typeof PLACES) => PLACES[place].path;
  expect(listNavigation("free", everywhere).upgrade).toBe("/upgrade");
  expect(listNavigation("premium", everywhere).upgrade).toBeNull();
  expect(listNavigation("free", () => null).upgrade).toBeNull();
  expect(listNavigation("free").upgrade).toBe(pathTo("upgrade"));
});
