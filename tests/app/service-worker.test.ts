import { beforeEach, expect, test, vi } from "vitest";
import routes from "#app/routes.ts";
import { listPages } from "#tests/app/examples.ts";

const ORIGIN = "https://talespark.test";
const FRAME = '<script src="/assets/start-1.js"></script><link href="/assets/style-1.css">';
const ID = "0199aaaa-3ca8-743f-9c2a-3d2cb3243f5d";

/** The caches of a browser, by name, each with its addresses and their texts. */
const kept = new Map<string, Map<string, string>>();
/** The server: what it answers to a path. */
let serve: (path: string) => Response | Promise<Response>;
let asked: string[];
let listeners: Record<string, (event: unknown) => void>;
let works: Promise<unknown>[];
let userAgent: string;
/** Whether the browser sends a navigation while the worker starts. */
let preloads: boolean;

const toPath = (request: string | { url: string }) =>
  new URL(typeof request === "string" ? request : request.url, ORIGIN).href.slice(ORIGIN.length);

function openCache(name: string) {
  const files = kept.get(name) ?? new Map<string, string>();
  kept.set(name, files);
  const put = async (request: string | { url: string }, answer: Response) =>
    void files.set(toPath(request), await answer.text());
  return {
    put,
    match: async (request: string) => readFrom(files, request),
    delete: async (request: string) => files.delete(toPath(request)),
    addAll: (paths: string[]) => Promise.all(paths.map(async (path) => put(path, await fetch(path)))),
  };
}

function readFrom(files: Map<string, string>, request: string | { url: string }): Response | undefined {
  const text = files.get(toPath(request));
  return text === undefined ? undefined : new Response(text);
}

beforeEach(async () => {
  kept.clear();
  asked = [];
  works = [];
  listeners = {};
  serve = (path) => new Response(path === "/offline" ? FRAME : `live: ${path}`);
  vi.stubGlobal("self", {
    location: new URL(ORIGIN),
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners[type] = listener;
    },
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
    navigator: {
      get userAgent() {
        return userAgent;
      },
    },
    registration: {
      navigationPreload: {
        enable: async () => {
          preloads = true;
        },
        disable: async () => {
          preloads = false;
        },
      },
    },
  });
  vi.stubGlobal("caches", {
    keys: async () => [...kept.keys()],
    open: async (name: string) => openCache(name),
    delete: async (name: string) => kept.delete(name),
    match: async (request: string | { url: string }) =>
      [...kept.values()].map((files) => readFrom(files, request)).find((found) => found !== undefined),
  });
  vi.stubGlobal("fetch", async (request: string | { url: string }) => {
    asked.push(toPath(request));
    return serve(toPath(request));
  });
  // Only a real one has an address, and a redirect to a path is relative to it.
  vi.spyOn(Response, "redirect").mockImplementation(
    (to) => new Response(null, { status: 302, headers: { Location: String(to) } }),
  );
  vi.resetModules();
  await import("#app/service-worker.ts");
  listeners["install"]?.({ waitUntil: (work: Promise<unknown>) => works.push(work) });
  await Promise.all(works);
  asked = [];
});

type Asking = { method?: string; mode?: string; origin?: string };

/** What the service worker answers; `null`: it leaves the request to the browser. */
async function ask(path: string, { method = "GET", mode = "cors", origin = ORIGIN }: Asking = {}) {
  let answer: Promise<Response> | null = null;
  listeners["fetch"]?.({
    request: { method, mode, url: origin + path },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
    waitUntil: (work: Promise<unknown>) => works.push(work),
  });
  return answer as Promise<Response> | null;
}

const refuse = async () => {
  throw new TypeError("Failed to fetch");
};
const open = (path: string) => ask(path, { mode: "navigate" });
const listKept = () => [...kept.values()].flatMap((files) => [...files.keys()]).sort();

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    true,
  ],
])("%s sends a page's request before the worker has started: %s", async (browser, expected) => {
  userAgent = browser;
  preloads = !expected;
  listeners["activate"]?.({ waitUntil: (work: Promise<unknown>) => works.push(work) });
  await Promise.all(works);
  expect(preloads).toBe(expected);
});

test("each page comes from the server each time, and none is kept, whatever it is of", async () => {
  const addresses = listPages(routes).map((path) => path.replace(/:\w+|\*/g, ID));
  const pages = addresses.filter((path) => path !== "/offline");
  expect(pages).toEqual(
    expect.arrayContaining([
      "/home",
      `/s/${ID}`,
      "/login",
      "/auth/callback",
      "/settings",
      "/upgrade",
      "/payment/success",
    ]),
  );
  for (const path of pages) {
    for (const visit of [1, 2]) {
      serve = (wanted) => new Response(wanted === "/offline" ? FRAME : `visit ${visit} of ${wanted}`);
      expect(await (await open(path))?.text(), path).toBe(`visit ${visit} of ${path}`);
    }
  }
  await Promise.all(works);
  expect(listKept()).toEqual(["/assets/start-1.js", "/assets/style-1.css", "/offline"]);
});

test("calls, event streams, data of pages, pictures, and all that is posted are left to the browser", async () => {
  const paths = ["/api/me", `/api/stories/${ID}/messages`, "/api/billing/portal", `/live/stories/${ID}`];
  const others = [
    `/stories/${ID}.data`,
    "/settings.data",
    "/covers/mystery/1-book.svg",
    "/service-worker.js",
    "/offline",
  ];
  for (const path of [...paths, ...others]) expect(await ask(path), path).toBeNull();
  for (const path of ["/login", "/logout", "/settings", "/assets/start-1.js"]) {
    expect(await ask(path, { method: "POST", mode: "navigate" }), path).toBeNull();
  }
  expect(await ask("/assets/start-1.js", { origin: "https://elsewhere.test" })).toBeNull();
  expect(asked).toEqual([]);
});

test("an error of the server is shown as it is", async () => {
  serve = () => new Response("broken", { status: 500 });
  expect((await open("/home"))?.status).toBe(500);
  expect((await ask("/assets/new-2.js"))?.status).toBe(500);
});

test("no file is kept besides those of the frame", async () => {
  expect(await (await ask("/assets/new-2.js"))?.text()).toBe("live: /assets/new-2.js");
  await Promise.all(works);
  expect(listKept()).toEqual(["/assets/start-1.js", "/assets/style-1.css", "/offline"]);
});

test("a page that can't be reached, or is not answered for ten seconds, leads to the frame; a payment waits on", async () => {
  serve = refuse;
  expect((await open("/settings?a=1"))?.headers.get("Location")).toBe("/offline?from=%2Fsettings%3Fa%3D1");
  expect(await (await open("/offline?from=%2Fhome"))?.text()).toBe(FRAME);

  vi.useFakeTimers();
  serve = () => new Promise(() => undefined);
  const story = open(`/stories/${ID}`);
  const frame = open("/offline?from=%2Fhome");
  let isPaid = false;
  void open("/payment/success")
    .then((answer) => answer)
    .finally(() => {
      isPaid = true;
    });
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await story)?.headers.get("Location")).toBe(`/offline?from=%2Fstories%2F${ID}`);
  expect(await (await frame)?.text()).toBe(FRAME);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(isPaid).toBe(false);

  kept.clear();
  serve = refuse;
  await expect(open("/home")).rejects.toThrow("Failed to fetch");
});

test("where storage can't be read, pages and files come from the server", async () => {
  vi.spyOn(caches, "match").mockRejectedValue(new DOMException("Internal error", "UnknownError"));
  expect(await (await ask("/assets/start-1.js"))?.text()).toBe("live: /assets/start-1.js");
  expect(await (await open("/offline"))?.text()).toBe(FRAME);
  serve = refuse;
  await expect(open("/home")).rejects.toThrow("Failed to fetch");
});

/** Looks for a new frame `times` at once, as two versions of the service worker do. */
function install(times: number) {
  const attempts: Promise<unknown>[] = [];
  for (let time = 0; time < times; time += 1) {
    listeners["install"]?.({ waitUntil: (work: Promise<unknown>) => attempts.push(work) });
  }
  return Promise.allSettled(attempts);
}

test("a frame that can't be loaded whole leaves the one before", async () => {
  const before = [...kept.keys()];
  serve = (path) => {
    if (path === "/assets/start-2.js") throw new TypeError("Failed to fetch");
    return new Response(FRAME.replaceAll("-1", "-2"));
  };
  expect(await install(1)).toMatchObject([{ status: "rejected" }]);
  expect([...kept.keys()]).toEqual(before);
  expect(await (await open("/offline"))?.text()).toBe(FRAME);
});

test("of two attempts to keep a frame, one that fails does not delete what the other has kept", async () => {
  const next = FRAME.replaceAll("-1", "-2");
  let tries = 0;
  serve = async (path) => {
    if (path !== "/assets/start-2.js") return new Response(next);
    tries += 1;
    const isFirst = tries === 1;
    await new Promise((resolve) => setTimeout(resolve, isFirst ? 20 : 40));
    if (isFirst) return new Response("start");
    throw new TypeError("Failed to fetch");
  };
  await install(2);
  serve = refuse;
  expect(await (await open("/offline"))?.text()).toBe(next);
  expect(await (await ask("/assets/start-2.js"))?.text()).toBe("start");
  expect(listKept(), "files of the version that may still be open").toContain("/assets/start-1.js");
});
