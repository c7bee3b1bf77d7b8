import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, inject, onTestFinished } from "vitest";
import { AppError, type ErrorBody, toErrorBody } from "#domain/errors.ts";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { createApp, type RenderPage } from "#workers/http/create-app.ts";
import { parseSettings, type Settings } from "#workers/settings.ts";
import { TestIssuer } from "./issuer.ts";

export const ORIGIN = "https://talespark.test";

/** The environment of a test's site: that of vitest.config.ts, without a model. The bindings are shared by all tests. */
export function settingsFor(issuer: TestIssuer) {
  return { ...env, OIDC_ISSUER: issuer.url, AI_BASE_URL: "http://127.0.0.1:1/v1", AI_MODEL: "none" };
}

/** The same as the Worker reads it. */
export function parsedSettings(changes: Record<string, unknown> = {}): Settings {
  return parseSettings({ ...settingsFor(new TestIssuer()), ...changes });
}

/**
 * All of the Worker's HTTP code, with an issuer of its own. Its pages are minimal: sign-in, callback, sign-out, and one
 * that shows who is signed in.
 */
export class TestSite {
  readonly issuer = new TestIssuer();
  readonly env: Env;
  readonly #app;

  /** `renderPage`: pages to use instead of the minimal ones. */
  constructor(settings: Record<string, unknown> = {}, renderPage: RenderPage = bareSignInPages) {
    this.#app = createApp({ renderPage });
    this.env = { ...settingsFor(this.issuer), ...settings };
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const ctx = createExecutionContext();
    const request = new Request(new URL(path, this.env.APP_ORIGIN ?? ORIGIN), {
      redirect: "manual",
      ...init,
    });
    const response = await this.#app.fetch(request, this.env, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  }

  /** A browser without a sign-in. `cookies`: those of another one, for what happens to a copy of them. */
  browser(cookies: Browser["cookies"] = new Map()): Browser {
    return Object.assign(new Browser(this), { cookies: new Map(cookies) });
  }

  /** A browser in which a new person is signed in. */
  async signedIn(claims: Record<string, unknown> = {}): Promise<Person> {
    const sub = newSub();
    const browser = this.browser();
    await browser.signIn({ sub, name: "Ada Lovelace", ...claims });
    return Object.assign(browser, { sub });
  }

  /** The same, after the age and terms gate. */
  async consented(claims: Record<string, unknown> = {}): Promise<Person> {
    const browser = await this.signedIn(claims);
    await readAnswer(await browser.send("PATCH", `/api/users/${browser.sub}/age-confirmation`, CONSENT));
    return browser;
  }

  /** A call with an access token. */
  async call(
    method: string,
    path: string,
    options: { token: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${options.token}`,
        "Content-Type": "application/json",
        ...options.headers,
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  }
}

/** The settings of the scripted image model. */
function scriptedImages(model = "scripted-images", server = inject("modelUrl")) {
  return {
    AI_IMAGE_PROVIDER: "openai-compatible",
    AI_IMAGE_BASE_URL: `${server}/v1`,
    AI_IMAGE_MODEL: model,
  };
}

/** The settings of the scripted models for text and pictures. */
export function scriptedModels() {
  return { AI_BASE_URL: `${inject("modelUrl")}/v1`, AI_MODEL: "scripted", ...scriptedImages() };
}

/** A site whose pictures are made by the scripted model server. */
export function siteWithImages(model?: string, server?: string): TestSite {
  return new TestSite(scriptedImages(model, server));
}

export const CONSENT = {
  settings: {
    ageConfirmed13: true,
    acceptedTermsAt: "2020-01-01T00:00:00.000Z",
    acceptedPrivacyAt: "2020-01-01T00:00:00.000Z",
    legalConsent: { version: LEGAL_CONSENT_VERSION, source: "web", ip: "203.0.113.1" },
  },
};

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

export function newSub(): string {
  return `auth0|${crypto.randomUUID()}`;
}

/** A signed-in browser. `sub`: the person's id. */
export type Person = Browser & { sub: string };

/** Stores cookies and sends an `Origin` where browsers do. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #site: TestSite;

  constructor(site: TestSite) {
    this.#site = site;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, { headers });
  }

  /** What the API answers, from JSON. Throws if it is an error. */
  async read<Answer>(path: string): Promise<Answer> {
    return readAnswer(await this.get(path));
  }

  /** The same for a call that makes something. */
  async post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
    return readAnswer(await this.send("POST", path, body));
  }

  /** The pages of a list, each of which names the address of the next in its header. */
  async readPages<Page>(path: string): Promise<Page[]> {
    const response = await this.get(path);
    const page = await readAnswer<Page>(response);
    const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1];
    return next === undefined ? [page] : [page, ...(await this.readPages<Page>(next))];
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    return this.#fetch(path, {
      method,
      headers: { Origin: ORIGIN, "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  }

  /** Sends a file. */
  async upload(path: string, file: Uint8Array): Promise<Response> {
    const headers = { "Content-Type": "application/octet-stream" };
    return this.sendRaw("POST", path, new Uint8Array(file), headers);
  }

  /** Sends a body as it is. */
  async sendRaw(
    method: string,
    path: string,
    body: BodyInit,
    headers: Record<string, string>,
  ): Promise<Response> {
    return this.#fetch(path, { method, headers: { Origin: ORIGIN, ...headers }, body });
  }

  /** Goes to the issuer and returns the address of the callback without opening it. */
  async beginSignIn(person: Record<string, unknown>, returnTo?: string): Promise<URL> {
    await this.#site.issuer.set({ person });
    const begun = await this.get(`/login?${new URLSearchParams(returnTo === undefined ? {} : { returnTo })}`);
    const atIssuer = await fetch(begun.headers.get("Location") ?? "", { redirect: "manual" });
    await atIssuer.body?.cancel();
    return new URL(atIssuer.headers.get("Location") ?? "");
  }

  /** Signs in and returns the answer of the callback. */
  async signIn(person: Record<string, unknown>, returnTo?: string): Promise<Response> {
    const callback = await this.beginSignIn(person, returnTo);
    return this.get(callback.pathname + callback.search);
  }

  /** The cookies as the header of a request. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  cookieNamed(part: string): [name: string, value: string] | undefined {
    return [...this.cookies].find(([name]) => name.includes(part));
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set("Cookie", this.cookieHeader);
    }
    const response = await this.#site.fetch(path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const over = attributes.some((attribute) => /^(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(attribute));
    if (over) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The cookie of a browser's session, and the id in it. */
export function sessionCookie(browser: Browser): { name: string; value: string; id: string } {
  const [name, value] = browser.cookieNamed("session") ?? ["", ""];
  const { id }: { id: string } = JSON.parse(atob(decodeURIComponent(value).split(".")[0] ?? ""));
  return { name, value, id };
}

export const bareSignInPages: RenderPage = async (request, { caller, nonce }) => {
  const url = new URL(request.url);
  const { services, refusal } = await caller.identify();
  try {
    if (refusal) throw refusal;
    switch (url.pathname) {
      case "/login":
        return leading(await services.auth.begin(url.searchParams.get("returnTo")));
      case "/auth/callback": {
        const { returnTo: location, setCookies } = await services.auth.authenticate(url);
        return leading({ location, setCookies });
      }
      case "/logout":
        return leading(
          url.searchParams.has("everywhere")
            ? await services.auth.signOutEverywhere()
            : await services.auth.signOut(),
        );
      case "/features":
        return new Response(publicPage(nonce), { headers: { "Content-Type": "text/html" } });
      case "/broken":
        throw new Error("this page is broken");
      default:
        return Response.json({ user: await services.accounts.current(), nonce });
    }
  } catch (error) {
    if (error instanceof AppError) return Response.json(toErrorBody(error), { status: error.status });
    throw error;
  }
};

/** Like a public page: inline scripts and a file with the nonce, data without it. */
function publicPage(nonce: string): string {
  return [
    "<!DOCTYPE html><title>Features</title>",
    `<script nonce="${nonce}">one("é")</script>`,
    `<script nonce="${nonce}" type="module" async="">two()</script>`,
    `<script nonce="${nonce}" src="/assets/entry.js"></script>`,
    "<script>smuggled()</script>",
  ].join("");
}

function leading(to: { location: string; setCookies: string[] }): Response {
  const headers = new Headers({ Location: to.location });
  for (const cookie of to.setCookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** The status of an answer, and the code if it is a refusal: `404 NOT_FOUND`. */
export async function describeAnswer(asked: Response | Promise<Response>): Promise<string> {
  const answer = await asked;
  const { code } = await answer.json<{ code?: string }>();
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

/** The whole body of a failed answer, for `toEqual`. */
export function failureAnswer(body: ErrorBody) {
  return { ...body, error: { ...body, requestId: expect.stringMatching(/^[0-9a-f-]{16,36}$/) } };
}

/** Collects the lines of the product's log instead of printing them, until the test ends. */
export function watchLog(): { texts: string[]; lines: () => Record<string, unknown>[]; restore: () => void } {
  const texts: string[] = [];
  const { log, warn, error } = console;
  // No spies, which keep each call and its result: some tests write ten thousand lines.
  for (const method of ["log", "warn", "error"] as const)
    console[method] = (text) => void texts.push(String(text));
  const restore = () => void Object.assign(console, { log, warn, error });
  onTestFinished(restore);
  return { texts, lines: () => texts.map((text) => JSON.parse(text)), restore };
}
