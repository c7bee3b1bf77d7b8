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

export function isPublicPage(path: string): path is PublicPage {
  return PUBLIC_PAGES.some((page) => page === path);
}
