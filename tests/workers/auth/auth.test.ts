import { exportSPKI, generateKeyPair, importSPKI, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { IssuerUnavailable, issuerFetch } from "#workers/auth/issuer-fetch.ts";
import { CLIENT_ID } from "../helpers/issuer.ts";
import { type Browser, failureAnswer, newSub, ORIGIN, TestSite } from "../helpers/site.ts";

async function whoIs(browser: Browser): Promise<Record<string, unknown> | null> {
  const { user } = await browser.read<{ user: Record<string, unknown> | null }>("/me");
  return user;
}

describe("signing in", () => {
  it("goes to the issuer with PKCE and comes back as the person that the issuer named", async () => {
    const site = new TestSite();
    const browser = await site.signedIn({
      email: "ada@example.com",
      email_verified: true,
      preferred_username: "ada",
      nickname: "Countess",
      picture: "https://pictures.example/ada.png",
    });

    const { authorize } = await site.issuer.seen();
    expect(authorize).toMatchObject({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: `${ORIGIN}/auth/callback`,
      scope: "openid profile email",
      audience: site.env.OIDC_AUDIENCE,
      code_challenge_method: "S256",
    });
    expect(await whoIs(browser)).toMatchObject({
      id: browser.sub,
      sub: browser.sub,
      name: "Ada Lovelace",
      username: "ada",
      nickname: "Countess",
      email: "ada@example.com",
      picture: "https://pictures.example/ada.png",
      provider: "other",
    });
  });

  it("takes an e-mail only where the issuer has verified it", async () => {
    const browser = await new TestSite().signedIn({ email: "ada@example.com", email_verified: false });

    expect(await whoIs(browser)).toMatchObject({ email: null });
  });

  it("recognises people from Google by their subject", async () => {
    const site = new TestSite();
    const browser = site.browser();
    await browser.signIn({ sub: `google-oauth2|${crypto.randomUUID()}` });

    expect(await whoIs(browser)).toMatchObject({ provider: "google", name: "Reader" });
  });

  it("again keeps the name that the person chose and learns a new e-mail", async () => {
    const site = new TestSite();
    const browser = await site.signedIn({ email: "old@example.com", email_verified: true });
    await browser.send("PATCH", `/api/users/${browser.sub}`, { name: "Augusta" });

    await browser.signIn({
      sub: browser.sub,
      name: "Ada Lovelace",
      email: "new@example.com",
      email_verified: true,
    });

    expect(await whoIs(browser)).toMatchObject({ name: "Augusta", email: "new@example.com" });
  });

  it("for the first time in several windows at the same time makes one user", async () => {
    const site = new TestSite();
    const sub = newSub();
    const browsers = Array.from({ length: 4 }, () => site.browser());
    const callbacks = await Promise.all(browsers.map((browser) => browser.beginSignIn({ sub })));

    const answers = await Promise.all(
      browsers.map((browser, index) => browser.get(`/auth/callback${callbacks[index]?.search}`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    for (const browser of browsers) expect(await whoIs(browser)).toMatchObject({ sub });
  });

  it("in two tabs of one browser at the same time works in both", async () => {
    const browser = new TestSite().browser();
    const person = { sub: newSub() };
    const first = await browser.beginSignIn(person, "/stories/one");
    const second = await browser.beginSignIn(person, "/stories/two");

    const answers = [await browser.get(`/auth/callback${first.search}`)];
    answers.push(await browser.get(`/auth/callback${second.search}`));

    expect(answers.map((answer) => answer.headers.get("Location"))).toEqual(["/stories/one", "/stories/two"]);
  });

  it("that was begun over and over leaves only a few cookies", async () => {
    const browser = new TestSite().browser();
    for (let begun = 0; begun < 7; begun += 1) await browser.get("/login");

    expect([...browser.cookies.keys()].filter((name) => name.includes("signin"))).toHaveLength(4);
  });
});

describe("a sign-in is refused", () => {
  async function refusal(response: Response): Promise<unknown> {
    const { code, message } = await response.json<{ code: string; message: string }>();
    return { status: response.status, code, message };
  }
  const invalidState = { status: 400, code: "SIGN_IN_FAILED", message: "Invalid state" };
  const failed = { status: 400, code: "SIGN_IN_FAILED", message: "Login failed" };

  it("when its state is not the one with which this browser began it", async () => {
    const site = new TestSite();
    const browser = site.browser();
    const { search } = await browser.beginSignIn({ sub: newSub() });
    const another = new URLSearchParams(search);
    another.set("state", "A".repeat(43));

    const odd = ["code=1", "code=1&state=a%0d%0ab%3b", "error=access_denied&state=x"];
    for (const query of [another, ...odd]) {
      expect(await refusal(await browser.get(`/auth/callback?${query}`))).toEqual(invalidState);
    }
    expect(await whoIs(browser)).toBeNull();
    expect(await refusal(await site.browser().get(`/auth/callback${search}`))).toEqual(invalidState);
  });

  it("when it took longer than a day", async () => {
    const browser = new TestSite().browser();
    const callback = await browser.beginSignIn({ sub: newSub() });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60_000 + 1_000 });

    expect(await refusal(await browser.get(`/auth/callback${callback.search}`))).toEqual(invalidState);
  });

  it("when the issuer says so", async () => {
    const site = new TestSite();
    await site.issuer.set({ error: "access_denied" });

    expect(await refusal(await site.browser().signIn({ sub: newSub() }))).toEqual(failed);
  });

  it("when its code was used before", async () => {
    const browser = new TestSite().browser();
    const callback = await browser.beginSignIn({ sub: newSub() });
    const cookies = new Map(browser.cookies);
    await browser.get(`/auth/callback${callback.search}`);
    for (const [name, value] of cookies) browser.cookies.set(name, value);

    expect(await refusal(await browser.get(`/auth/callback${callback.search}`))).toEqual(failed);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each([
    ["is of another sign-in", { nonce: "another" }],
    ["has no nonce", { nonce: null }],
    ["is for another client", { aud: "another" }],
    ["is shared with another client that asked for it", { aud: [CLIENT_ID, "another"], azp: "another" }],
    ["is by another issuer", { iss: "https://evil.example" }],
    ["ended more than 60 s ago", { exp: now - 90 }],
    ["was issued in the future", { iat: now + 600 }],
    ["does not say when it ends", { exp: null }],
    ["names nobody", { sub: null }],
  ])("when the ID token %s", async (_, idToken) => {
    const site = new TestSite();
    await site.issuer.set({ idToken });

    expect(await refusal(await site.browser().signIn({ sub: newSub() }))).toEqual(failed);
  });

  it("when the ID token is signed by somebody else, or by nobody", async () => {
    const site = new TestSite();
    const { privateKey } = await generateKeyPair("RS256");
    const claims = { iss: site.issuer.url, aud: CLIENT_ID, sub: newSub(), iat: now, exp: now + 60 };
    const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
    for (const signed of [
      (nonce: string) =>
        new SignJWT({ ...claims, nonce }).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
      (nonce: string) => `${encode({ alg: "none" })}.${encode({ ...claims, nonce })}.`,
    ]) {
      const browser = site.browser();
      const callback = await browser.beginSignIn({ sub: claims.sub });
      const { authorize } = await site.issuer.seen();
      await site.issuer.set({ idTokenText: await signed(authorize["nonce"] ?? "") });

      expect(await refusal(await browser.get(`/auth/callback${callback.search}`))).toEqual(failed);
    }
  });

  it("but not for a clock that is less than 60 s off", async () => {
    const site = new TestSite();
    await site.issuer.set({ idToken: { exp: Math.floor(Date.now() / 1000) - 30 } });

    expect((await site.browser().signIn({ sub: newSub() })).headers.get("Location")).toBe("/home");
  });
});

it("an issuer in trouble gets three attempts for its configuration and its keys", async () => {
  const site = new TestSite();
  await site.issuer.set({
    faults: [
      { path: "openid-configuration", kind: 503, times: 1 },
      { path: "openid-configuration", kind: "drop", times: 1 },
      { path: "jwks", kind: 500, times: 2 },
    ],
  });
  const browser = await site.signedIn();

  expect(await whoIs(browser)).toMatchObject({ sub: browser.sub });
  expect((await site.issuer.seen()).asked).toMatchObject({ "openid-configuration": 3, jwks: 3 });
});

it.each([500, "redirect"] as const)(
  "an issuer in trouble that answers a code with %s is given it once, and no other",
  async (kind) => {
    const site = new TestSite();
    await site.issuer.set({ faults: [{ path: "token", kind, times: 1 }] });

    expect((await site.browser().signIn({ sub: newSub() })).status).toBe(400);
    const { asked } = await site.issuer.seen();
    expect(asked).toMatchObject({ token: 1 });
    expect(asked).not.toHaveProperty("moved");
  },
);

it.each([
  ["drop", 3],
  ["cut", 1],
] as const)(
  "an issuer in trouble that stays away (%s) is a sign-in that failed, and a sign-out that works",
  async (kind, times) => {
    const site = new TestSite();
    await site.issuer.set({ faults: [{ path: "openid-configuration", kind, times: 9 }] });

    const response = await site.browser().get("/login");

    expect(await response.json()).toEqual({ code: "SIGN_IN_FAILED", message: "Login failed" });
    expect((await site.issuer.seen()).asked["openid-configuration"]).toBe(times);
    expect((await site.browser().send("POST", "/logout")).headers.get("Location")).toBe(`${ORIGIN}/`);
  },
);

it("an issuer in trouble without an answer is given up after three times the limit", async () => {
  const { issuer } = new TestSite();
  await issuer.set({ faults: [{ path: "openid-configuration", kind: "hang", times: 9 }] });

  const url = `${issuer.url}/.well-known/openid-configuration`;
  const asked = issuerFetch(url, {}, { timeoutMs: 300, tries: 3 });

  await expect(asked).rejects.toThrow(IssuerUnavailable);
  expect((await issuer.seen()).asked["openid-configuration"]).toBe(3);
});

const now = () => Math.floor(Date.now() / 1000);

describe("a bearer token", () => {
  it.each([
    ["ended less than 60 s ago", { exp: now() - 30 }],
    ["has other scopes besides openid", { scope: "email openid read:stories" }],
    ["is of an issuer whose clock is less than 60 s ahead", { iat: now() + 30 }],
  ])("that %s is valid", async (_, claims) => {
    const site = new TestSite();
    const sub = newSub();
    const token = await site.issuer.accessToken({ sub, ...claims });

    expect((await site.call("POST", "/api/users", { token, body: { auth0Id: sub } })).status).toBe(201);
  });

  async function refused(site: TestSite, token: string): Promise<void> {
    const response = await site.call("GET", "/api/users/x", { token });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="talespark", error="invalid_token"');
    expect(await response.json()).toEqual(
      failureAnswer({ code: "UNAUTHENTICATED", message: "Please sign in and try again." }),
    );
  }

  it.each([
    ["is by another issuer", { iss: "https://evil.example" }],
    ["is for another audience", { aud: "another" }],
    ["is an ID token", { aud: "talespark-tests" }],
    ["ended more than 60 s ago", { exp: now() - 90 }],
    ["never ends", { exp: undefined }],
    ["is not valid yet", { nbf: now() + 600 }],
    ["was issued in the future", { iat: now() + 90 }],
    ["does not say when it was issued", { iat: undefined }],
    ["names nobody", { sub: undefined }],
    ["lacks the scope openid", { scope: "read:stories" }],
    ["has scopes that are not a text", { scope: ["openid"] }],
    ["has authorization_details", { scope: "openid", authorization_details: [{ type: "story" }] }],
  ])("that %s is refused", async (_, claims) => {
    const site = new TestSite();
    await refused(site, await site.issuer.accessToken({ sub: newSub(), ...claims }));
  });

  it("that is older than the person's last sign-out everywhere is refused, a newer one is not", async () => {
    const site = new TestSite();
    const browser = await site.signedIn();
    const path = `/api/users/${encodeURIComponent(browser.sub)}`;
    const old = await site.issuer.accessToken({ sub: browser.sub, iat: now() - 10 });
    const ask = async (token: string) => (await site.call("GET", path, { token })).status;
    expect(await ask(old)).toBe(200);
    const just = await site.issuer.accessToken({ sub: browser.sub }); // mostly of the same second

    await browser.send("POST", "/logout?everywhere");

    expect(await ask(old)).toBe(401);
    expect(await ask(just)).toBe(401);
    expect(await ask(await site.issuer.accessToken({ sub: browser.sub, iat: now() + 1 }))).toBe(200);
  });

  it("with somebody else's signature is refused", async () => {
    const site = new TestSite();
    const { privateKey } = await generateKeyPair("RS256");

    await refused(site, await site.issuer.accessToken({ sub: newSub() }, { key: privateKey }));
    await refused(site, await site.issuer.accessToken({ sub: newSub() }, { key: privateKey, kid: "new" }));
  });

  it("with its claims changed after it was signed is refused", async () => {
    const site = new TestSite();
    const [head, , signature] = (await site.issuer.accessToken({ sub: newSub() })).split(".");
    const [, claims] = (await site.issuer.accessToken({ sub: newSub() })).split(".");

    await refused(site, `${head}.${claims}.${signature}`);
  });

  it("of another algorithm is refused, also one that takes the public key for a shared secret, or none at all", async () => {
    const site = new TestSite();
    const { publicKey } = await generateKeyPair("RS256", { extractable: true });
    const shared = new TextEncoder().encode(
      await exportSPKI(await importSPKI(await exportSPKI(publicKey), "RS256", { extractable: true })),
    );
    const [, claims] = (await site.issuer.accessToken({ sub: newSub() })).split(".");
    const none = btoa(JSON.stringify({ alg: "none", typ: "JWT" })).replaceAll("=", "");
    const { privateKey: other } = await generateKeyPair("ES256");

    await refused(site, await site.issuer.accessToken({ sub: newSub() }, { alg: "HS256", key: shared }));
    await refused(site, await site.issuer.accessToken({ sub: newSub() }, { alg: "ES256", key: other }));
    await refused(site, `${none}.${claims}.`);
  });

  it.each(["nonsense", "a.b.c", "", "two words"])("%j is invalid and refused", async (token) => {
    await refused(new TestSite(), token);
  });

  it("that is wrong is refused even when a good cookie comes along", async () => {
    const site = new TestSite();
    const browser = await site.signedIn();

    expect((await browser.get(`/api/users/${browser.sub}`)).status).toBe(200);
    const response = await browser.get(`/api/users/${browser.sub}`, { Authorization: "Bearer nonsense" });
    expect(response.status).toBe(401);
  });

  it("opens no page", async () => {
    const site = new TestSite();
    const token = await site.issuer.accessToken({ sub: newSub() });

    const { user } = await (await site.call("GET", "/me", { token })).json<{ user: unknown }>();
    expect(user).toBeNull();
  });
});
