import type { LiveClient } from "./live-client.ts";

/** How often it is looked whether time has passed that this page did not live through. */
export const LOOK_EVERY_MS = 3_000;
/** Later than this is not a busy page any more: the machine slept. */
export const LATE_MS = 5_000;

/** What a page is told by the browser; `window` and `document`, but for tests. */
type PageParts = {
  window: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/** Tells a live line what happens to its page and to its network. Gives the end of it. */
export function watchPage(
  live: Pick<LiveClient, "wake" | "online" | "offline">,
  { window, document }: PageParts,
): () => void {
  const seen = () => {
    if (document.visibilityState === "visible") live.wake();
  };
  // Timers stand still in a sleeping machine, the clock on the wall does not.
  let looked = Date.now();
  const lookout = setInterval(() => {
    const late = Date.now() - looked - LOOK_EVERY_MS;
    looked = Date.now();
    if (late > LATE_MS) live.wake();
  }, LOOK_EVERY_MS);
  window.addEventListener("online", live.online);
  window.addEventListener("offline", live.offline);
  window.addEventListener("pageshow", seen);
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(lookout);
    window.removeEventListener("online", live.online);
    window.removeEventListener("offline", live.offline);
    window.removeEventListener("pageshow", seen);
    document.removeEventListener("visibilitychange", seen);
  };
}
