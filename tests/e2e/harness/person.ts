import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import * as v from "valibot";
import { expect } from "./test.ts";

export type Person = { name: string; email: string };

/** A new person whom no other test uses. */
export function somebodyNew(name = "Ada Lovelace"): Person {
  return { name, email: `reader-${randomUUID()}@example.com` };
}

/** Signs in on the local issuer's page, starting from the app's sign-in page. Ends on the first page after it. */
export async function signIn(page: Page, person: Person = somebodyNew(), returnTo?: string): Promise<Person> {
  await page.goto(returnTo === undefined ? "/login" : `/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await signInAtIssuer(page, person);
  return person;
}

/** Signs a new person in on a page without JavaScript, and gives the consent. Ends on the page of `returnTo`. */
export async function signUpWithoutScript(page: Page, returnTo: string): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await submitAtIssuer(page, somebodyNew());
  await expect(page).toHaveURL(/\/auth\/callback/);
  await page.getByRole("button").click();
  await giveConsent(page);
}

/** Fills in the local issuer's page. Ends on the first page after the sign-in. */
export async function signInAtIssuer(page: Page, person: Person): Promise<void> {
  await submitAtIssuer(page, person);
  await expect(page).not.toHaveURL(/\/auth\/callback|127\.0\.0\.1/);
}

/** Passes the age and terms gate, which covers the requested page for a new person. */
export async function giveConsent(page: Page): Promise<void> {
  const gate = page.getByRole("dialog", { name: "Before the first page" });
  await gate.getByRole("checkbox").check();
  await gate.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(gate).toBeHidden();
}

/** The product's origin in this browser, also before it shows a page. */
async function findOrigin({ request }: Page): Promise<string> {
  return new URL((await request.head("/manifest.webmanifest")).url()).origin;
}

/**
 * Creates a new person who is signed in and past the gate. It sends the pages' requests without the pages, because most
 * tests are not about them.
 */
export async function signUp(page: Page, person: Person = somebodyNew()): Promise<Person> {
  const { request } = page;
  const headers = { Origin: await findOrigin(page) };
  const toIssuer = await request.post("/login", { headers, form: { returnTo: "/home" }, maxRedirects: 0 });
  const interaction = await request.get(toIssuer.headers()["location"] ?? "");
  const back = await request.post(interaction.url(), { form: person });
  const callback = new URL(back.url());
  expect(callback.pathname, "where the issuer leads").toBe("/auth/callback");
  await request.post(callback.href, { headers, form: { intent: "authenticate-and-go" } });
  await request.post("/welcome", { headers, form: { consent: "on", returnTo: "/home" } });
  return person;
}

/** Calls the API as the person who is signed in in this browser, and returns the answer; none is `{}`. */
export async function callApi(
  page: Page,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  data: object = {},
): Promise<Record<string, unknown>> {
  const headers = { Origin: await findOrigin(page) };
  const answer = await page.request.fetch(path, { method, headers, data });
  const text = await answer.text();
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
  return v.parse(v.record(v.string(), v.unknown()), text === "" ? {} : JSON.parse(text));
}

/** Pays for Premium. Ends on the page after the payment. */
export async function goPremium(page: Page): Promise<void> {
  await page.goto("/upgrade");
  await page.getByRole("button", { name: "Go Premium" }).click();
  await page.getByRole("button", { name: "Pay $9.99" }).click();
  await expect(page.getByRole("heading", { name: /^Premium is yours/ })).toBeVisible();
}

/** Creates a new person as `signUp` does, and opens their home page. */
export async function arrive(page: Page, person: Person = somebodyNew()): Promise<Person> {
  await signUp(page, person);
  await page.goto("/home");
  await expect(page).toHaveURL(/\/home$/);
  return person;
}

/** Logs out through the menu (on a phone, the one that slides in). Ends on the landing page. */
export async function logOut(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: "Your account" })
    .or(page.getByRole("button", { name: "Menu", exact: true }))
    .click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
}

async function submitAtIssuer(page: Page, { name, email }: Person): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}
