import { expect, it } from "vitest";
import { describeAnswer, failureAnswer, newSub, ORIGIN, TestSite, watchLog } from "../helpers/site.ts";

it.each([undefined, "https://evil.example", "http://talespark.test", "null"])(
  "a request by cookie from another site with the origin %s changes nothing",
  async (origin) => {
    const browser = await new TestSite().signedIn();
    const path = `/api/users/${browser.sub}`;

    const changed = browser.send("PATCH", path, { name: "Mallory" }, { Origin: origin ?? "" });

    expect(await describeAnswer(changed)).toBe("403 FORBIDDEN_ORIGIN");
    expect(await browser.read(path)).toMatchObject({ name: "Ada Lovelace" });
  },
);

it("a request by cookie that names no origin at all changes nothing", async () => {
  const response = await new TestSite().fetch("/logout", { method: "POST", headers: { Cookie: "a=b" } });

  expect(response.status).toBe(403);
});

it("a request by cookie from another site opens no socket and posts no events", async () => {
  const browser = await new TestSite().signedIn();
  const path = `/live/stories/${crypto.randomUUID()}`;
  const foreign = { Origin: "https://evil.example" };

  const socket = browser.get(path, { ...foreign, Upgrade: "websocket" });
  const posted = browser.send("POST", path, {}, foreign);

  for (const asked of [socket, posted]) expect(await describeAnswer(asked)).toBe("403 FORBIDDEN_ORIGIN");
});

const foreign: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
];

it.each(foreign)(
  "a request without a session from another site (%j) changes nothing, whatever its address",
  async (headers) => {
    const site = new TestSite();
    for (const path of ["/logout", "/login", "/stories/one/change", "/api/users", "/live/stories/one"]) {
      const response = await site.fetch(path, { method: "POST", headers, body: "everywhere=yes" });

      expect(response.status, path).toBe(403);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
  },
);

it("a request without a session from a page of ours, or from a program, is answered", async () => {
  const site = new TestSite();
  const ours: Record<string, string>[] = [{ Origin: ORIGIN }, { "Sec-Fetch-Site": "same-origin" }, {}];
  for (const headers of ours) {
    expect((await site.fetch("/logout", { method: "POST", headers })).status).toBe(200);
    expect((await site.fetch("/api/users", { method: "POST", headers })).status).toBe(401);
  }
});

it("a request without a session with a token is answered from any origin, but a token gives another site no page", async () => {
  const site = new TestSite();
  const sub = newSub();
  const token = await site.issuer.accessToken({ sub });
  const headers = { Origin: "https://program.example" };

  const created = await site.call("POST", "/api/users", { token, headers, body: { auth0Id: sub } });
  expect(created.status).toBe(201);
  expect((await site.call("POST", "/logout", { token, headers })).status).toBe(403);
});

it("a request that is refused has been read to its end, so that its connection can be used again", async () => {
  let ended = false;
  const body = new Response("a".repeat(50_000)).body?.pipeThrough(
    new TransformStream({
      flush() {
        ended = true;
      },
    }),
  );

  const response = await new TestSite().fetch("/api/users", { method: "POST", body });

  expect(response.status).toBe(401);
  expect(ended).toBe(true);
});

it("a request with a parameter that comes twice reads the first alone", async () => {
  const browser = await new TestSite().signedIn();
  const path = `/api/stories/user/${browser.sub}`;

  const twice = await browser.get(`${path}?limit=5&limit=no-number`);
  const wrong = await browser.get(`${path}?limit=no-number&limit=5`);

  expect(twice.status).toBe(200);
  expect(wrong.status).toBe(400);
});

it("a request for an unknown call is NOT_FOUND, with a wrong method METHOD_NOT_ALLOWED, both as JSON", async () => {
  const site = new TestSite();
  const browser = await site.signedIn();

  const unknown = await browser.get("/api/nothing");
  const wrong = await browser.send("PUT", `/api/users/${browser.sub}`);

  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual(failureAnswer({ code: "NOT_FOUND", message: "Not found." }));
  for (const path of ["/live/nothing", "/api/docs/", "/api/docs/x"])
    expect(await describeAnswer(browser.get(path)), path).toBe("404 NOT_FOUND");
  expect(wrong.headers.get("Allow")).toBe("GET, PATCH, DELETE");
  expect(await describeAnswer(wrong)).toBe("405 METHOD_NOT_ALLOWED");
});

it("a request for a file that is not there does not become a page", async () => {
  const site = new TestSite();

  expect((await site.fetch("/assets/old-build-4f2a.js")).status).toBe(404);
  expect((await site.fetch("/favicon.png")).status).toBe(404);
  expect((await site.fetch("/stories.data")).status).toBe(200);
});

const headers = { "X-Forwarded-Proto": "http" };

it("a request over plain HTTP to a site that is served by HTTPS for a page leads to the same address with HTTPS", async () => {
  const response = await new TestSite().fetch("/stories?search=a%20boat", { headers });

  expect(response.status).toBe(308);
  expect(response.headers.get("Location")).toBe(`${ORIGIN}/stories?search=a%20boat`);
});

it("a request over plain HTTP to a site that is served by HTTPS is refused where a redirect would hide that something was sent unencrypted", async () => {
  const site = new TestSite();
  const token = await site.issuer.accessToken({ sub: newSub() });

  for (const [method, path] of [
    ["GET", "/api/users/x"],
    ["GET", "/live/stories/x"],
    ["POST", "/login"],
  ] as const) {
    const response = await site.call(method, path, { token, headers: { ...headers, Origin: ORIGIN } });
    expect(response.status, path).toBe(403);
    expect(response.headers.get("Location"), path).toBeNull();
  }
  expect(await describeAnswer(site.fetch("/api/health", { headers }))).toBe("403 HTTPS_REQUIRED");
});

it("a request over plain HTTP to a site that is served by HTTPS is answered where the site itself has no HTTPS, as on one's own machine", async () => {
  const site = new TestSite({ APP_ORIGIN: "http://localhost:5173" });

  expect((await site.fetch("/features", { headers })).status).toBe(200);
});

it("an answer may load a picture from another site only if conversions are configured", async () => {
  const site = new TestSite({ CONVERSION_PIXEL_ID: "1234567890" });
  const policy = (await site.fetch("/me")).headers.get("Content-Security-Policy") ?? "";

  expect(policy).toContain("img-src 'self' data: blob: https://www.facebook.com/tr;");
});

it("an answer over plain HTTP asks for no HTTPS", async () => {
  const site = new TestSite({ APP_ORIGIN: "http://localhost:5173" });

  expect((await site.fetch("/me")).headers.has("Strict-Transport-Security")).toBe(false);
});

it("an answer to a failure of ours does not contain its cause, which is logged under the request's id", async () => {
  const log = watchLog();

  const response = await new TestSite().fetch("/broken");

  const lines = log.lines();
  const requestId = response.headers.get("X-Request-Id");
  expect(response.status).toBe(500);
  expect(await response.text()).toBe("Something went wrong on our side. Please try again.\n");
  expect(lines).toEqual([
    expect.objectContaining({ event: "exception", requestId, error: expect.stringContaining("is broken") }),
    expect.objectContaining({ event: "request", level: "error", requestId, status: 500, code: "INTERNAL" }),
  ]);
});

it("a site of this machine answers under no name that was made to lead here", async () => {
  const site = new TestSite({ APP_ORIGIN: "http://localhost:5173" });
  const ask = async (origin: string) => (await site.fetch(`${origin}/api/health`)).status;
  for (const origin of ["http://localhost:5173", "http://127.0.0.1:5173", "http://[::1]:5173"])
    expect(await ask(origin), origin).toBe(200);
  for (const origin of ["http://evil.example:5173", "http://localhost.evil.example"])
    expect(await ask(origin), origin).toBe(403);
});
