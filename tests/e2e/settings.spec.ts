import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expectAccessible } from "./harness/axe.ts";
import { arrive, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

test("somebody changes their name, theme, notifications and adult content, and takes their data away", async ({
  page,
}) => {
  test.slow();
  await arrive(page, somebodyNew("Ada Lovelace"));
  await page.goto("/settings");
  await expect(page.getByText("Total Stories")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit profile" }).click();
  const name = page.getByLabel("Name");
  await name.fill("Augusta King");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Augusta King" })).toBeVisible();

  // The theme is in the HTML itself, so that there is no other one before the scripts run.
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "literary");
  const stored = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await stored;
  expect(await (await page.request.get("/settings")).text()).toMatch(/<html[^>]* data-theme="dark"/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();

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
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(adult).not.toBeChecked();
  await page.reload();
  await expect(warnings).not.toBeChecked();
  await expect(adult).not.toBeChecked();

  await page.getByText("Manage Billing").click();
  await expect(page.getByRole("link", { name: "Upgrade Plan" })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("talespark-data.zip");
  const files = unzipSync(await readFile(await download.path()));
  const account: unknown = JSON.parse(strFromU8(files["account.json"] ?? new Uint8Array()));
  expect(account).toMatchObject({ name: "Augusta King", settings: { theme: "dark" } });

  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});
