import { toCookieName, writeCookie } from "./cookies.ts";
import { isSharedPage, isSharePage } from "./public-pages.ts";

export const THEMES = ["talespark", "literary", "modern", "dark"] as const;
export type Theme = (typeof THEMES)[number];
/** The names of the themes on the page. */
export const THEME_NAMES: Record<Theme, string> = {
  talespark: "Talespark",
  literary: "Literary",
  modern: "Modern",
  dark: "Dark",
};
export const VISITOR_THEME = "talespark" satisfies Theme;
/** What a signed-in user sees who has never chosen. */
export const READER_THEME = "literary" satisfies Theme;

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the theme for a year, for pages that come before it is known who reads: the sign-in and its way back. */
export function toThemeCookie(theme: Theme, origin: string): string {
  return writeCookie(toCookieName("theme", origin), theme, { maxAge: A_YEAR_S, httpOnly: true });
}

/**
 * The theme of a page: the device's own, else the account's. Before it is known who reads, pages look as they did for who read last in
 * this browser; public pages don't, which shared caches keep for everybody. `cookies`: the `Cookie` header.
 */
export function chooseTheme(
  device: Theme | null,
  account: Theme | null,
  { cookies, pathname }: { cookies: string | null; pathname: string },
): Theme {
  const chosen = device ?? account;
  if (chosen !== null) return chosen;
  if (isSharePage(pathname)) return READER_THEME;
  if (isSharedPage(pathname)) return VISITOR_THEME;
  return readThemeCookie(cookies) ?? VISITOR_THEME;
}

function readThemeCookie(cookies: string | null): Theme | null {
  const value = (cookies ?? "").match(/(?:^|;\s*)(?:__Host-)?talespark-theme=([a-z]*)/)?.[1];
  return THEMES.find((theme) => theme === value) ?? null;
}
