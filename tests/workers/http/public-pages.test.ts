import { describe, expect, it } from "vitest";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { renderPages } from "../helpers/pages.ts";
import { ORIGIN, TestSite } from "../helpers/site.ts";

const sha256 = async (text: string) =>
  `'sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))))}'`;

function scriptSources(response: Response): string[] {
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return policy.match(/script-src ([^;]*)/)?.[1]?.split(" ") ?? [];
}

describe("a public page of a visitor without a session", () => {
  it("may be kept by shared caches, not by the browser, and differs by cookie", async () => {
    const response = await new TestSite().fetch("/features");

    expect(response.headers.get("Cache-Control")).toBe(
      "public, max-age=0, s-maxage=600, stale-while-revalidate=3600",
    );
    expect(response.headers.get("Vary")).toBe("Cookie");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("allows its own inline scripts by their hashes, and has no nonce that every copy would share", async () => {
    const response = await new TestSite().fetch("/features");
    const html = await response.text();

    expect(scriptSources(response)).toEqual(["'self'", await sha256('one("é")'), await sha256("two()")]);
    expect(html).not.toContain("nonce");
    expect(html).toContain('<script type="module" async="">two()</script>');
    expect(html).toContain('<script src="/assets/entry.js"></script>');
  });

  it("does not allow an inline script that was not rendered with the nonce", async () => {
    const response = await new TestSite().fetch("/features");

    expect(await response.text()).toContain("<script>smuggled()</script>");
    expect(scriptSources(response)).not.toContain(await sha256("smuggled()"));
  });

  it("is the same text each time, whatever other cookies come along", async () => {
    const site = new TestSite();
    const [first, second] = await Promise.all([
      site.fetch("/features"),
      site.fetch("/features", { headers: { Cookie: "__Host-talespark-type=large.wide.sans" } }),
    ]);

    expect(second.headers.get("Cache-Control")).toBe(first.headers.get("Cache-Control"));
    expect(await second.text()).toBe(await first.text());
  });
});

describe("a public page that a cache has already", () => {
  it.each(PUBLIC_PAGES)("%s is the same text each time, and is not sent again: 304", async (path) => {
    const site = new TestSite({}, renderPages);
    const first = await site.fetch(path);
    const etag = first.headers.get("ETag") ?? "none";

    const again = await site.fetch(path, { headers: { "If-None-Match": `"another", ${etag}` } });

    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    for (const name of ["ETag", "Cache-Control", "Vary", "Content-Security-Policy"]) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    }
    const other = await site.fetch(path, { headers: { "If-None-Match": '"another"' } });
    expect(other.status).toBe(200);
  });
});

describe("a public page with a session cookie", () => {
  it("is cached nowhere, and has a nonce of its own", async () => {
    const browser = await new TestSite().signedIn();

    const response = await browser.get("/features");

    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Vary")).toBe("Cookie");
    expect(scriptSources(response)).toContainEqual(expect.stringMatching(/^'nonce-/));
  });

  it("is not shared even when the session is a forged one", async () => {
    const response = await new TestSite().fetch("/features", {
      headers: { Cookie: "__Host-talespark-session=forged" },
    });

    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
  });
});

it("any other page is cached nowhere", async () => {
  const response = await new TestSite().fetch("/login-page-of-nobody");

  expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(response.headers.get("Vary")).toBeNull();
});

it("the sitemap lists every public page at this site's own address", async () => {
  const response = await new TestSite().fetch("/sitemap.xml");
  const xml = await response.text();

  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    PUBLIC_PAGES.map((path) => ORIGIN + path),
  );
});

it("robots.txt excludes pages that need a sign-in, and names the sitemap", async () => {
  const text = await (await new TestSite().fetch("/robots.txt")).text();

  expect(text).toContain("User-agent: *\nDisallow: /api/\n");
  expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
  for (const path of PUBLIC_PAGES) expect(text).not.toContain(`Disallow: ${path}\n`);
});
