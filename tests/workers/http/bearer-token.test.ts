import { exportSPKI, generateKeyPair, importSPKI } from "jose";
import { describe, expect, it } from "vitest";
import { failureAnswer, newSub, TestSite } from "../helpers/site.ts";

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
