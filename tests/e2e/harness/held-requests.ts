import type { Page, Route } from "@playwright/test";

/** Holds the page's requests to an address until the returned function is called; then `proceed` is called with each. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  proceed: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await proceed(route);
  });
  return release;
}
