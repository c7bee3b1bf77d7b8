import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/routes/signed-in/layout.tsx";
import type { Writer } from "./writer.ts";

/** Whoever could begin a story on this page; `null` on pages of visitors. */
export function useWriter(): Writer | null {
  return useRouteLoaderData<typeof loader>("routes/signed-in/layout")?.writer ?? null;
}
