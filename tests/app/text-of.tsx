import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** The texts of an element as a page shows them, with `|` between elements. */
export function textOf(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replaceAll("&amp;", "&")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|+/g, "|");
}
