import { useEffect, useState } from "react";

const UNAUTHENTICATED = 401;

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
      const status = await statusOf(`/api/users/${encodeURIComponent(userId)}`);
      if (!left && status !== null) setEnded(status === UNAUTHENTICATED);
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
async function statusOf(path: string): Promise<number | null> {
  try {
    const response = await fetch(path);
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
