import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { listPages } from "#tests/app/examples.ts";

test("the pages that caches keep and the sitemap lists are those with the public layout", () => {
  const layout = routes.find(({ file }) => file === "routes/public/layout.tsx");
  expect(listPages(layout?.children ?? [])).toEqual([...PUBLIC_PAGES]);
});
