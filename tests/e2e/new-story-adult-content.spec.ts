import { fillIn, openDialog, shownDialog, submit } from "./harness/new-story.ts";
import { signUp } from "./harness/person.ts";
import { OPENING } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("adult content asks for the age first, and only a confirmed one turns it on", async ({
  page,
  model,
}) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await openDialog(page);
  const flag = page.getByLabel(/Adult content/); // also while something covers its dialog
  await flag.click();
  const age = await shownDialog(page, "Confirm Your Age");
  await expect(flag).not.toBeChecked();
  await expect(age.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await age.getByRole("button", { name: "Cancel" }).click();
  await expect(age).toBeHidden();
  await expect(flag).not.toBeChecked();

  await flag.click();
  await age.getByRole("checkbox").check();
  await age.getByRole("button", { name: "Confirm" }).click();
  await expect(age).toBeHidden();
  await expect(flag).toBeChecked();

  await flag.uncheck();
  await flag.check(); // at once, because it is stored
  await expect(age).toBeHidden();
  await page.goto("/stories/new");
  await page.getByLabel(/Adult content/).check();
  await fillIn(page.locator("main"));
  await submit(page.locator("main")).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
});
