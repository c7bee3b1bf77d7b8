import { describe, expect, it } from "vitest";
import { LEGAL_CONSENT_VERSION, NSFW_CONSENT_VERSION } from "#domain/legal.ts";
import { FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import { d1 } from "../helpers/databases.ts";
import { CONSENT, newSub, TestSite } from "../helpers/site.ts";

const NSFW = { version: NSFW_CONSENT_VERSION, timestamp: "2020-01-01T00:00:00.000Z" };

async function consentsOf(userId: string): Promise<Record<string, unknown>[]> {
  const { results } = await d1
    .prepare(
      "SELECT kind, version, source, ip, timestamp FROM consents WHERE user_id = ? ORDER BY timestamp, id",
    )
    .bind(userId)
    .all();
  return results;
}

describe("creating the caller's record", () => {
  it("takes from the body what the token does not contain, but never an e-mail", async () => {
    const site = new TestSite();
    const sub = newSub();
    const token = await site.issuer.accessToken({ sub, email: "token@example.com", email_verified: true });

    const response = await site.call("POST", "/api/users", {
      token,
      body: {
        auth0Id: sub,
        email: "body@example.com",
        name: "Grace",
        picture: "https://pictures.example/grace.png",
        provider: "google",
        createdAt: "1990-01-01T00:00:00.000Z",
      },
    });

    expect(response.status).toBe(201);
    const user = await response.json<{ createdAt: string }>();
    expect(user).toMatchObject({ sub, name: "Grace", email: null, provider: "other" });
    expect(user).toMatchObject({ picture: "https://pictures.example/grace.png" });
    expect(Date.parse(user.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it("many times at the same time makes one", async () => {
    const site = new TestSite();
    const sub = newSub();
    const token = await site.issuer.accessToken({ sub });

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => site.call("POST", "/api/users", { token, body: { auth0Id: sub } })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  it("for somebody else is forbidden", async () => {
    const site = new TestSite();
    const token = await site.issuer.accessToken({ sub: newSub() });

    const response = await site.call("POST", "/api/users", { token, body: { auth0Id: newSub() } });

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "FORBIDDEN", field: "auth0Id" });
  });

  it("shows no picture that is not a web address", async () => {
    const site = new TestSite();
    const sub = newSub();
    const token = await site.issuer.accessToken({ sub });

    const response = await site.call("POST", "/api/users", {
      token,
      body: { auth0Id: sub, picture: "javascript:alert(1)" },
    });

    expect(await response.json()).toMatchObject({ picture: null });
  });
});

describe("the age and terms confirmation", () => {
  it("is put on record with the server's time and the connection's address", async () => {
    const browser = await new TestSite().signedIn();
    const before = new Date().toISOString();

    const response = await browser.send("PATCH", `/api/users/${browser.sub}/age-confirmation`, CONSENT, {
      "CF-Connecting-IP": "198.51.100.9",
    });

    const user = await response.json<{ acceptedTermsAt: string; acceptedPrivacyAt: string }>();
    expect(user).toMatchObject({ ageConfirmed13: true, ageConfirmed18NSFW: false, nsfwEnabled: false });
    expect(user.acceptedTermsAt >= before).toBe(true);
    expect(user.acceptedPrivacyAt).toBe(user.acceptedTermsAt);
    expect(await consentsOf(browser.sub)).toEqual([
      {
        kind: "legal",
        version: LEGAL_CONSENT_VERSION,
        source: "web",
        ip: "198.51.100.9",
        timestamp: user.acceptedTermsAt,
      },
    ]);
  });

  it("sent again keeps the time of the first, and puts nothing more on record", async () => {
    const browser = await new TestSite().consented();
    const first = await browser.read(`/api/users/${browser.sub}`);

    const again = await browser.send("PATCH", `/api/users/${browser.sub}/age-confirmation`, CONSENT);

    expect(await again.json()).toEqual(first);
    expect(await consentsOf(browser.sub)).toHaveLength(1);
  });

  it("needs the consent itself, of the version that is in force", async () => {
    const browser = await new TestSite().signedIn();
    const path = `/api/users/${browser.sub}/age-confirmation`;
    const { legalConsent, ...flags } = CONSENT.settings;

    const without = await browser.send("PATCH", path, { settings: flags });
    const outdated = await browser.send("PATCH", path, {
      settings: { ...flags, legalConsent: { ...legalConsent, version: "1999-01-01" } },
    });

    expect(await without.json()).toMatchObject({ code: "INVALID_INPUT", field: "settings.legalConsent" });
    expect(await outdated.json()).toMatchObject({ code: "INVALID_INPUT" });
    expect(await browser.read(`/api/users/${browser.sub}`)).toMatchObject({
      ageConfirmed13: false,
      acceptedTermsAt: null,
    });
    expect(await consentsOf(browser.sub)).toEqual([]);
  });

  it("is on record for good: the database refuses to change, replace or delete it", async () => {
    const { sub } = await new TestSite().consented();
    const before = await consentsOf(sub);
    const statements = [
      "UPDATE consents SET version = 'another' WHERE user_id = ?",
      "UPDATE consents SET ip = NULL WHERE user_id = ?",
      "UPDATE consents SET user_id = 'deleted-x', ip = NULL, timestamp = '2000' WHERE user_id = ?",
      "DELETE FROM consents WHERE user_id = ?",
      `REPLACE INTO consents (id, user_id, kind, decision, version, source, timestamp)
         SELECT id, user_id, kind, 'withdrawn', version, source, timestamp FROM consents WHERE user_id = ?`,
    ];

    for (const statement of statements) {
      await expect(d1.prepare(statement).bind(sub).run(), statement).rejects.toThrow("append-only");
    }

    expect(await consentsOf(sub)).toEqual(before);
  });

  it("of being an adult needs its own consent, once", async () => {
    const browser = await new TestSite().consented();
    const path = `/api/users/${browser.sub}/age-confirmation`;

    const without = await browser.send("PATCH", path, { settings: { ageConfirmed18NSFW: true } });
    const confirmed = await browser.send("PATCH", path, {
      settings: { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent: NSFW },
    });
    const off = await browser.send("PATCH", path, { settings: { nsfwEnabled: false } });
    const on = await browser.send("PATCH", path, { settings: { nsfwEnabled: true } });
    const kinds = (await consentsOf(browser.sub)).map(({ kind }) => kind);

    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({ field: "settings.nsfwConsent" });
    expect(await confirmed.json()).toMatchObject({ ageConfirmed18NSFW: true, nsfwEnabled: true });
    expect(await off.json()).toMatchObject({ ageConfirmed18NSFW: true, nsfwEnabled: false });
    expect(await on.json()).toMatchObject({ nsfwEnabled: true });
    expect(kinds.sort()).toEqual(["legal", "nsfw", "nsfw", "nsfw"]);
  });

  it("of being an adult, when withdrawn, also withdraws adult content", async () => {
    const browser = await new TestSite().consented();
    const path = `/api/users/${browser.sub}/age-confirmation`;
    await browser.send("PATCH", path, {
      settings: { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent: NSFW },
    });

    const response = await browser.send("PATCH", path, { settings: { ageConfirmed18NSFW: false } });

    expect(await response.json()).toMatchObject({ ageConfirmed18NSFW: false, nsfwEnabled: false });
    const { results } = await d1
      .prepare("SELECT kind, decision FROM consents WHERE user_id = ? ORDER BY id")
      .bind(browser.sub)
      .all();
    expect(results).toEqual([
      { kind: "legal", decision: "given" },
      { kind: "nsfw", decision: "given" },
      { kind: "nsfw", decision: "withdrawn" },
    ]);
  });

  it("of adult content alone does not make an adult", async () => {
    const browser = await new TestSite().consented();

    const response = await browser.send("PATCH", `/api/users/${browser.sub}/age-confirmation`, {
      settings: { nsfwEnabled: true, nsfwConsent: NSFW },
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ field: "settings.ageConfirmed18NSFW" });
  });
});

async function storedBy(userId: string) {
  const { results } = await d1
    .prepare("SELECT user_email, feedback FROM feedback WHERE user_id = ?")
    .bind(userId)
    .all<{ user_email: string | null; feedback: string }>();
  return results;
}

describe("POST /api/feedback", () => {
  it("stores the words with the address of the account, whatever the body claims", async () => {
    const browser = await new TestSite().consented({ email: "ada@example.com", email_verified: true });

    const response = await browser.send("POST", "/api/feedback", {
      feedback: "  The two buttons stand too close. ",
      userId: "somebody else",
      userEmail: "mallory@example.com",
    });

    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ feedbackId: expect.any(String), createdAt: expect.any(String) });
    expect(await storedBy(browser.sub)).toEqual([
      { user_email: "ada@example.com", feedback: "The two buttons stand too close." },
    ]);
  });

  it("accepts a fixed number a day from one person, also of simultaneous requests, and returns the time to wait", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const other = await site.consented();

    const answers = await Promise.all(
      Array.from({ length: FEEDBACK_LIMIT.limit + 5 }, (_, index) =>
        browser.send("POST", "/api/feedback", { feedback: `Thought ${index}` }),
      ),
    );

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    const wait = Number(refused[0]?.headers.get("Retry-After"));
    expect(wait).toBeLessThanOrEqual(FEEDBACK_LIMIT.windowS);
    expect(wait).toBeGreaterThan(FEEDBACK_LIMIT.windowS - 60);
    expect(await storedBy(browser.sub)).toHaveLength(FEEDBACK_LIMIT.limit);
    expect((await other.send("POST", "/api/feedback", { feedback: "Hello" })).status).toBe(201);
  });
});
