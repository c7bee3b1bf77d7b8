import { useEffect, useRef } from "react";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/** Kept in this browser alone: the permission is this browser's as well. */
const KEY = "talespark:reply-notifications";

/** Whether this browser is to tell of replies, and may. */
export function wantsReplyNotifications(): boolean {
  return readKept("local", KEY) === "on" && "Notification" in window && Notification.permission === "granted";
}

/** Switches the notifications on or off. Asks for the browser's permission only here. Returns whether they are on now. */
export async function setReplyNotifications(isOn: boolean): Promise<boolean> {
  if (!isOn) {
    keepText("local", KEY, null);
    return false;
  }
  if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") return false;
  keepText("local", KEY, "on");
  return true;
}

/** Tells of a reply that has become ready while the page is hidden; a click leads to it. */
export function useReplyNotification(title: string, isBusy: boolean): void {
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const isReady = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!isReady || document.visibilityState === "visible" || !wantsReplyNotifications()) return;
    const notification = new Notification(title, {
      body: "Your story goes on.",
      tag: window.location.pathname,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  }, [title, isBusy]);
}
