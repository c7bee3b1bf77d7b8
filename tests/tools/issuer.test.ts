import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { Visitor } from "#tests/harness/visitor.ts";
import { loadKeys } from "#tools/local-services/issuer/keys.ts";
import { SessionStore } from "#tools/local-services/issuer/session-store.ts";
import { anyFreePort } from "#tools/ports.ts";
import { startLocalService } from "./local-service.ts";

const MAIN = "tools/local-services/issuer/main.ts";
const CLIENT_ID = "talespark-test";
const CLIENT_SECRET = "a-secret-of-the-test";
const APP = "http://localhost:4999";
const CALLBACK = `${APP}/auth/callback`;
const AUDIENCE = "talespark-api";
const PERSON = { name: "Ada Lovelace", email: "Ada@Example.com" };

/** Starts an issuer. `more`: settings besides those of every test. */
async function startIssuer(stateDir: string, more: Record<string, string> = {}) {
  return startLocalService(MAIN, {
    PORT: String(await anyFreePort()),
    CLIENT_ID,
    CLIENT_SECRET,
    REDIRECT_URI: CALLBACK,
    POST_LOGOUT_REDIRECT_URI: `${APP}/`,
    AUDIENCE,
    STATE_DIR: stateDir,
    ...more,
  });
}

/** The same, until the end of the test. */
async function startIssuerForTest(stateDir: string, more?: Record<string, string>) {
  const issuer = await startIssuer(stateDir, more);
  onTestFinished(issuer.stop);
  return issuer;
}

/** For the tests that do not stop it: a start makes a key, which takes a second. */
let shared: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "talespark-issuer-"));
  shared = await startIssuer(stateDir);
  return async () => {
    await shared.stop();
    await rm(stateDir, { recursive: true });
  };
});

/** A browser as an issuer sees it: keeps cookies, and follows redirects until they leave the issuer. */
function createBrowser(origin: string) {
  const visitor = new Visitor({ origin, host: "127.0.0.1", port: Number(new URL(origin).port) });

  async function visit(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ response: Response; url: string }> {
    const response = form === undefined ? await visitor.fetch(url) : await visitor.submit(url, form);
    const location = response.headers.get("location");
    if (location === null) return { response, url };
    const next = new URL(location, url).href;
    return next.startsWith(origin) ? visit(next) : { response, url: next };
  }
  return { visit };
}

function authorizationRequest(origin: string, extra: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL("/auth", origin);
  const parameters = {
    client_id: CLIENT_ID,
    response_type: "code",
    redirect_uri: CALLBACK,
    scope: "openid profile email",
    state: "a-state",
    nonce: "a-nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...extra,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, verifier };
}

async function signIn(origin: string, browser = createBrowser(origin), extra: Record<string, string> = {}) {
  const { url, verifier } = authorizationRequest(origin, extra);
  const page = await browser.visit(url);
  const back = page.url.startsWith(APP) ? page : await browser.visit(page.url, PERSON);
  const answer = new URL(back.url).searchParams;
  return { answer, code: answer.get("code") ?? "", verifier, browser, page };
}

function redeem(origin: string, code: string, verifier: string) {
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  return fetch(`${origin}/token`, { method: "POST", headers: { authorization }, body });
}

describe("the local issuer", () => {
  it("signs a person in with a name and an e-mail and gives two tokens that verify", async () => {
    const { origin, stdout, stderr } = shared;
    const { answer, code, verifier } = await signIn(origin);
    expect(answer.get("state")).toBe("a-state");
    expect(answer.get("iss")).toBe(origin);

    const tokens = await (await redeem(origin, code, verifier)).json();
    const jwks = createRemoteJWKSet(new URL(`${origin}/jwks`));
    const verify = (token: string, audience: string) =>
      jwtVerify(token, jwks, { issuer: origin, audience, algorithms: ["RS256"] });
    const id = await verify(tokens.id_token, CLIENT_ID);
    expect(id.payload).toMatchObject({
      nonce: "a-nonce",
      name: "Ada Lovelace",
      nickname: "Ada",
      preferred_username: "ada",
      email: "ada@example.com",
      email_verified: true,
    });
    expect(id.payload.sub).toMatch(/^local\|[0-9a-f]{24}$/u);
    const access = await verify(tokens.access_token, AUDIENCE);
    expect(access.payload).toMatchObject({ sub: id.payload.sub, scope: "openid profile email" });
    expect(stdout()).toBe(`ready ${origin}`);
    expect(stderr()).toBe("");
  });

  it("refuses a code that was used before", async () => {
    const { origin } = shared;
    const { code, verifier } = await signIn(origin);
    expect((await redeem(origin, code, verifier)).status).toBe(200);
    expect((await redeem(origin, code, verifier)).status).toBe(400);
  });

  it("refuses a request without PKCE, a foreign redirect address and a foreign audience", async () => {
    const { origin } = shared;
    const browser = createBrowser(origin);
    const plain = new URL(authorizationRequest(origin).url);
    plain.searchParams.delete("code_challenge");
    plain.searchParams.delete("code_challenge_method");
    expect(new URL((await browser.visit(plain.href)).url).searchParams.get("error")).toBe("invalid_request");

    const foreign = authorizationRequest(origin, { redirect_uri: "http://elsewhere.example/callback" });
    const { response } = await browser.visit(foreign.url);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Sign-in didn&#39;t work");

    const other = authorizationRequest(origin, { audience: "another-api" });
    expect(new URL((await browser.visit(other.url)).url).searchParams.get("error")).toBe("invalid_target");
    expect((await signIn(origin, browser, { audience: AUDIENCE })).code).not.toBe("");
  });

  it("sends a code in the query of the app's address only, not by a form or in a fragment", async () => {
    const { origin } = shared;
    for (const response_mode of ["form_post", "fragment"]) {
      const { url } = authorizationRequest(origin, { response_mode });
      const { url: last, response } = await createBrowser(origin).visit(url);
      expect(last, response_mode).not.toContain("/interaction/");
      expect(last + (await response.text()), response_mode).toContain("invalid_request");
    }
    expect((await signIn(origin, createBrowser(origin), { response_mode: "query" })).code).not.toBe("");
  });

  it("answers no page whose name was made to lead to this machine", async () => {
    const { origin } = shared;
    const ask = async (host: string) => {
      const [response] = await once(get(`${origin}/jwks`, { headers: { host } }), "response");
      response.resume();
      return response.statusCode;
    };
    expect(await ask(`evil.example:${new URL(origin).port}`)).toBe(421);
    expect(await ask(`localhost:${new URL(origin).port}`)).toBe(200);
  });

  it("of a published server answers 40 requests of a network in a minute, and writes nothing for visits", async () => {
    const stateDir = aFolder();
    const { origin } = await startIssuerForTest(stateDir, { PUBLIC_ORIGIN: "https://talespark.example" });
    const visit = async (address: string) => {
      const url = authorizationRequest(`${origin}/local-sign-in`).url.replace(
        "/auth?",
        "/local-sign-in/auth?",
      );
      const headers = { "cf-connecting-ip": address };
      return (await fetch(url, { redirect: "manual", headers })).status;
    };
    const before = await readdir(join(stateDir, "issuer"));
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => visit(`2001:db8:1:${index.toString(16)}::1`)),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
    expect(await visit("2001:db8:2::1")).toBe(303);
    expect(await readdir(join(stateDir, "issuer"))).toEqual(before);
  });

  it("forgets a sign-in that is not finished after ten minutes, and the oldest beyond a thousand entries", async () => {
    vi.useFakeTimers();
    const directory = aFolder();
    const store = new SessionStore(directory);
    store.set("Session:person", { accountId: "ada" }, 3_600);
    for (let visit = 0; visit <= 1_000; visit += 1) store.set(`Interaction:${visit}`, { uid: visit }, 3_600);
    expect(store.get("Interaction:0")).toBeUndefined();
    expect(store.get("Interaction:1000")).toEqual({ uid: 1_000 });
    vi.advanceTimersByTime(10 * 60_000);
    expect(store.get("Interaction:1000")).toBeUndefined();
    expect(new SessionStore(directory).get("Session:person")).toEqual({ accountId: "ada" });
  });

  it("shows the error beside the field and keeps the typed text", async () => {
    const { origin } = shared;
    const browser = createBrowser(origin);
    const page = await browser.visit(authorizationRequest(origin).url);
    const html = await page.response.text();
    expect(page.response.headers.get("cache-control")).toBe("no-store");
    const policy = page.response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${APP};`);
    const style = /<style>(.*)<\/style>/su.exec(html)?.[1] ?? "";
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);

    const wrong = await browser.visit(page.url, { name: '  <b>"Ada"', email: "not an address" });
    expect(wrong.response.status).toBe(422);
    const again = await wrong.response.text();
    expect(again).toContain('value="  &lt;b&gt;&quot;Ada&quot;"');
    expect(again).toContain('value="not an address"');
    expect(again).toContain('aria-describedby="email-error"');
    expect(again).toContain('id="email-error">That doesn&#39;t look like an e-mail address.');
    expect(again).not.toContain('id="name-error"');

    const right = await browser.visit(page.url, PERSON);
    expect(new URL(right.url).searchParams.get("code")).not.toBeNull();
  });

  it("keeps people, sessions and tokens across a restart", async () => {
    const stateDir = aFolder();
    const first = await startIssuerForTest(stateDir);
    const before = await signIn(first.origin);
    const tokens = await (await redeem(first.origin, before.code, before.verifier)).json();
    await first.stop();

    const second = await startIssuerForTest(stateDir, { PORT: new URL(first.origin).port });
    const jwks = createRemoteJWKSet(new URL(`${second.origin}/jwks`));
    const { payload } = await jwtVerify(tokens.id_token, jwks);
    const after = await signIn(second.origin, before.browser, { max_age: "7776000" });
    expect(after.page.url.startsWith(APP), "asked again although the session was kept").toBe(true);
    const renewed = await (await redeem(second.origin, after.code, after.verifier)).json();
    const known = (await jwtVerify(renewed.id_token, jwks)).payload;
    expect(known.sub).toBe(payload.sub);
    const document = await (await fetch(`${second.origin}/.well-known/openid-configuration`)).json();
    expect(document.claims_supported).toContain("auth_time");
    expect(known["auth_time"], "when the person was asked").toBeLessThanOrEqual(payload.iat ?? 0);

    const directory = join(stateDir, "issuer");
    for (const name of await readdir(directory)) {
      expect((await stat(join(directory, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  it("signs with a key of 3,072 bits, and replaces a shorter one, whose cookies stay valid", async () => {
    const directory = aFolder();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const jwk = { ...privateKey.export({ format: "jwk" }), kid: "short", use: "sig", alg: "RS256" };
    const old = { cookieKeys: ["a-cookie-key"], jwks: { keys: [jwk] } };
    await writeFile(join(directory, "keys.json"), JSON.stringify(old));

    const replaced = loadKeys(directory);

    expect(replaced.cookieKeys).toEqual(old.cookieKeys);
    expect(replaced.jwks.keys.map(({ n }) => Buffer.from(n, "base64url").length * 8)).toEqual([3072]);
    expect(loadKeys(directory)).toEqual(replaced);
  });

  it("ends the session at the app's word without asking, and leads back", async () => {
    const { origin } = shared;
    const { browser, code, verifier } = await signIn(origin);
    const tokens = await (await redeem(origin, code, verifier)).json();
    const logout = new URL("/session/end", origin);
    logout.searchParams.set("id_token_hint", tokens.id_token);
    logout.searchParams.set("post_logout_redirect_uri", `${APP}/`);
    logout.searchParams.set("state", "bye");
    expect((await browser.visit(logout.href)).url).toBe(`${APP}/?state=bye`);
    const asked = await browser.visit(authorizationRequest(origin).url);
    expect(asked.url, "the session outlived the logout").toMatch(/\/interaction\//u);

    // A second logout, when nobody is signed in, redirects in the same way.
    expect((await browser.visit(logout.href)).url).toBe(`${APP}/?state=bye`);

    logout.searchParams.set("post_logout_redirect_uri", "http://elsewhere.example/");
    const { response } = await browser.visit(logout.href);
    expect(response.status).toBe(400);
  });
});
