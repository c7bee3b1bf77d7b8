import { expect, it } from "vitest";
import { failureAnswer } from "../helpers/failure.ts";
import { watchLog } from "../helpers/log.ts";
import { ORIGIN, TestSite } from "../helpers/site.ts";

const NOT_FOUND = { code: "NOT_FOUND", message: "Not found." } as const;

it("the answer, its header and the log line of a failed call have the same id", async () => {
  const browser = await new TestSite().signedIn();
  const log = watchLog();
  const answer = await browser.get("/api/nothing");
  const lines = log.lines().filter(({ event }) => event === "request");
  log.restore();
  const body = await answer.json<{ error: { requestId: string } }>();
  expect(body).toEqual(failureAnswer(NOT_FOUND));
  expect(answer.headers.get("X-Request-Id")).toBe(body.error.requestId);
  expect(lines).toEqual([expect.objectContaining({ requestId: body.error.requestId, code: "NOT_FOUND" })]);
});

it("a call that passed Cloudflare has its id there; anything else in that header is ignored", async () => {
  const ask = async (ray: string) => {
    const answer = await new TestSite().fetch("/api/health", { headers: { "CF-Ray": ray } });
    return answer.headers.get("X-Request-Id");
  };
  expect(await ask("8f0c2a4b6d1e3f57-FRA")).toBe("8f0c2a4b6d1e3f57-FRA");
  expect(await ask("8f0c2a4b6d1e3f57")).toBe("8f0c2a4b6d1e3f57");
  for (const other of ["my own id", "8F0C2A4B6D1E3F57-FRA", `${"8f0c2a4b6d1e3f57".repeat(9)}-FRA`]) {
    expect(await ask(other)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

it("a body that is not called JSON is refused with 415, before it is read", async () => {
  const browser = await new TestSite().consented();
  const send = (type: string | null, body: BodyInit) =>
    browser.sendRaw("POST", "/api/feedback", body, type === null ? {} : { "Content-Type": type });

  for (const [type, body] of [
    ["text/plain", '{"feedback":"Good."}'],
    ["application/x-www-form-urlencoded", "feedback=Good."],
    ["multipart/form-data; boundary=x", "--x--"],
    ["application/jsonp", '{"feedback":"Good."}'],
    [null, new TextEncoder().encode('{"feedback":"Good."}')],
  ] as const) {
    const answer = await send(type, body);
    expect(answer.status, String(type)).toBe(415);
    expect(await answer.json()).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  }
  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/merge-patch+json",
  ]) {
    expect((await send(type, '{"feedback":"Good."}')).status, type).toBe(201);
  }
});

it("a call without a sign-in is refused for that first, whatever its body is", async () => {
  const init = { method: "POST", headers: { Origin: ORIGIN, "Content-Type": "text/plain" }, body: "x" };
  expect((await new TestSite().fetch("/api/feedback", init)).status).toBe(401);
});
