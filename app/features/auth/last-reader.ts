import { createContext, useContext, useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { keepText } from "#app/features/storage/browser-storage.ts";
import type { loader } from "#app/root.tsx";

/** The key under which this browser stores the id of the person who signed in last, in any tab. */
export const LAST_READER_KEY = "talespark:reader";

/** Kept in place of the id while the person is logging out: the server may still take them for signed in. */
export const LOGGING_OUT = "";

/** Tells the pages that are open, or that the browser may bring back, that nobody is signed in any longer. */
export function forgetReader(): void {
  keepText("local", LAST_READER_KEY, null);
}

/** Whether the person has begun to log out in another tab. The server may refuse requests from then on. */
export function useLoggedOutElsewhere(): boolean {
  const [isLoggedOut, setLoggedOut] = useState(false);
  const readerId = useReaderId();
  useEffect(() => {
    const whenKept = ({ key, newValue }: StorageEvent) => {
      if (key === LAST_READER_KEY) setLoggedOut(newValue !== readerId);
    };
    window.addEventListener("storage", whenKept);
    return () => window.removeEventListener("storage", whenKept);
  }, [readerId]);
  return isLoggedOut;
}

/** Who was signed in when this browser was online last, for the page that is shown without the server. */
export const LastReaderContext = createContext<string | null>(null);

/** The id of the signed-in person; `null` for a visitor. */
export function useReaderId(): string | null {
  const last = useContext(LastReaderContext);
  return useRouteLoaderData<typeof loader>("root")?.userId ?? last;
}
