import { describe, expect, it, vi } from "vitest";
import { API_DOCS_PATH, OFFLINE_PATH, PUBLIC_PAGES } from "#domain/public-pages.ts";
import type { RenderPage } from "#workers/http/create-app.ts";
import { renderPages } from "../helpers/pages.ts";
import { ORIGIN, TestSite } from "../helpers/site.ts";

const sha256 = async (text: string) =>
  `'sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))))}'`;

function scriptSources(response: Response): string[] {
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return policy.match(/script-src ([^;]*)/)?.[1]?.split(" ") ?? [];
}

it("a public page of a visitor without a session allows by their hashes the inline scripts that were rendered with the nonce, which no copy has", async () => {
  const response = await new TestSite().fetch("/features");
  const html = await response.text();

  expect(scriptSources(response)).toEqual(["'self'", await sha256('one("é")'), await sha256("two()")]);
  expect(html).not.toContain("nonce");
  expect(html).toContain('<script type="module" async="">two()</script>');
  expect(html).toContain('<script src="/assets/entry.js"></script>');
  expect(html).toContain("<script>smuggled()</script>");
});

/** A site that counts how often its pages are rendered. */
function countRenders(settings: Record<string, unknown> = {}, render: RenderPage = renderPages) {
  const rendered: string[] = [];
  const site = new TestSite(settings, (request, parts) => {
    rendered.push(request.url);
    return render(request, parts);
  });
  return { site, rendered };
}

describe("a public page that was rendered a moment ago", () => {
  const KEPT = [...PUBLIC_PAGES, API_DOCS_PATH, OFFLINE_PATH];
  it.each(KEPT)("%s is not rendered again, nor sent to a cache that has it: 304", async (path) => {
    const { site, rendered } = countRenders();
    const first = await site.fetch(path);
    const again = await site.fetch(path);
    const etag = first.headers.get("ETag") ?? "none";
    const same = await site.fetch(path, { headers: { "If-None-Match": `"another", ${etag}` } });
    const other = await site.fetch(path, { headers: { "If-None-Match": '"another"' } });

    expect(rendered).toHaveLength(1);
    expect(await again.text()).toBe(await first.text());
    const { "x-request-id": firstId, ...headers } = Object.fromEntries(first.headers);
    const { "x-request-id": againId, ...againHeaders } = Object.fromEntries(again.headers);
    expect(againHeaders).toEqual(headers);
    expect(againId).not.toBe(firstId);
    expect([same.status, await same.text(), other.status]).toEqual([304, "", 200]);
    for (const name of ["ETag", "Cache-Control", "CDN-Cache-Control", "Vary", "Content-Security-Policy"]) {
      expect(same.headers.get(name), name).toBe(first.headers.get(name));
    }
  });

  it("is rendered again after ten minutes", async () => {
    const { site, rendered } = countRenders();
    await site.fetch("/features");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    await site.fetch("/features");

    expect(rendered).toHaveLength(2);
  });

  it("is rendered for anybody with a session cookie, for HEAD and with a query", async () => {
    const { site, rendered } = countRenders();
    await site.fetch("/features");
    const session = { Cookie: "__Host-talespark-session=forged" };
    const answers = [
      await site.fetch("/features", { headers: session }),
      await site.fetch("/features", { method: "HEAD" }),
      await site.fetch("/features?notice=story-not-found"),
    ];

    expect(rendered).toHaveLength(4);
    expect(scriptSources(answers[0] ?? Response.error())).toContainEqual(expect.stringMatching(/^'nonce-/));
    expect(answers[0]?.headers.get("Cache-Control")).toBe("private, no-cache");
  });

  it("that failed is not given to anybody else", async () => {
    let fails = true;
    const { site } = countRenders({}, (request, parts) =>
      fails
        ? Promise.resolve(new Response("<h1>Unexpected Application Error!</h1>", { status: 500 }))
        : renderPages(request, parts),
    );
    expect((await site.fetch("/features")).status).toBe(500);
    fails = false;

    expect((await site.fetch("/features")).status).toBe(200);
  });

  it("that sets a cookie is given to nobody else, and no cache may keep it", async () => {
    const { site, rendered } = countRenders({}, () =>
      Promise.resolve(new Response("<h1>Hello</h1>", { headers: { "Set-Cookie": "a=b" } })),
    );
    const first = await site.fetch("/features");
    await site.fetch("/features");

    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(first.headers.get("CDN-Cache-Control")).toBeNull();
    expect(rendered).toHaveLength(2);
  });

  const STRANGE: [string, string, RequestInit][] = [
    ["another theme", "/features", { headers: { Cookie: "__Host-talespark-theme=dark" } }],
    ["demo stories of its own", "/features", { headers: { Cookie: "__Host-talespark-visitor=forged" } }],
    ["another language", "/features", { headers: { "Accept-Language": "ar", Accept: "application/json" } }],
    ["a crawler's name", "/features", { headers: { "User-Agent": "Googlebot/2.1" } }],
    [
      "another host in a proxy's headers",
      "/features",
      { headers: { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" } },
    ],
    [
      "headers of React Router's own",
      "/features",
      { headers: { "X-React-Router-SPA-Mode": "yes", "X-React-Router-Prerender-Data": "evil" } },
    ],
    ["an id of its own", "/features", { headers: { "CF-Ray": "0123456789abcdef-EVI" } }],
    ["a token", "/features", { headers: { Authorization: "Bearer forged" } }],
    ["a query", "/features?evil=<script>", {}],
    ["an empty query", "/features?", {}],
    ["an encoded path", "/%66eatures", { headers: { Cookie: "__Host-talespark-theme=dark" } }],
    ["another host", "https://evil.example/features", {}],
    ["plain HTTP", "http://talespark.test/features", {}],
    ["a socket", "/features", { headers: { Upgrade: "websocket", Origin: ORIGIN } }],
  ];
  it.each(STRANGE)("is the same for everybody after a request with %s", async (_, path, init) => {
    const settings = { APP_ORIGIN: undefined };
    const { site } = countRenders(settings);
    const strange = await site.fetch(path, init);
    await strange.body?.cancel();
    const answer = await site.fetch("/features");

    const plain = await countRenders(settings).site.fetch("/features");
    expect(await answer.text()).toBe(await plain.text());
    for (const name of ["ETag", "Content-Security-Policy", "Cache-Control", "Vary", "Content-Type"]) {
      expect(answer.headers.get(name), name).toBe(plain.headers.get(name));
    }
  });
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
