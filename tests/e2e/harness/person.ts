import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

export type Person = { name: string; email: string };

/** Somebody whom no other test knows. */
export function somebodyNew(name = "Ada Lovelace"): Person {
  return { name, email: `reader-${randomUUID()}@example.com` };
}

/** Signs in on the local issuer's page, starting from the app's sign-in page. Ends on the page that comes after it. */
export async function signIn(page: Page, person: Person = somebodyNew(), returnTo?: string): Promise<Person> {
  await page.goto(returnTo === undefined ? "/login" : `/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth\/callback|127\.0\.0\.1/);
  return person;
}

/** Passes the age and terms gate, where a new person is led after signing in. */
export async function giveConsent(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/welcome/);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).not.toHaveURL(/\/welcome/);
}

/** A new person, signed in and past the gate. */
export async function arrive(page: Page, person: Person = somebodyNew()): Promise<Person> {
  await signIn(page, person);
  await giveConsent(page);
  return person;
}

/** Logs out by the menu, on a phone by the one that slides in. Ends on the site's first page. */
export async function logOut(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: "Your account" })
    .or(page.getByRole("button", { name: "Menu", exact: true }))
    .click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
}
