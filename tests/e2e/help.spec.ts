import { expectAccessible } from "./harness/axe.ts";
import { signUp } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

const WORDS = "On the phone I press continue when I mean to write.";

test("questions open side by side, and feedback arrives, comes back, or leads to the sign-in", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await signUp(page);
  await page.goto("/help");
  const questions = page.getByRole("region", { name: "Questions" }).locator("details");
  await expect(questions).toHaveCount(8);
  await page.getByText("How do I start a story?").click();
  await page.getByText("Who can read my stories?").click();
  await expect(page.getByText("Begin New Story")).toBeVisible();
  await expect(page.getByText("Stories are private by default")).toBeVisible();
  await expect(page.getByText("A place to write interactive stories")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", /^mailto:.+@/);
  await expectAccessible(page);

  const box = page.getByRole("textbox", { name: "Your feedback" });
  const submit = page.getByRole("button", { name: "Submit" });
  await expect(submit).toBeDisabled();
  await box.fill("   ");
  await expect(submit).toBeDisabled();

  await page.route("**/api/feedback", (route) => route.abort());
  await box.fill(WORDS);
  await submit.press("Enter");
  await expect(page.getByText("Failed to submit feedback")).toBeVisible();
  await expect(box).toHaveValue("");
  await expect(submit).toBeFocused();
  await box.fill("On a tablet too.");
  await page.getByRole("main").getByRole("button", { name: "Put it back" }).click();
  await expect(box).toHaveValue(`${WORDS}\n\nOn a tablet too.`);
  await expect(page.getByRole("main").getByRole("button", { name: "Put it back" })).toBeHidden();
  await submit.click();
  await expect(box).toHaveValue("");
  await page.reload();
  await expect(box).toHaveValue(`${WORDS}\n\nOn a tablet too.`);

  await page.unroute("**/api/feedback");
  await submit.click();
  await expect(page.getByText("Feedback submitted successfully")).toBeVisible();
  await expect(box).toHaveValue("");
  await expect(submit).toBeDisabled();

  await context.clearCookies();
  await box.fill(WORDS);
  await submit.click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/login?returnTo=%2Fhelp");
});
