import type { Theme } from "#domain/themes.ts";

/** `--page` of each theme in app/ui/themes.css, for what stands around the page: browsers want it without a style sheet. */
export const PAGE_COLOURS: Record<Theme, string> = {
  literary: "#f6f2ea",
  modern: "#f9fafb",
  dark: "#14100e",
  talespark: "#f1f5fb",
};

/** Shows a theme at once, with what the browser draws around the page. A page that is loaded later comes in it by itself. */
export function wearTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  setMeta("color-scheme", theme === "dark" ? "dark" : "light");
  setMeta("theme-color", PAGE_COLOURS[theme]);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute("content", content);
}
