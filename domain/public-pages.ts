/** The pages that everybody may read without an account, as paths. The sitemap lists them, and shared caches may keep them. */
export const PUBLIC_PAGES = [
  "/",
  "/features",
  "/pricing",
  "/terms",
  "/privacy-policy",
  "/cookie-policy",
] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** The API's documentation. It has its own layout, and the sitemap does not list it. */
export const API_DOCS_PATH = "/api/docs";

/** What the service worker opens without a network. The sitemap does not list it. */
export const OFFLINE_PATH = "/offline";

/** Whether a path is that of a reading copy (`share.ts`). */
export function isSharePage(path: string): boolean {
  return /^\/s\/[\w-]{22}$/.test(path);
}

/** Whether a page is the same for every visitor, so that shared caches may keep it. */
export function isSharedPage(path: string): boolean {
  const isOther = path === API_DOCS_PATH || path === OFFLINE_PATH || isSharePage(path);
  return isOther || PUBLIC_PAGES.some((page) => page === path);
}
