import { createContext, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** Who was signed in when this browser was online last, for the page that is shown without the server. */
export const LastReaderContext = createContext<string | null>(null);

/** The id of the signed-in person; `null` for a visitor. */
export function useReaderId(): string | null {
  const last = useContext(LastReaderContext);
  return useRouteLoaderData<typeof loader>("root")?.userId ?? last;
}
