import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, closeToasts, holdRequests } from "./harness/page.ts";
import {
  arrive,
  callApi,
  giveConsent,
  logOut,
  signIn,
  signInAtIssuer,
  signUp,
  signUpWithoutScript,
  somebodyNew,
} from "./harness/person.ts";
import { inAStory, OPENING } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("Back after a logout shows nothing, also offline", async ({ page, context, model, expectedErrors }) => {
  expectedErrors.push("Failed to load resource");
  const story = await inAStory(page, model);
  await page.goto("/stories");
  await logOut(page);

  await context.setOffline(true);
  await page.goBack({ waitUntil: "commit" }).catch(() => null); // there is nothing to show
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeHidden();
  await context.setOffline(false);
  await page.goto("/terms");
  for (let steps = 0; steps < 2; steps += 1) {
    await page.goBack({ waitUntil: "commit" }).catch(() => null);
    await expect(page.getByText(OPENING)).toBeHidden();
  }
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(story)}`);
});

test("another tab's logout takes the pages away, and who signs in there gets none of the texts", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await arrive(page);
  await page.goto("/stories/bring-in");
  await page.getByLabel("Or paste a draft").fill("A secret.");
  const library = await context.newPage();
  await library.goto("/stories");
  const tab = await context.newPage();
  await tab.goto("/home");
  await logOut(tab);
  await expect(library).toHaveURL("/login?returnTo=%2Fstories");
  await expect(page).toHaveURL("/login?returnTo=%2Fstories%2Fbring-in");

  await signIn(page, undefined, "/stories/bring-in");
  await giveConsent(page);
  await expect(page.getByLabel("Or paste a draft")).toHaveValue("");
  // Without a logout, such as where the session has ended meanwhile.
  await page.getByLabel("Or paste a draft").fill("Another secret.");
  await library.goto("/stories");
  await context.clearCookies();
  await signUp(tab);
  await tab.goto("/home");
  await expect(page.getByLabel("Or paste a draft")).toHaveValue("");
});

test("a page that can't load leaves the open one as it is, and one that is slow has a spinner", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource", "Failed to fetch", "Error loading route module");
  await signUp(page);
  await page.goto("/stories");
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);
  const library = page.getByRole("heading", { name: "Your Library", exact: true });
  const home = page.getByRole("link", { name: "Home", exact: true });
  const notice = page.locator("[data-sonner-toast]", { hasText: "This page did not open." });
  const expectLibrary = async () => {
    await expect(library).toBeVisible();
    await expect(page).toHaveURL(/\/stories$/);
  };
  await page.route("**/assets/help-*.js", (route) => route.abort());
  await page.getByRole("link", { name: "Help", exact: true }).first().click();
  await expect(notice).toBeVisible();
  await expectLibrary();
  expect(await isSameDocument.evaluate((element) => element.isConnected), "no new document").toBe(true);
  await page.unroute("**/assets/help-*.js");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/help$/);
  await page.goBack();
  await expectLibrary();

  await closeToasts(page);
  await page.route("**/home.data*", (route) => route.abort());
  await home.click();
  await expect(notice).toBeVisible();
  await expectLibrary();
  await page.unroute("**/home.data*");
  await context.setOffline(true);
  await home.click();
  await expectLibrary();
  await context.setOffline(false);

  const spinner = page.locator("[data-page-spinner]");
  const answer = await holdRequests(page, "**/home.data*");
  const waited = spinner.evaluate(async (element) => {
    const until = async (isSo: () => unknown) => {
      while (!isSo()) await new Promise(requestAnimationFrame);
      return performance.now();
    };
    const begun = await until(() => element.closest("[data-pending]"));
    return (await until(() => getComputedStyle(element).visibility === "visible")) - begun;
  });
  await home.click();
  expect(await waited, "a page that is not slow has none").toBeGreaterThan(900);
  answer();
  await expect(page).toHaveURL(/\/home$/);
  await expect(spinner).toBeHidden();
});

test("a part that could not be loaded, nor what shows toasts, says so and is there after loading again", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource", "Failed to fetch");
  await arrive(page);
  await page.goto("/characters");
  await context.setOffline(true);
  const first = page.getByRole("button", { name: "Create Your First Character" });
  await first.click();
  const notice = page.getByRole("alert").filter({ hasText: "This could not be opened." });
  await expect(notice).toContainText("Please check your connection and load the page again.");
  await context.setOffline(false);
  await notice.getByRole("button", { name: "Load again" }).click();
  await page.waitForLoadState();
  await first.click();
  await expect(page.getByRole("dialog", { name: /Create New Character/ })).toBeVisible();
});

test("without JavaScript one signs in, consents, begins a story and reads", async ({ openPlainPage }) => {
  const page = await openPlainPage();
  await signUpWithoutScript(page, "/stories/new");
  await expect(page).toHaveURL(/\/stories\/new/);
  await page.getByRole("radio", { name: "Western", exact: true }).check();
  await page.getByLabel("Your character").fill("A bookkeeper");
  await page.getByLabel("What it is about").fill("The bank at Tarry Creek was robbed of four dollars.");
  await page.getByRole("button", { name: "Begin the story" }).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}/);
  await expect(page.getByText("The bank at Tarry Creek was robbed of four dollars.").first()).toBeVisible();

  // No button looks alive that does nothing, and nothing waits for ever.
  await page.goto("/upgrade");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go Premium" })).toBeHidden();
  await page.goto("/payment/success?session_id=cs_1");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByText("Verifying your payment…")).toBeHidden();
});

test("a session that ends asks before it takes away what is typed", async ({ page, context, model }) => {
  await inAStory(page, model);
  await chooseInMenu(page, /^Story menu/, "Edit");
  const title = page.getByRole("dialog", { name: "Edit Story" }).getByLabel("Title");
  await title.fill("The reef");
  const question = page.waitForEvent("dialog");
  const other = await context.newPage();
  await other.goto("/stories");
  await logOut(other);
  await (await question).dismiss();
  await expect(title).toHaveValue("The reef");
});

test("a form that is open when the session ends keeps its text: the sign-in opens beside it", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("status of 401");
  const person = await arrive(page);
  const character = { name: "Mara Voss", description: "Keeper of Harrow Light." };
  await callApi(page, "POST", "/api/characters", character);
  await page.goto("/characters");
  await chooseInMenu(page, "Character menu: Mara Voss", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Character" });
  await dialog.getByLabel("Voice").fill("hoarse");
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in" }).click();
  const beside = await opening;
  await beside.getByRole("button", { name: "Sign In" }).click();
  await signInAtIssuer(beside, person);
  await beside.close();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Character updated successfully")).toBeVisible();
});

test("the gate lets a wrong account leave, and can't be dismissed before the consent is stored", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await page.goto("/stories?sort=name-asc");
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await signIn(page, somebodyNew("In the wrong account"), "/stories?sort=name-asc");
  const gate = page.getByRole("dialog", { name: "Before the first page" });
  await gate.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);

  await signIn(page, somebodyNew(), "/stories?sort=name-asc");
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
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
});

test("a sign-in and a logout may lead over other sites than the issuer, and Back skips what led there", async ({
  page,
}) => {
  const elsewhere = "http://elsewhere.test/";
  await page.route(elsewhere, (route) => route.fulfill({ body: "Another site" }));
  await page.route(/\/log(?:in|out)$/, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const lead = (value: string) => value.replace(/http:\/\/127\.0\.0\.1:\S+/, elsewhere);
    const headers = Object.entries(response.headers()).map(([name, value]) => [name, lead(value)]);
    return route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(elsewhere);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);

  await arrive(page);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(elsewhere);
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
