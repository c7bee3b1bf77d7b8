import { expect } from "vitest";
import type { RenderPage } from "#workers/http/create-app.ts";
import { givePremium } from "./databases.ts";
import { renderPages } from "./pages.ts";
import { type Browser, bareSignInPages, ORIGIN, type Person, TestSite } from "./site.ts";

/** The pages as the build serves them, except those of the sign-in. */
const pages: RenderPage = (request, parts) =>
  /^\/(login|auth|logout)/.test(new URL(request.url).pathname)
    ? bareSignInPages(request, parts)
    : renderPages(request, parts);

/** A site with the pages of reading copies. */
export class ShareSite extends TestSite {
  /** Somebody without an account. */
  readonly reader: Browser = this.browser();

  constructor(settings: Record<string, unknown> = {}) {
    super(settings, pages);
  }

  async newAuthor(): Promise<Person> {
    const claims = { name: "Nora Lindqvist", email: "nora@example.org", email_verified: true };
    const author = await this.consented(claims);
    await givePremium(author.sub);
    return author;
  }

  /** Everything that the address of a copy leads to, as a visitor asks for it. */
  async askEverywhere(path: string): Promise<Record<string, number>> {
    const token = path.slice(3);
    const ask = async (name: string, asked: Promise<Response>) => {
      const response = await asked;
      response.webSocket?.accept();
      response.webSocket?.close();
      await response.body?.cancel();
      return [name, response.status] as const;
    };
    const socket = { Upgrade: "websocket", Origin: ORIGIN };
    return Object.fromEntries(
      await Promise.all([
        ask("page", this.reader.get(path)),
        ask("data", this.reader.get(`${path}.data`)),
        ask("report", this.reader.get(`${path}/report`)),
        ask("live", this.reader.get(`/live/shares/${token}`, socket)),
        ask("readers", this.reader.sendRaw("POST", `${path}/readers`, "begun", {})),
      ]),
    );
  }
}

const EVERYWHERE = ["page", "data", "report", "live", "readers"];
export const everywhere = (status: number) => Object.fromEntries(EVERYWHERE.map((name) => [name, status]));

export async function allowAdult(person: Person): Promise<void> {
  const nsfwConsent = { version: "2025-08-11", timestamp: "2026-01-15T09:30:00.000Z" };
  const settings = { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent };
  const path = `/api/users/${encodeURIComponent(person.sub)}/age-confirmation`;
  expect((await person.send("PATCH", path, { settings })).status).toBe(200);
}

export function postForm(browser: Browser, path: string, form: Record<string, string>): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return browser.sendRaw("POST", path, new URLSearchParams(form).toString(), headers);
}
