import { useEffect, useState } from "react";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import { LAST_READER_KEY } from "./last-reader.ts";

/** Whether the reader of this page has begun to log out in another tab: what is asked of the server now may be refused. */
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
