import type { Page } from "@playwright/test";
import { encode } from "#domain/protocol.ts";
import { expectAccessible } from "./harness/axe.ts";
import { holdRequests } from "./harness/page.ts";
import { giveConsent, signIn, signUp } from "./harness/person.ts";
import { atRest, beginStory, inAStory, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

// Payments go through the payment emulator as through Stripe's pages; its webhooks come over HTTP.

/** The row of a plan on the upgrade page. */
function plan(page: Page, name: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
}

async function goToCheckout(page: Page): Promise<void> {
  await page.goto("/upgrade");
  await page.getByRole("button", { name: "Go Premium" }).click();
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/c\/pay\/cs_test_/);
  await expect(page.getByText("This is Talespark's local payment emulator")).toBeVisible();
}

async function inPortal(page: Page, ...buttons: string[]): Promise<void> {
  await page.goto("/upgrade");
  await page.getByRole("button", { name: "Manage Subscription" }).click();
  await expect(page.getByRole("heading", { name: "Your subscription" })).toBeVisible();
  for (const name of buttons) await page.getByRole("button", { name }).click();
}

async function backFromPortal(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return to Talespark" }).click();
  await expect(page).toHaveURL(/\/upgrade/);
}

function readStored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The pages of a person's stories, the most recently updated first. */
async function listStoryPaths(page: Page): Promise<string[]> {
  await page.goto("/stories");
  const links = page.getByRole("main").locator('a[href^="/stories/0"]');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  return [...new Set(paths)];
}

test("a subscription is begun, cancelled, kept, not paid, and ended", async ({ page, expectedErrors }) => {
  expectedErrors.push("402"); // the checkout page of a declined card
  test.slow();
  await signUp(page);
  await page.goto("/upgrade");
  await expect(plan(page, "Free")).toContainText("Current Plan");
  await expect(plan(page, "Professional")).toContainText("Not Available");
  await expectAccessible(page);

  await test.step("a declined card changes nothing", async () => {
    await goToCheckout(page);
    await page.getByRole("button", { name: "Let the bank decline it" }).click();
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  });

  await test.step("nor does going back", async () => {
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await expect(page.getByText("You came back without paying. Nothing was charged.")).toBeVisible();
    await expect.poll(() => readStored(page, "pending-checkout")).toBeNull(); // the text is there before React is
    await page.goto("/home");
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step("paying gives Premium at once", async () => {
    await goToCheckout(page);
    const verify = await holdRequests(page, "**/api/stripe/verify-payment");
    await page.getByRole("button", { name: "Pay $9.99" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Verifying your payment…" })).toBeVisible();
    verify();
    await expect(page.getByRole("heading", { name: "Premium is yours, Ada." })).toBeVisible();
    await expect(page.getByText("Payment received")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Continue to Dashboard" }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole("link", { name: "Upgrade", exact: true })).toHaveCount(0);
  });

  await test.step("cancelled, it stays until its end, and can be kept", async () => {
    await inPortal(page, "Cancel the subscription");
    await backFromPortal(page);
    await expect(page.getByText(/^Premium is cancelled and stays until/)).toBeVisible();
    await inPortal(page, "Keep the subscription");
    await backFromPortal(page);
    await expect(page.getByText(/^Premium renews on/)).toBeVisible();
    await expect(plan(page, "Premium")).toContainText("Current Plan");
    await expect(plan(page, "Free")).toContainText("Not Available");
  });

  await test.step("a portal that was opened from the settings leads back there", async () => {
    await page.goto("/settings");
    await page.getByText("Manage Billing").click();
    await page.getByRole("button", { name: "Manage Subscription" }).click();
    await page.getByRole("button", { name: "Cancel the subscription" }).click();
    await page.getByRole("link", { name: "Return to Talespark" }).click();
    await expect(page).toHaveURL(/\/settings\?from=portal#subscription$/);
    await expect(page.getByText(/^Premium is cancelled and stays until/)).toBeVisible();
    await inPortal(page, "Keep the subscription");
  });

  for (let stories = 0; stories < 2; stories += 1) {
    await beginStory(page);
    await atRest(page);
  }

  await test.step("a renewal that can't be paid is shown; then it is cancelled and over", async () => {
    await inPortal(page, "Let the bank decline the card", "Go to the next renewal");
    await backFromPortal(page);
    await expect(page.getByText(/^The last payment did not go through\. Premium stays until/)).toBeVisible();
    await inPortal(page, "Let the card work again", "Cancel the subscription", "Go to the next renewal");
    // The person does not return: only the webhooks report the payment.
    await expect(async () => {
      await page.goto("/upgrade");
      await expect(plan(page, "Free")).toContainText("Current Plan", { timeout: 500 });
    }).toPass();
    await expect(page.getByText(/^Premium ended on/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Go Premium" })).toBeVisible();
  });

  await test.step("after a downgrade the story that was updated last can be continued, and the other can be read", async () => {
    const [later = "", earlier = ""] = await listStoryPaths(page);
    const card = (path: string) =>
      page.getByRole("article").filter({ has: page.locator(`h2 a[href="${path}"]`) });
    await expect(card(later)).toContainText("Continue story");
    await expect(card(earlier)).toContainText("Read story");
    await page.goto(earlier);
    const note = page.getByRole("complementary", { name: "Read-only story" });
    await expect(note).toContainText("You can read this story, but your plan has no room to go on with it");
    await expect(note.getByRole("link", { name: "your library" })).toBeVisible();
    await expect(note.getByRole("link", { name: "Upgrade" })).toHaveAttribute("href", "/upgrade");
    await expect(page.getByRole("button", { name: "Write custom response" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(later);
    await expect(page.getByRole("button", { name: "Write custom response" })).toBeVisible();
    await expect(note).toHaveCount(0);
  });
});

test("whoever returns signed out, or by another page, gets the paid plan", async ({ page, context }) => {
  const person = await signUp(page);
  await goToCheckout(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Pay $9.99" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  const returnTo = new URL(page.url()).searchParams.get("returnTo") ?? "";
  expect(returnTo).toMatch(/^\/payment\/success\?session_id=cs_test_/);
  await signIn(page, person, returnTo);
  await expect(page.getByRole("heading", { name: "Premium is yours, Ada." })).toBeVisible();
  await expect.poll(() => readStored(page, "payment-log")).toContain("/payment/success verified");
  await expect.poll(() => readStored(page, "payment-session")).toBeNull();
  expect(await readStored(page, "payment-log")).not.toContain("cs_test_");

  await page.evaluate(() => localStorage.setItem("pending-checkout", "x"));
  await page.goto("/home");
  await expect(page).toHaveURL(/\/upgrade-success$/);
  await expect(page.getByRole("link", { name: "Start a New Story" })).toBeVisible();
  await page.goto("/characters");
  await expect.poll(() => readStored(page, "payment-log")).toContain("/characters opened");
  expect(await readStored(page, "pending-checkout")).toBeNull();
});

test("a payment that can't be verified shows that and a way back", async ({ page, expectedErrors }) => {
  expectedErrors.push("404");
  await signIn(page, undefined, "/payment/success");
  await giveConsent(page);
  await expect(page.getByRole("heading", { name: "Payment Verification Failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText("No session ID found");
  await page.goto("/payment/success?session_id=cs_test_of_nobody");
  await expect(page.getByRole("alert")).toHaveText(
    "Payment verification failed: This payment could not be found.",
  );
  await expectAccessible(page);
  await page.goto("/upgrade-success");
  await expect(page.getByRole("heading", { name: "You are on the Free plan" })).toBeVisible();
  await page.getByRole("link", { name: "Return to Upgrade Page" }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
});

test("a turn that the month's Sparks don't pay for says so in a dialog, and in the story", async ({
  page,
  model,
}) => {
  await page.routeWebSocket("**/live/**", (line) => {
    const server = line.connectToServer();
    line.onMessage((frame) => {
      const requestId = /"stream-message".*"requestId":"([^"]+)"/u.exec(String(frame))?.[1];
      if (requestId === undefined) return server.send(frame);
      const refusal = {
        code: "MONTHLY_LIMIT_EXCEEDED",
        status: 402,
        message: "No Sparks are left.",
      } as const;
      line.send(encode({ type: "stream-error", ...refusal, requestId }));
    });
  });
  await inAStory(page, model);
  await write(page, "I wait.");
  const limit = page.getByRole("dialog", { name: "Monthly Message Limit Reached" });
  await limit.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByText(/^Your Sparks for this month are used up\./)).toBeVisible();
});
