import { useEffect, useRef } from "react";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { findLastReplyId, isBusy } from "./live/conversation-selectors.ts";
import type { ConversationState } from "./live/conversation-state.ts";

/** Stored in this browser alone, because the permission also belongs to the browser. */
const KEY = "talespark:reply-notifications";

/** Whether notifications of replies are switched on in this browser and allowed by it. */
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

/** Android browsers have the class but throw when a page makes one; there only a service worker may. */
function canNotify(): boolean {
  return "Notification" in window && !navigator.userAgent.includes("Android");
}

/** Shows a notification of a reply, unless the page is visible or notifications are off. A click leads to the page. */
export function notifyOfReply(title: string, body: string): void {
  if (document.visibilityState === "visible" || !wantsReplyNotifications()) return;
  const notification = new Notification(title, { body, tag: window.location.pathname });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

/**
 * Notifies of each reply that becomes ready while the page is hidden. A request that ends without a new reply is
 * ignored.
 */
export function useReplyNotification(state: ConversationState, body: string): void {
  const { title } = state;
  const isReplying = isBusy(state);
  const replyId = findLastReplyId(state);
  const before = useRef({ isReplying, replyId });
  useEffect(() => {
    if (isReplying) {
      before.current.isReplying = true;
      return;
    }
    const { isReplying: wasReplying, replyId: replyIdBefore } = before.current;
    before.current = { isReplying, replyId };
    if (wasReplying && replyId !== null && replyId !== replyIdBefore) notifyOfReply(title, body);
  }, [title, body, isReplying, replyId]);
}
