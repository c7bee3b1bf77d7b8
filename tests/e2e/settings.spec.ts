import { RECENT_SIGN_IN_MS } from "#domain/account-deletion.ts";
import { makeSignInOlder } from "#tests/harness/seed.ts";
import { expectAccessible } from "./harness/axe.ts";
import { signIn, signInAtIssuer, signUp, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

test("a person changes name, theme and choices, and takes their data", async ({ page, expectedErrors }) => {
  test.slow();
  expectedErrors.push("400", "net::ERR_FAILED"); // the empty name, which the server refuses; a theme that is not stored
  await signUp(page, somebodyNew("Ada Lovelace"));
  await page.goto("/settings");
  await expect(page.getByText("Total Stories")).toBeVisible();
  await expectAccessible(page);

  const name = page.getByLabel("Name");
  await page.getByRole("button", { name: "Search", exact: true }).focus(); // loads the search
  await page.getByRole("button", { name: "Edit profile" }).click();
  await name.fill("Augusta");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await name.fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please enter your name")).toBeVisible();
  const questions: string[] = [];
  page.on("dialog", (question) => {
    questions.push(question.type());
    void question.accept();
  });
  await name.fill("Augusta King");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  expect(questions, "the page that shows the saved name is opened without a question").toEqual([]);
  await expect(page.getByRole("heading", { name: "Augusta King" })).toBeVisible();

  // The theme is in the HTML itself, so that no other theme is visible before the scripts run.
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "literary");
  const stored = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await stored;
  expect(await (await page.request.get("/settings")).text()).toMatch(/<html[^>]* data-theme="dark"/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  // A device with a theme of its own keeps it if a choice can't be stored.
  await page.context().addCookies([{ name: "talespark-type", value: "....modern", url: page.url() }]);
  await page.reload();
  await page.route("**/api/users/*", (route) => route.abort(), { times: 1 });
  await page.getByRole("radio", { name: "Literary" }).click();
  await expect(page.getByText("Your theme could not be saved.")).toBeVisible();
  await expect(html).toHaveAttribute("data-theme", "modern");
  await expect(page.getByText("This device shows Modern")).toBeVisible();

  const warnings = page.getByRole("checkbox", { name: /Before Sparks run out/ });
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await warnings.uncheck();
  await saved;
  const adult = page.getByRole("checkbox", { name: /Adult content/ });
  await adult.click();
  const age = page.getByRole("dialog", { name: "Confirm Your Age" });
  await age.getByRole("checkbox").check();
  await age.getByRole("button", { name: "Confirm" }).click();
  await expect(adult).toBeChecked();
  const takenBack = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: "Take it back" }).press("Enter");
  await takenBack;
  await expect(adult).not.toBeChecked();
  await expect(page.getByRole("main"), "the button is gone").toBeFocused();
  await page.reload();
  await expect(warnings).not.toBeChecked();
  await expect(adult).not.toBeChecked();

  await page.getByText("Manage Billing").click();
  await expect(page.getByRole("link", { name: "Upgrade Plan" })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  expect((await downloading).suggestedFilename()).toBe("talespark-library.zip");

  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

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
  await go.press("Enter");
  await expect(page.getByText("This is not what we asked you to type.")).toBeVisible();
  await expect(words).toBeFocused();
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
