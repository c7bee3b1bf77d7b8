import { useEffect } from "react";
import { keepText } from "#app/features/storage/browser-storage.ts";
import { THEME_KEY } from "#app/features/storage/functional-storage.ts";

/**
 * Lets the browser open the app without a network (app/service-worker.ts). Of signed-in people: visitors have nothing to read there.
 * A browser that refuses it works as before.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    keepText("local", THEME_KEY, document.documentElement.dataset["theme"] ?? null);
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  }, []);
}
