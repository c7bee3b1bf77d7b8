import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { findRest } from "./harness/page.ts";
import { signUp } from "./harness/person.ts";
import { createChat, inAStory } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test.use({ cookieChoice: null });

/** The cookies that Talespark may set before a choice: those that sign-in needs. */
const NECESSARY_COOKIE = /^talespark-(session|signin|bookmark)/;

function banner(page: Page) {
  return page.getByRole("region", { name: "Cookies, kept few" });
}

async function storedChoice(page: Page): Promise<unknown> {
  const text = await page.evaluate(() => localStorage.getItem("talespark:cookie-consent"));
  const { value, preferences } = JSON.parse(text ?? "{}");
  return { value, preferences };
}

test("before a choice nothing optional is stored, no other site asked", async ({
  page,
  context,
  baseURL,
}) => {
  const requests: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  const visited = ["/", "/features", "/pricing", "/terms", "/privacy-policy", "/cookie-policy"];
  for (const path of visited) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(banner(page)).toBeVisible();
  }
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await signUp(page);
  await page.goto("/stories", { waitUntil: "networkidle" });
  await expect(banner(page)).toBeVisible();
  for (const { name } of await context.cookies(baseURL)) expect(name).toMatch(NECESSARY_COOKIE);
  expect(requests.length).toBeGreaterThan(visited.length);
  expect(requests.filter((url) => new URL(url).origin !== baseURL)).toEqual([]);
});

test("the banner takes a quarter of a phone, below toasts, and waits on stories and chats and under dialogs", async ({
  page,
  model,
}) => {
  for (const height of [844, 568]) {
    await page.setViewportSize({ width: 320, height });
    await page.goto("/pricing");
    await expect(banner(page)).toBeVisible();
    expect((await findRest(banner(page))).height).toBeLessThanOrEqual(height / 4);
    await expect(banner(page).getByRole("button", { name: "Accept All" })).toBeInViewport({ ratio: 1 });
  }

  await page.goto("/nowhere/at/all");
  const toast = page.locator("[data-sonner-toast]");
  await toast.hover(); // it stays while the pointer is on it
  await expect(toast).toHaveText(/That page does not exist\./);
  await expect(banner(page)).toBeVisible();
  const { y, height } = await findRest(toast);
  expect(y + height, "the toast leaves its buttons free").toBeLessThan((await findRest(banner(page))).y);

  await page.goto("/");
  await page.getByRole("button", { name: "Give me an idea" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByText("Cookies, kept few"), "it would lie over the dialog's buttons").toBeHidden();
  await page.keyboard.press("Escape");
  await expect(banner(page)).toBeVisible();

  await inAStory(page, model);
  await expect(banner(page)).toBeHidden();
  await page.goto("/stories");
  await expect(banner(page)).toBeVisible();
  await page.goto(await createChat(page));
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test("Manage Cookies allows one and not the other, and opens again", async ({ page }) => {
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  const weights = await banner(page)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
        const { width, height } = button.getBoundingClientRect();
        return { backgroundColor, color, fontSize, fontWeight, width: Math.round(width), height };
      }),
    );
  expect(weights).toHaveLength(3);
  expect(new Set(weights.map((weight) => JSON.stringify(weight))).size, "ways of looking").toBe(1);
  await expectAccessible(page, "section:has(> form)");

  await banner(page).getByRole("button", { name: "Manage Cookies" }).click();
  await expect(banner(page).getByLabel("Functional")).toBeFocused();
  await expect(banner(page).getByLabel("Necessary")).toBeChecked();
  await expect(banner(page).getByLabel("Necessary")).toBeDisabled();
  await expect(banner(page).getByLabel("Analytics")).not.toBeChecked();
  await banner(page).getByLabel("Functional").check();
  await expectAccessible(page, "section:has(> form)");
  await banner(page).getByRole("button", { name: "Save My Choice" }).click();
  await expect(banner(page)).toBeHidden();
  const preferences = { necessary: true, functional: true, analytics: false };
  await expect.poll(() => storedChoice(page)).toEqual({ value: "custom", preferences });

  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie Settings" }).click();
  await expect(banner(page).getByLabel("Functional")).toBeChecked();
  await banner(page).getByRole("button", { name: "Only Necessary" }).click();
  await expect.poll(() => storedChoice(page)).toMatchObject({ value: "necessary" });
  await page.goto("/cookie-policy");
  await page.getByRole("main").getByRole("button", { name: "Cookie Settings" }).click();
  await expect(banner(page).getByLabel("Functional")).not.toBeChecked();
  await banner(page).getByRole("button", { name: "Accept All" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expect.poll(() => storedChoice(page)).toMatchObject({ value: "all" });
});
