import { expect, it } from "vitest";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { newSub, ORIGIN, TestSite } from "#tests/workers/helpers/site.ts";
import { listNetworks, toAddressKey } from "#workers/http/client-address.ts";

type Limiter = keyof typeof BINDING_LIMITS;

/** The site with a rate-limit binding that accepts this many more calls, for any key. It records the keys. */
function siteWith(limiter: Limiter, left: number) {
  const keys: string[] = [];
  const binding: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: keys.length <= left };
    },
  };
  return { site: new TestSite({ [limiter]: binding }), keys };
}

const ADDRESS = { "CF-Connecting-IP": "198.51.100.9" };

function toSentence(limiter: Limiter): string {
  return `Too many requests. Please try again in ${BINDING_LIMITS[limiter].windowS} seconds.`;
}

async function expectRefused(response: Response, limiter: Limiter): Promise<void> {
  expect(response.status).toBe(429);
  expect(response.headers.get("Retry-After")).toBe(String(BINDING_LIMITS[limiter].windowS));
  expect(await response.json()).toMatchObject({ code: "RATE_LIMITED", message: toSentence(limiter) });
}

it("a caller over the limit is refused with the time to wait, in calls and live requests", async () => {
  const { site, keys } = siteWith("REQUESTS_PER_USER", 0);
  const browser = await site.signedIn();

  await expectRefused(await browser.get(`/api/users/${browser.sub}`), "REQUESTS_PER_USER");
  await expectRefused(await browser.get(`/live/stories/${crypto.randomUUID()}`), "REQUESTS_PER_USER");
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^session:/); // nothing was read to find out whose it is
});

it("a caller over the limit is refused for all sessions of a person together, once one of them is confirmed", async () => {
  const { site, keys } = siteWith("REQUESTS_PER_USER", 1);
  const browser = await site.signedIn();

  await expectRefused(await browser.get(`/api/users/${browser.sub}`), "REQUESTS_PER_USER");
  expect(keys).toEqual([expect.stringMatching(/^session:/), browser.sub]);
});

it("a caller over the limit does not use up a person's requests with the cookie of a session that has ended", async () => {
  const { site, keys } = siteWith("REQUESTS_PER_USER", 9);
  const browser = await site.signedIn();
  const copied = site.browser(browser.cookies);
  await browser.send("POST", "/logout");
  keys.length = 0;

  expect((await copied.get(`/api/users/${browser.sub}`)).status).toBe(401);
  expect(keys).toEqual([expect.stringMatching(/^session:/)]);
});

it("a caller over the limit is refused by a token as well as by a session", async () => {
  const { site } = siteWith("REQUESTS_PER_USER", 0);
  const sub = newSub();
  const token = await site.issuer.accessToken({ sub });

  await expectRefused(
    await site.call("GET", `/api/users/${encodeURIComponent(sub)}`, { token }),
    "REQUESTS_PER_USER",
  );
});

it.each([
  ["IMAGES_PER_USER", "POST", `/api/images/character/${crypto.randomUUID()}`],
  ["IMAGES_PER_USER", "POST", `/api/character-chats/${crypto.randomUUID()}/picture`],
  ["CARDS_PER_USER", "POST", "/api/characters/import"],
  ["CARDS_PER_USER", "POST", "/api/lorebooks/import"],
  ["CARDS_PER_USER", "POST", `/api/imports/${crypto.randomUUID()}/left-out/0`],
  ["CARDS_PER_USER", "PUT", `/api/stories/${crypto.randomUUID()}/shares/${crypto.randomUUID()}/preview/0`],
  ["CARDS_PER_USER", "GET", `/api/lorebooks/${crypto.randomUUID()}/export`],
  ["CARDS_PER_USER", "GET", `/api/stories/${crypto.randomUUID()}/export`],
  ["CARDS_PER_USER", "GET", `/api/characters/${crypto.randomUUID()}/card.json`],
  ["CARDS_PER_USER", "GET", `/api/characters/${crypto.randomUUID()}/card.png`],
  ["ARCHIVES_PER_USER", "GET", "/api/users/:userId/library-export"],
  ["PAYMENTS_PER_USER", "POST", "/api/stripe/create-checkout-session"],
  ["PAYMENTS_PER_USER", "POST", "/api/stripe/create-portal-session"],
  ["PAYMENTS_PER_USER", "POST", "/api/stripe/verify-payment"],
  ["PAYMENTS_PER_USER", "GET", "/payment/success"],
  ["PAYMENTS_PER_USER", "GET", "/upgrade"],
  ["PAYMENTS_PER_USER", "GET", "/settings?from=portal"],
] as const)(
  "a caller over the limit has the limit %s for %s %s, and reads as before",
  async (limiter, method, path) => {
    const { site, keys } = siteWith(limiter, 0);
    const browser = await site.consented();
    const asked = path.replace(":userId", browser.sub);
    const ask = () => (method === "GET" ? browser.get(asked) : browser.send(method, asked, {}));

    await expectRefused(await ask(), limiter);
    expect((await browser.get(`/api/users/${browser.sub}`)).status).toBe(200);
    expect(keys).toEqual([browser.sub]);
  },
);

it("an address over the limit is refused before anything is read; a page is a sentence", async () => {
  const { site, keys } = siteWith("REQUESTS_PER_ADDRESS", 0);

  const page = await site.fetch("/", { headers: ADDRESS });

  expect(page.status).toBe(429);
  expect(page.headers.get("Retry-After")).toBe("60");
  expect(await page.text()).toBe(`${toSentence("REQUESTS_PER_ADDRESS")}\n`);
  await expectRefused(await site.fetch("/api/health", { headers: ADDRESS }), "REQUESTS_PER_ADDRESS");
  expect(keys.join()).not.toContain("198.51.100.9");
});

it("an address over the limit signs nobody in, while its pages can still be read", async () => {
  const { site, keys } = siteWith("SIGN_INS_PER_ADDRESS", 1);
  const post = (path: string) =>
    site.fetch(path, { method: "POST", headers: { ...ADDRESS, Origin: ORIGIN } });

  expect((await post("/login")).status).toBe(200);
  for (const path of ["/login", "/login.data", "/auth/callback", "/auth/callback.data"]) {
    expect(await (await post(path)).json()).toMatchObject({ code: "RATE_LIMITED" });
  }
  expect((await site.fetch("/about", { headers: ADDRESS })).status).toBe(200);
  expect(new Set(keys).size).toBe(1);
});

it("an address over the limit gets no health check any more", async () => {
  const { site } = siteWith("HEALTH_PER_ADDRESS", 0);

  await expectRefused(await site.fetch("/api/health", { headers: ADDRESS }), "HEALTH_PER_ADDRESS");
});

it("an address over the limit is the connection's: a header that a client makes up changes nothing", async () => {
  const { site, keys } = siteWith("REQUESTS_PER_ADDRESS", 10);

  await site.fetch("/", { headers: ADDRESS });
  await site.fetch("/", {
    headers: { ...ADDRESS, "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7" },
  });

  expect(new Set(keys).size).toBe(1);
});

it.each([
  ["198.51.100.9", ["198.51.100.9"]],
  ["2001:db8:1:2345:3:4:5:6", ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]],
  ["2001:DB8:1:2::9", ["2001:db8:1:2::/64", "2001:db8:1::/56", "2001:db8:1::/48"]],
  ["2001:db8::9", ["2001:db8::/64", "2001:db8::/56", "2001:db8::/48"]],
  ["::1", ["::/64", "::/56", "::/48"]],
  ["::ffff:198.51.100.9", ["198.51.100.9"]],
])("the networks of an address of %s are %s", (address, networks) => {
  expect(listNetworks(address)).toEqual(networks);
});

it("the key of an address is the same within a network, another for another, and depends on the secret", async () => {
  const key = await toAddressKey("2001:db8:1:2::9", "secret");

  expect(await toAddressKey("2001:db8:1:2:ffff::1", "secret")).toBe(key);
  expect(await toAddressKey("2001:db8:1:3::9", "secret")).not.toBe(key);
  expect(await toAddressKey("2001:db8:1:2::9", "another secret")).not.toBe(key);
  expect(key).not.toContain("2001");
});
