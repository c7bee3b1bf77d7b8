import { toCookieName, writeCookie } from "./cookies.ts";

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

/** The theme in a `Cookie` header; `null` where there is none. */
export function readThemeCookie(cookies: string | null): Theme | null {
  const value = (cookies ?? "").match(/(?:^|;\s*)(?:__Host-)?talespark-theme=([a-z]*)/)?.[1];
  return THEMES.find((theme) => theme === value) ?? null;
}
