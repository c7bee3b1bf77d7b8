import { useEffect, useState } from "react";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";

/**
 * Whether the session has ended under the open page, such as by a logout in another tab. Asked whenever the reader comes
 * back to the page, also by the browser's Back from another site.
 */
export function useSessionEnded(userId: string): boolean {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    let left = false;
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const isOver = await isSessionOver(userId);
      if (!left && isOver !== null) setEnded(isOver);
    };
    const askWhenBroughtBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void ask();
    };
    document.addEventListener("visibilitychange", ask);
    window.addEventListener("pageshow", askWhenBroughtBack);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", ask);
      window.removeEventListener("pageshow", askWhenBroughtBack);
    };
  }, [userId]);
  return ended;
}

/** `null` where nothing could be asked: offline is not signed out. */
async function isSessionOver(userId: string): Promise<boolean | null> {
  try {
    await callApi("GET", `/api/users/${encodeURIComponent(userId)}`, v.unknown());
    return false;
  } catch (error) {
    const { code } = asFailure(error);
    return code === "UNREACHABLE" ? null : code === "UNAUTHENTICATED";
  }
}
