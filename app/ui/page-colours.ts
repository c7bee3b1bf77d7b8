import type { Theme } from "#domain/themes.ts";

/** `--page` of each theme in app/ui/themes.css, for what stands around the page: browsers want it without a style sheet. */
export const PAGE_COLOURS: Record<Theme, string> = {
  literary: "#f6f2ea",
  modern: "#f9fafb",
  dark: "#14100e",
  talespark: "#f1f5fb",
};
