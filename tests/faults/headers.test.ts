import { readdirSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toCoverPath } from "#domain/cover.ts";
import type { Visitor } from "#tests/harness/visitor.ts";
import { inProject } from "#tools/paths.ts";
import { makeThings } from "./harness/things.ts";
import { World } from "./harness/world.ts";

/*
 * The headers of every kind of answer of the running product: pages, calls, live requests, pictures, files, errors,
 * redirects and 304.
 */

/** Each answer has Strict-Transport-Security only if the site is served by HTTPS. There is no proxy in front of it here. */
const ORIGIN = "https://talespark.test";
const YEAR = "max-age=31536000, immutable";
const PUBLIC_PAGE = "public, max-age=0";
const SHARED = "public, max-age=600, stale-while-revalidate=3600, stale-if-error=86400";
const DAY = "public, max-age=86400";

/** Which Content-Security-Policy an answer has. `hashes`: a page that shared caches may keep. */
type Policy = "nonce" | "hashes" | "none" | "picture" | "file";
type Answer = { status: number; cache: string; policy: Policy };
type Request = Answer & { path: string; init?: RequestInit };

let world: World;
let visitor: Visitor;
let reader: Visitor & { sub: string };
/** The values of `:story`, `:character` … in the paths below. */
let ids: Record<string, string>;

beforeAll(async () => {
  world = await World.start({ images: true, env: { APP_ORIGIN: ORIGIN } });
  visitor = world.newVisitor();
  reader = await world.newWebVisitor();
  ids = await makeThings(reader);
});
afterAll(() => world.stop());

const page = (path: string, answer: Partial<Answer> = {}): Request => ({
  path,
  status: 200,
  cache: "no-store",
  policy: "nonce",
  ...answer,
});
const call = (path: string, status = 200, init: RequestInit = {}): Request => ({
  path,
  status,
  cache: "no-store",
  policy: "none",
  init,
});

const VISITORS: Request[] = [
  page("/", { cache: PUBLIC_PAGE, policy: "hashes" }),
  page("/pricing", { cache: PUBLIC_PAGE, policy: "hashes" }),
  page("/login", { cache: "private, no-cache" }),
  page("/stories", { status: 302, cache: "private, no-cache" }),
  page("/nowhere/at/all", { status: 302, cache: "private, no-cache" }),
  page("/assets/none.js", { status: 404, cache: "private, no-cache" }),
  page("/favicon.ico", { status: 404, cache: "private, no-cache" }),
  page("/robots.txt", { cache: DAY }),
  page("/sitemap.xml", { cache: DAY }),
  { ...page("/logout", { status: 403, cache: "private, no-cache" }), init: foreign() },
  page("/covers/poetry/none.svg", { status: 404, cache: "private, no-cache" }),
  page(toCoverPath("mystery", "headers"), { cache: `public, ${YEAR}`, policy: "picture" }),
  page("/portraits/none/none/512", { status: 401, cache: "private, no-cache" }),
  call("/api/health"),
  call("/api/nothing", 404),
  call("/api/stories", 401),
  call("/api/health", 405, { method: "POST" }),
  call("/api/users", 413, { method: "POST", body: "a".repeat(70_000) }),
  call("/api/stories", 403, foreign()),
  call("/live/stories/:story", 401),
];

const SIGNED_IN: Request[] = [
  page("/", { status: 302 }),
  page("/terms"),
  page("/home"),
  page("/home.data"),
  page("/stories/:story"),
  page("/character-chats/:chat"),
  page("/stories/none", { status: 302 }),
  page(":portrait", { cache: `private, ${YEAR}`, policy: "picture" }),
  page(":picture", { cache: `private, ${YEAR}`, policy: "picture" }),
  page("/portraits/:character/none/512", { status: 404 }),
  page("/chat-pictures/:chat/none", { status: 404 }),
  call("/api/users/:user"),
  call("/api/users/:user/library-export"),
  call("/api/stories/user/:user"),
  call("/api/stories/:story/messages"),
  call("/api/characters/:character/card.json"),
  call("/api/characters/:character/card.png"),
  call("/live/stories/:story", 200, { headers: { Accept: "text/event-stream" } }),
];

function foreign(): RequestInit {
  return { method: "POST", headers: { Origin: "https://evil.example" } };
}

function toPath(pattern: string): string {
  return pattern.replaceAll(/:(\w+)/g, (whole, name: string) => ids[name] ?? whole);
}

const REQUESTS = Object.entries({ "a visitor": VISITORS, "a signed-in person": SIGNED_IN }).flatMap(
  ([who, requests]) => requests.map((wanted) => ({ who, method: wanted.init?.method ?? "GET", ...wanted })),
);

it.each(REQUESTS)("to $who: $method $path ($status) has the headers of its kind", async (wanted) => {
  const asker = wanted.who === "a visitor" ? visitor : reader;
  const response = await asker.fetch(toPath(wanted.path), wanted.init);
  await response.body?.cancel();

  expect(response.status).toBe(wanted.status);
  expectHeaders(response, wanted);
});

it("an answer of the Worker that is a page names the styles and the fonts in a header, for the platform's early hints", async () => {
  for (const [who, path] of [
    [visitor, "/"],
    [reader, "/home"],
    [reader, toPath("/stories/:story")],
  ] as const) {
    const response = await who.fetch(path);
    const html = await response.text();
    const preloads = (response.headers.get("Link") ?? "").split(", ").map((link) => link.split("; "));

    expect(preloads.map(([, ...parameters]) => parameters.join("; "))).toEqual([
      "rel=preload; as=style",
      "rel=preload; as=font; type=font/woff2; crossorigin",
      "rel=preload; as=font; type=font/woff2; crossorigin",
    ]);
    const addresses = preloads.map(([address = ""]) => address.slice(1, -1));
    expect(html).toContain(`rel="stylesheet" href="${addresses[0]}"`);
    for (const address of addresses) {
      const file = await who.fetch(address);
      await file.body?.cancel();
      expect(file.status, address).toBe(200);
    }
  }
});

it("an answer of the Worker to TRACE says nothing of the request", async () => {
  const { status, text } = await trace("/home", { Cookie: reader.cookieHeader, "X-Secret": "a-secret" });

  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).not.toContain("a-secret");
  expect(text).not.toContain("__Host-");
});

const FILE: Omit<Answer, "cache"> = { status: 200, policy: "file" };

it("a file without the Worker is cached for a year if its name has the hash of its content: scripts, styles, fonts, pictures, icons", async () => {
  const assets = readdirSync(inProject("build", "client", "assets"));
  const icons = readdirSync(inProject("build", "client", "icons"));
  const wanted = [".js", ".css", ".woff2", ".webp", ".svg", ".png"].map(
    (extension) => `/assets/${assets.find((name) => name.endsWith(extension))}`,
  );
  for (const path of [...wanted, ...icons.map((name) => `/icons/${name}`)]) {
    const response = await visitor.fetch(path);
    await response.body?.cancel();

    expect(response.status, path).toBe(200);
    expectHeaders(
      response,
      { ...FILE, path, cache: `public, ${YEAR}` },
      { isShared: path.includes("open-graph") },
    );
    const again = await visitor.fetch(path, {
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    });
    expect(again.status, path).toBe(304);
    expect(again.headers.get("Cache-Control"), path).toBe(`public, ${YEAR}`);
  }
});

it("a file without the Worker is requested again after a day, or each time, if its name has no hash: the manifest and the service worker", async () => {
  const root = readdirSync(inProject("build", "client"), { withFileTypes: true });
  const files = root.filter((entry) => entry.isFile() && !/^[._]/.test(entry.name)).map(({ name }) => name);
  expect(files.sort()).toEqual(["manifest.webmanifest", "service-worker.js"]);

  const path = "/manifest.webmanifest";
  const response = await visitor.fetch(path);

  expectHeaders(response, { ...FILE, path, cache: DAY });
  expect(response.headers.get("ETag")).not.toBeNull();

  // What a service worker may ask for is what the policy of its own file says.
  const worker = await visitor.fetch("/service-worker.js");
  await worker.body?.cancel();
  expect(worker.headers.get("Cache-Control")).toBe("no-cache");
  expect(worker.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
});

function expectHeaders(
  response: Response,
  { path, cache, policy }: Omit<Request, "status">,
  { isShared = false } = {},
): void {
  const { headers } = response;
  const found = (name: string) => headers.get(name);
  expect(found("Cache-Control"), path).toBe(cache);
  expect(found("CDN-Cache-Control"), path).toBe(cache === PUBLIC_PAGE ? SHARED : null);
  expect(found("X-Content-Type-Options"), path).toBe("nosniff");
  expect(found("Referrer-Policy"), path).toBe("strict-origin-when-cross-origin");
  expect(found("X-Frame-Options"), path).toBe("DENY");
  expect(found("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
  expect(found("Cross-Origin-Resource-Policy"), path).toBe(isShared ? "cross-origin" : "same-origin");
  expect(found("Permissions-Policy"), path).toMatch(/camera=\(\), microphone=\(\), geolocation=\(\)/);
  expect(found("Access-Control-Allow-Origin"), path).toBeNull();
  expect(found("Server"), path).toBeNull();
  expect(found("X-Powered-By"), path).toBeNull();
  if (policy === "file")
    expect(found("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  if (cache.startsWith("public")) expect(headers.getSetCookie(), path).toEqual([]);
  expectPolicy(parsePolicy(found("Content-Security-Policy") ?? ""), policy);
  if (response.status === 200)
    expect(found("Content-Type"), path).toMatch(/^[a-z]+\/[\w.+-]+(; ?charset=utf-8)?$/i);
}

function parsePolicy(text: string): Map<string, string[]> {
  return new Map(
    text.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
}

/** No other page may show an answer in a frame, and an inline script runs only with its nonce or hash. */
function expectPolicy(directives: Map<string, string[]>, policy: Policy): void {
  expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
  if (policy === "none" || policy === "picture" || policy === "file") {
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(directives.has("script-src")).toBe(false);
    expect(directives.has("sandbox")).toBe(policy !== "none");
    return;
  }
  const [own, ...scripts] = directives.get("script-src") ?? [];
  expect(own).toBe("'self'");
  if (policy === "nonce") expect(scripts).toEqual([expect.stringMatching(/^'nonce-[\w+/]{22}=='$/)]);
  else expect(scripts.every((source) => /^'sha256-[\w+/]{43}='$/.test(source))).toBe(true);
  expect(directives.get("default-src")).toEqual(["'self'"]);
  expect(directives.get("object-src")).toEqual(["'none'"]);
  expect(directives.get("base-uri")).toEqual(["'none'"]);
  for (const source of ["'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"]) {
    expect(scripts).not.toContain(source);
  }
}

/** `fetch` refuses to send TRACE. */
function trace(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`http://localhost:${world.product.port}${path}`, { method: "TRACE", headers });
    sent.on("error", reject);
    sent.on("response", async (response) => {
      const text = Buffer.concat(await response.toArray()).toString("utf8");
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.end();
  });
}
