/*
 * The service worker: without a network it opens the app's frame, /offline, in place of any page. It keeps only what is the same for
 * everybody, the frame of visitors and the files that it needs. What a person reads is in the browser's own storage, and everything
 * else is asked of the server each time. It is built into one file, so it imports nothing.
 */

/** A cache for each version of the frame, named after its text. */
const PREFIX = "talespark-frame-";
const FRAME = "/offline";
/** With the version before: a page of that one may still be open, and needs its files. */
const VERSIONS_KEPT = 2;
/** At most so often a page that is loaded has the frame looked for anew. */
const REFRESH_AFTER_MS = 10 * 60_000;
/** A request over a dead connection may hang for minutes. After this time a page that the frame can replace is replaced by it. */
const ANSWER_WITHIN_MS = 10_000;
/** The library, and a story. */
const KEPT_PAGE = /^\/(?:home|stories(?:\/[0-9a-f-]{36})?)$/;

type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type RequestEvent = LifeEvent & {
  request: Request;
  /** The navigation as the browser has sent it already, if it does so. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Scope = {
  addEventListener: {
    (type: "install" | "activate", listener: (event: LifeEvent) => void): void;
    (type: "fetch", listener: (event: RequestEvent) => void): void;
  };
  location: Location;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  navigator: { userAgent: string };
  registration: { navigationPreload?: { enable: () => Promise<void>; disable: () => Promise<void> } };
};
const scope = self as unknown as Scope;
let refreshedAt = 0;

scope.addEventListener("install", (event) => {
  event.waitUntil(refresh().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([choosePreload(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(loadFile(request));
});

/**
 * With navigation preload the browser asks for a page while this worker is still starting. If that request fails, Firefox shows its own
 * error page, not the offline app (https://github.com/GoogleChrome/workbox/issues/3134). An earlier version may have switched it on.
 */
async function choosePreload(): Promise<void> {
  const { navigationPreload } = scope.registration;
  if (scope.navigator.userAgent.includes("Firefox/")) await navigationPreload?.disable();
  else await navigationPreload?.enable();
}

/** From the server; only if that can't be reached, or says nothing for long, the frame. */
async function openPage(event: RequestEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const answer = askServer(event);
  answer.catch(() => undefined); // it may come too late
  if (pathname === FRAME) return (await findKept(FRAME)) ?? answer;
  try {
    return await (KEPT_PAGE.test(pathname) ? Promise.race([answer, failLate()]) : answer);
  } catch {
    if ((await findKept(FRAME)) === undefined) return answer;
    return Response.redirect(`${FRAME}?${new URLSearchParams({ from: pathname + search })}`);
  }
}

async function askServer(event: RequestEvent): Promise<Response> {
  const page = (await event.preloadResponse) ?? (await fetch(event.request));
  // A frame that can't be had or kept leaves the one before.
  if (Date.now() - refreshedAt > REFRESH_AFTER_MS) event.waitUntil(refresh().catch(() => undefined));
  return page;
}

function failLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new TypeError("No answer")), ANSWER_WITHIN_MS);
  });
}

/** Storage that can't be read has nothing. In Safari it may fail by itself (https://github.com/angular/angular/pull/51885). */
function findKept(request: Request | string): Promise<Response | undefined> {
  return caches.match(request).catch(() => undefined);
}

/**
 * A file name contains the hash of the content, so a kept file is never out of date. Files that the frame does not need are only in the
 * browser's own cache: Safari may hang if a service worker stores files during a page load
 * (https://github.com/microsoft/playwright/issues/42273).
 */
async function loadFile(request: Request): Promise<Response> {
  return (await findKept(request)) ?? fetch(request);
}

/** One at a time, also where a new version of this file is installed: one that fails would delete what another one keeps. */
async function refresh(): Promise<void> {
  await navigator.locks.request(PREFIX, keepFrame);
}

/** Keeps the frame of the version that is deployed, with its files. It throws if that fails, and leaves no part of it. */
async function keepFrame(): Promise<void> {
  const answer = await fetch(FRAME, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new TypeError("No frame");
  refreshedAt = Date.now();
  const text = await answer.clone().text();
  const name = PREFIX + (await hash(text));
  const cache = await caches.open(name);
  if ((await cache.match(FRAME)) !== undefined) return; // it comes last: without it something is missing
  try {
    await cache.addAll(listFiles(text + (answer.headers.get("Link") ?? "")));
    await cache.put(FRAME, answer);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  for (const old of (await listVersions()).slice(0, -VERSIONS_KEPT)) await caches.delete(old);
  // The newest is asked first.
  const before = (await listVersions()).filter((version) => version !== name);
  for (const old of before) await (await caches.open(old)).delete(FRAME);
}

/** Oldest first. */
async function listVersions(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

function listFiles(text: string): string[] {
  return [...new Set(text.match(/\/assets\/[\w.-]+/g))];
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest.slice(0, 8)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
