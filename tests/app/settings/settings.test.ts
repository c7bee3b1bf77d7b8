import { beforeEach, expect, test, vi } from "vitest";
import { areHintsDismissed, dismissHints } from "#app/features/conversation/input-bar/use-hints.ts";
import {
  READING_CHOICES,
  readReadingSettings,
  toReadingCookie,
} from "#app/features/conversation/reading-settings/reading-settings.ts";
import {
  notifyOfReply,
  setReplyNotifications,
  wantsReplyNotifications,
} from "#app/features/conversation/reply-notifications.ts";
import {
  ALLOW_ALL,
  ONLY_NECESSARY,
  readConsent,
  storeConsent,
} from "#app/features/cookies/cookie-consent.ts";
import { saveUser } from "#app/features/settings/save-settings.ts";
import { memoryStorage, stubNetwork } from "#tests/app/browser.ts";

let asked = 0;
let shown: FakeNotification[] = [];
let answer: NotificationPermission = "granted";
let local = memoryStorage();

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
  local = memoryStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", memoryStorage());
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

const ORIGIN = "https://talespark.example";
const FOR_EVERYBODY = Object.fromEntries(
  Object.entries(READING_CHOICES).map(([field, [first]]) => [field, first]),
);

test.each([ORIGIN, "http://localhost:5173"])("every choice is read as it was stored at %s", (origin) => {
  for (const [field, values] of Object.entries(READING_CHOICES)) {
    for (const value of values) {
      const settings = { ...readReadingSettings(null), [field]: value };
      const [pair] = toReadingCookie(settings, { isLasting: true, origin }).split(";");
      expect(readReadingSettings(`session=abc; ${pair}; theme=dark`)).toEqual(settings);
    }
  }
});

test("without a cookie, or with one of nonsense, all is as for everybody", () => {
  expect(readReadingSettings(null)).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("theme=dark")).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("__Host-talespark-type=huge.narrow.comic")).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("other-__Host-talespark-type=large.wide.sans")).toEqual(FOR_EVERYBODY);
});

test("a cookie of the version with three fields is read, and a choice that is no longer there costs only itself", () => {
  const chosen = { width: "wide", face: "sans" };
  expect(readReadingSettings("__Host-talespark-type=large.wide.sans")).toEqual({
    ...FOR_EVERYBODY,
    ...chosen,
    size: "large",
  });
  expect(readReadingSettings("__Host-talespark-type=huge.wide.sans")).toEqual({
    ...FOR_EVERYBODY,
    ...chosen,
  });
});

test("they are kept after the visit only with consent", () => {
  const settings = { ...readReadingSettings(null), size: "large", theme: "dark" } as const;
  const value = "__Host-talespark-type=large.regular.serif.regular.dark.calm.shown.right.shown.sentences";
  expect(toReadingCookie(settings, { isLasting: true, origin: ORIGIN })).toBe(
    `${value}; Path=/; Max-Age=31536000; Secure; SameSite=Lax`,
  );
  expect(toReadingCookie(settings, { isLasting: false, origin: ORIGIN })).toBe(
    `${value}; Path=/; Secure; SameSite=Lax`,
  );
});

const KEY = "talespark:cookie-consent";
test("before a choice about cookies nothing optional is allowed", async () => {
  vi.resetModules(); // another file of this process may have made one
  const fresh = await import("#app/features/cookies/cookie-consent.ts");
  expect(fresh.readConsent()).toBeNull();
  expect(fresh.isAllowed("analytics")).toBe(false);
  expect(fresh.isAllowed("functional")).toBe(false);
});

test("the choice about cookies is requested again after half a year", () => {
  storeConsent(ALLOW_ALL, new Date("2026-01-01T00:00:00Z"));
  expect(readConsent(new Date("2026-07-01T00:00:00Z"))).not.toBeNull();
  expect(readConsent(new Date("2026-07-03T00:00:00Z"))).toBeNull();
});

test("dismissed hints are kept after the tab only with consent, and are deleted when it is withdrawn", () => {
  dismissHints("ada");
  expect(areHintsDismissed("ada")).toBe(true);
  expect([...local.kept.keys()]).toEqual([]);

  storeConsent(ALLOW_ALL);
  dismissHints("ada");
  expect([...local.kept.keys()]).toEqual([KEY, "talespark:hints-dismissed:ada"]);

  storeConsent(ONLY_NECESSARY);
  expect([...local.kept.keys()]).toEqual([KEY]);
});

test("a setting that is changed again while it is saved is saved afterwards, whatever became of the first", async () => {
  const answers: ((response: Response) => void)[] = [];
  const calls = stubNetwork({
    "/api/users/u1": () => new Promise<Response>((resolve) => answers.push(resolve)),
  });
  const first = saveUser("u1", { settings: { theme: "dark" } });
  const second = saveUser("u1", { settings: { theme: "literary" } });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(Response.json({}, { status: 500 }));
  await expect(first).rejects.toThrow();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(Response.json({}));
  await second;
  expect(calls.map(({ body }) => body)).toMatchObject([
    { settings: { theme: "dark" } },
    { settings: { theme: "literary" } },
  ]);
});
