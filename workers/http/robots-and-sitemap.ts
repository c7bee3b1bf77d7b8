import { Hono } from "hono";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { escapeXml } from "#domain/text.ts";
import type { AppEnv } from "./app-env.ts";

const DAY_S = 24 * 60 * 60;
const CACHE_CONTROL = `public, max-age=${DAY_S}`;

/** Nothing below these is worth a crawler's time: each asks for a sign-in. */
const NOT_FOR_CRAWLERS = ["/api/", "/live/", "/auth/", "/login", "/home", "/stories", "/help"];

/** What search engines ask for. Both files name addresses, which only the Worker knows. */
export const searchEngineRoutes = new Hono<AppEnv>()
  .get("/robots.txt", (context) =>
    context.text(
      [
        "User-agent: *",
        ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
        "",
        `Sitemap: ${context.var.origin}/sitemap.xml`,
        "",
      ].join("\n"),
      200,
      { "Cache-Control": CACHE_CONTROL },
    ),
  )
  .get("/sitemap.xml", (context) =>
    context.body(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...PUBLIC_PAGES.map((path) => `  <url><loc>${escapeXml(context.var.origin + path)}</loc></url>`),
        "</urlset>",
        "",
      ].join("\n"),
      200,
      { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": CACHE_CONTROL },
    ),
  );
