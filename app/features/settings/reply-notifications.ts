import { useEffect, useRef } from "react";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/** Kept in this browser alone: the permission is this browser's as well. */
const KEY = "talespark:reply-notifications";

/** Whether this browser is to tell of replies, and may. */
export function wantsReplyNotifications(): boolean {
  return readKept("local", KEY) === "on" && canNotify() && Notification.permission === "granted";
}

/** Switches the notifications on or off. Asks for the browser's permission only here. Returns whether they are on now. */
export async function setReplyNotifications(isOn: boolean): Promise<boolean> {
  if (!isOn) {
    keepText("local", KEY, null);
    return false;
  }
  if (!canNotify() || (await Notification.requestPermission()) !== "granted") return false;
  keepText("local", KEY, "on");
  return true;
}

/** Browsers on Android have the class, and throw when a page makes one: there only a service worker may. */
function canNotify(): boolean {
  return "Notification" in window && !navigator.userAgent.includes("Android");
}

/** Tells of a reply, unless the page is visible or notifications are off; a click leads to the page. */
export function notifyOfReply(title: string, body: string): void {
  if (document.visibilityState === "visible" || !wantsReplyNotifications()) return;
  const notification = new Notification(title, { body, tag: window.location.pathname });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

type AwaitedReply = {
  title: string;
  body: string;
  isBusy: boolean;
  /** The reply that the conversation ends with; `null`: it ends with none, or with a cut one. */
  replyId: string | null;
};

/** Tells of each reply that becomes ready while the page is hidden. A request that ends without a new reply is none. */
export function useReplyNotification({ title, body, isBusy, replyId }: AwaitedReply): void {
  const before = useRef({ isBusy, replyId });
  useEffect(() => {
    if (isBusy) {
      before.current.isBusy = true;
      return;
    }
    const { isBusy: wasBusy, replyId: replyIdBefore } = before.current;
    before.current = { isBusy, replyId };
    if (wasBusy && replyId !== null && replyId !== replyIdBefore) notifyOfReply(title, body);
  }, [title, body, isBusy, replyId]);
}
