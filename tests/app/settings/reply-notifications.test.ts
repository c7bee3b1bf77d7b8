import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  notifyOfReply,
  setReplyNotifications,
  wantsReplyNotifications,
} from "#app/features/settings/reply-notifications.ts";
import { memoryStorage } from "../storage/memory-storage.ts";

let asked = 0;
let shown: FakeNotification[] = [];
let answer: NotificationPermission = "granted";

class FakeNotification {
  static permission: NotificationPermission = "default";
  static async requestPermission(): Promise<NotificationPermission> {
    asked += 1;
    FakeNotification.permission = answer;
    return answer;
  }
  onclick: (() => void) | null = null;
  isClosed = false;
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    this.title = title;
    this.options = options;
    shown.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

/** A browser with these parts; its page is visible or hidden. */
function openBrowser(visibilityState: "visible" | "hidden", { agent = "Firefox", focus = vi.fn() } = {}) {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("navigator", { userAgent: agent });
  vi.stubGlobal("document", { visibilityState });
  vi.stubGlobal("window", { Notification: FakeNotification, location: { pathname: "/stories/1" }, focus });
}

beforeEach(() => {
  asked = 0;
  shown = [];
  answer = "granted";
  FakeNotification.permission = "default";
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a reply is notified while the page is hidden, and a click leads to the page", async () => {
  const focus = vi.fn();
  openBrowser("hidden", { focus });
  expect(await setReplyNotifications(true)).toBe(true);

  notifyOfReply("The Ninth Signal", "Your story goes on.");

  expect(shown).toMatchObject([
    { title: "The Ninth Signal", options: { body: "Your story goes on.", tag: "/stories/1" } },
  ]);
  shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalledOnce();
  expect(shown[0]?.isClosed).toBe(true);
});

test("the browser's permission is asked for only when the notifications are switched on", async () => {
  openBrowser("hidden");

  expect(wantsReplyNotifications()).toBe(false);
  notifyOfReply("The Ninth Signal", "Your story goes on.");
  await setReplyNotifications(false);
  expect(asked).toBe(0);

  await setReplyNotifications(true);
  expect(asked).toBe(1);
});

test.each(["denied", "default"] as const)("a permission that is %s leaves them off", async (permission) => {
  openBrowser("hidden");
  answer = permission;

  expect(await setReplyNotifications(true)).toBe(false);
  notifyOfReply("The Ninth Signal", "Your story goes on.");

  expect(wantsReplyNotifications()).toBe(false);
  expect(shown).toEqual([]);
});

test("they stop when the permission is withdrawn later", async () => {
  openBrowser("hidden");
  await setReplyNotifications(true);
  FakeNotification.permission = "denied";

  notifyOfReply("The Ninth Signal", "Your story goes on.");

  expect(shown).toEqual([]);
});

test("nothing is notified while the page is visible, or once they are switched off", async () => {
  openBrowser("visible");
  await setReplyNotifications(true);
  notifyOfReply("The Ninth Signal", "Your story goes on.");
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await setReplyNotifications(false);
  notifyOfReply("The Ninth Signal", "Your story goes on.");

  expect(shown).toEqual([]);
});

test("on Android, where a page can't make one, they stay off without a permission request", async () => {
  openBrowser("hidden", { agent: "Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/140" });

  expect(await setReplyNotifications(true)).toBe(false);
  expect(asked).toBe(0);
});
