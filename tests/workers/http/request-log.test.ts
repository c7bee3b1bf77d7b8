import { env } from "cloudflare:workers";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { newSub, TestSite, watchLog } from "#tests/workers/helpers/site.ts";
import { describeError, nameVersion } from "#workers/logging.ts";

it("the log has no errors that outsiders cause: by a foreign origin, or by leaving before the answer", async () => {
  const site = new TestSite();
  const log = watchLog();
  const leaving = new AbortController();
  leaving.abort();

  await site.fetch("/login", { method: "POST", headers: { Origin: "https://evil.example" } });
  await site.fetch("/broken", { signal: leaving.signal });

  const levels = log.lines().map(({ level }) => level);
  expect(levels).toEqual(["info", "info", "info"]);
});

it("the log has one line per request: caller, path and result, and no content", async () => {
  const site = new TestSite();
  const browser = await site.signedIn({ email: "ada@example.com", email_verified: true });
  nameVersion(env.VERSION); // as workers/app.ts does
  const log = watchLog();

  const path = `/api/users/${browser.sub}?token=secret`;
  await browser.send("PATCH", path, { name: "" }, { "CF-Connecting-IP": "203.0.113.7" });

  const [line, ...more] = log.texts;
  expect(more).toEqual([]);
  expect(JSON.parse(line ?? "")).toEqual({
    time: expect.any(String),
    level: "info",
    event: "request",
    version: env.VERSION.id,
    requestId: expect.any(String),
    route: "/api/users/:userId",
    method: "PATCH",
    status: 400,
    ms: expect.any(Number),
    userId: browser.sub,
    code: "INVALID_INPUT",
  });
});

it("the log names pages by the pattern of their path", async () => {
  const site = new TestSite();
  const log = watchLog();

  await site.fetch(`/stories/${crypto.randomUUID()}.data`);
  await site.fetch("/ada@example.com/said");

  const routes = log.lines().map(({ route }) => route);
  expect(routes).toEqual(["/stories/:id", "(other)"]);
});

it("the log has every sign-in and every sign-out, and who it was", async () => {
  const site = new TestSite();
  const log = watchLog();
  const browser = await site.signedIn({ email: "ada@example.com", email_verified: true });
  await browser.send("POST", "/logout?everywhere=yes");
  await browser.send("POST", "/logout");

  const ours = log.lines().filter(({ event }) => event !== "request");
  expect(ours.map(({ event, userId }) => [event, userId])).toEqual([
    ["signed-in", browser.sub],
    ["sessions-ended", browser.sub],
    ["signed-out", browser.sub],
  ]);
  expect(log.texts.join()).not.toContain("ada@example.com");
});

it("the log has one line each for what an attacker sends: lines of their own can't be made up", async () => {
  const log = watchLog();
  const forged = '\n{"level":"info","event":"signed-in","userId":"auth0|admin"}';

  await new TestSite().fetch(`/stories${encodeURIComponent(forged)}?${encodeURIComponent(forged)}`, {
    method: "POST",
    headers: { Origin: "https://evil.example", "X-Request-Id": "made-up", "User-Agent": "{}" },
    body: forged,
  });

  expect(log.texts).toHaveLength(1);
  expect(log.texts[0]).not.toContain("\n");
  expect(log.lines()).toMatchObject([{ event: "request", route: "(other)", status: 403 }]);
  expect(log.texts[0]).not.toMatch(/made-up|admin/);
});

it("the log has the reason of a failed sign-in, as a code", async () => {
  const site = new TestSite();
  await site.issuer.set({ error: "access_denied" });
  const log = watchLog();

  await site.browser().signIn({ sub: newSub() });

  const lines = log.lines();
  expect(lines).toContainEqual(expect.objectContaining({ event: "sign-in-failed", reason: "access_denied" }));
});

it("the log of a query that failed has its SQL and the cause, and nothing that a person wrote", () => {
  const failed = new DrizzleQueryError(
    "select ?",
    ["a secret of a story"],
    new Error("D1_ERROR: no such table"),
  );
  const fields = describeError(failed);
  expect(fields).toMatchObject({
    error: "Failed query: select ?",
    cause: expect.stringContaining("no such table"),
  });
  expect(JSON.stringify(fields)).not.toContain("secret");
});
