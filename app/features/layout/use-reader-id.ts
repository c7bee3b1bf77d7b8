import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** The id of the signed-in person; `null` for a visitor. */
export function useReaderId(): string | null {
  return useRouteLoaderData<typeof loader>("root")?.userId ?? null;
}
