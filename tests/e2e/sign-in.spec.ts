import { expectAccessible } from "./harness/axe.ts";
import { holdRequests } from "./harness/page.ts";
import { giveConsent, signIn, signInAtIssuer, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

test("a new person leaves a wrong account at the gate, signs in, consents and has the page that they wanted", async ({
  page,
}) => {
  await page.goto("/stories/new");
  await expect(page).toHaveURL(/\/login\?returnTo=/);

  await signIn(page, somebodyNew("In the wrong account"), "/stories/new");
  const gate = page.getByRole("dialog", { name: "Before the first page" });
  await gate.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);

  await signIn(page, somebodyNew(), "/stories/new");
  await giveConsent(page);

  await expect(page).toHaveURL(/\/stories\/new$/);
  await page.getByLabel("Your character").fill("A bookkeeper");
});

test("the gate can't be dismissed, keeps the keyboard, and closes only when the consent is stored", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await signIn(page, somebodyNew(), "/stories?sort=name-asc");
  const gate = page.getByRole("dialog", { name: "Before the first page" });
  const box = gate.getByRole("checkbox");
  const go = gate.getByRole("button", { name: "Continue", exact: true });
  await expect(box).toBeFocused();
  await expect(go).toBeDisabled();
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await page.mouse.click(2, 2);
  await expect(gate).toBeVisible();
  // The page behind the dialog is inert: keyboard and screen readers can't reach it.
  await expect(page.locator("[inert] h1")).toHaveText("Your Library");
  for (let steps = 0; steps < 8; steps += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[inert]") ?? null)).toBeNull();
  }

  const answer = await holdRequests(page, "**/age-confirmation", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Something went wrong." } }),
  );
  await box.check();
  await go.click();
  await expect(gate.getByRole("button", { name: "Saving..." })).toBeDisabled();
  answer();
  await expect(gate.getByRole("alert")).toHaveText(/^Your consent could not be saved\./);
  await expect(box).toBeChecked();
  await page.reload();
  await expect(gate).toBeVisible();

  await page.unroute("**/age-confirmation");
  await giveConsent(page);
  await expect(page).toHaveURL(/\/stories\?sort=name-asc$/);
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
});

test("a sign-in that is cancelled keeps the wanted page, and who is signed in is never told otherwise", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("400");
  await page.goto("/login?returnTo=/settings");
  const [asked] = await Promise.all([
    page.waitForRequest(/[?&]state=/),
    page.getByRole("button", { name: "Sign In" }).click(),
  ]);
  const state = new URL(asked.url()).searchParams.get("state");
  await page.waitForURL(/\/interaction\//);
  await page.goto(`/auth/callback?error=access_denied&state=${state}`);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await signInAtIssuer(page, somebodyNew());
  await expect(page).toHaveURL(/\/settings$/);
  await page.goto("/auth/callback");
  await expect(page).toHaveURL(/\/home$/);
});
