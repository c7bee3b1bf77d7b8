import type { Theme } from "#domain/themes.ts";
import { PAGE_COLOURS } from "./page-colours.ts";

/** Shows a theme at once, with what the browser draws around the page. A page that is loaded later comes in it by itself. */
export function wearTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  setMeta("color-scheme", theme === "dark" ? "dark" : "light");
  setMeta("theme-color", PAGE_COLOURS[theme]);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute("content", content);
}
