export const THEMES = ["talespark", "literary", "modern", "dark"] as const;
export type Theme = (typeof THEMES)[number];
/** What a visitor sees before signing in. */
export const VISITOR_THEME = "talespark" satisfies Theme;
/** What a signed-in user sees who has never chosen. */
export const READER_THEME = "literary" satisfies Theme;
