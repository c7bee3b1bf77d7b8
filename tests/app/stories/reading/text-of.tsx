import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** The texts of an element as a page shows them, with a stroke wherever one element ends and another begins. */
export function textOf(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replaceAll("&amp;", "&")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|+/g, "|");
}
