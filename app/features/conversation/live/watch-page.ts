import type { LiveClient } from "./live-client.ts";

/** How often the page checks whether the machine has slept. */
export const LOOK_EVERY_MS = 3_000;
/** A check that is later than this means sleep, not just a busy page. */
const LATE_MS = 5_000;

/** `window` and `document`, or the tests' own. */
type PageParts = {
  window: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/** Tells a live client about its page and network. Gives the function that ends this. */
export function watchPage(
  live: Pick<LiveClient, "wake" | "online" | "offline">,
  { window, document }: PageParts,
): () => void {
  const seen = () => {
    if (document.visibilityState === "visible") live.wake();
  };
  // Timers stop while the machine sleeps, the clock goes on.
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
