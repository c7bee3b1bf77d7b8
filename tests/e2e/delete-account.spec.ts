import { RECENT_SIGN_IN_MS } from "#domain/account-deletion.ts";
import { makeSignInOlder } from "#tests/harness/seed.ts";
import { expectAccessible } from "./harness/axe.ts";
import { signIn, signInAtIssuer, signUp } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

test("a person signs in again to delete their account, is signed out everywhere, and gets a new account", async ({
  page,
  product,
  browser,
  baseURL,
  expectedErrors,
}) => {
  test.slow(); // during the restart
  expectedErrors.push("Failed to load resource");
  const person = await signUp(page);
  const phone = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: await page.context().storageState(),
  });

  await page.goto("about:blank");
  await product.stop();
  makeSignInOlder(product.stateDir, person.email, RECENT_SIGN_IN_MS);
  await product.startAgain();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText(/^You signed in a while ago/)).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  // The issuer knows the person, but asks for a sign-in again.
  await signInAtIssuer(page, person);
  await expect(page).toHaveURL(/\/account\/delete$/);
  await expect(page.getByRole("heading", { name: "Delete your account?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expectAccessible(page);
  const words = page.getByLabel(`To confirm, type ${person.email}`);
  const go = page.getByRole("button", { name: "Delete my account" });
  await words.fill("somebody@example.com");
  await go.click();
  await expect(page.getByText("This is not what we asked you to type.")).toBeVisible();
  await words.fill(person.email);
  await go.click();

  await expect(page).toHaveURL(/\/account\/deleted$/);
  await expect(page.getByRole("heading", { name: "Your account is being deleted" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/home");
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  const onPhone = await phone.newPage();
  await onPhone.goto("/home");
  await expect(onPhone).toHaveURL(/\/login\?returnTo=/);
  await phone.close();

  // Until the old account is deleted, a sign-in ends on a page that says so; then it makes a new account, which begins
  // at the gate.
  await expect(async () => {
    await page.context().clearCookies();
    await signIn(page, person);
    await expect(page.getByRole("dialog", { name: "Before the first page" })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
});
