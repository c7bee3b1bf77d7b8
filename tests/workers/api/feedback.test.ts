import { describe, expect, it } from "vitest";
import { FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import { d1 } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";

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
