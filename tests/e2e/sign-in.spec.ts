import { giveConsent, signIn, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

test("a new person leaves a wrong account at the gate, signs in, consents and is led to where they wanted to go", async ({
  page,
}) => {
  await page.goto("/stories/new");
  await expect(page).toHaveURL(/\/login\?returnTo=/);

  await signIn(page, somebodyNew("In the wrong account"), "/stories/new");
  await expect(page).toHaveURL(/\/welcome/);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);

  await signIn(page, somebodyNew(), "/stories/new");
  await giveConsent(page);

  await expect(page).toHaveURL(/\/stories\/new$/);
});
