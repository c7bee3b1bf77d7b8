import { expect, it } from "vitest";
import { describeApi } from "#workers/api/areas.ts";
import { OPERATIONS } from "../helpers/api-description.ts";
import { renderPages } from "../helpers/pages.ts";
import { TestSite } from "../helpers/site.ts";

const escaped = (text: string) => text.replaceAll("'", "&#x27;");

it("the reference shows every operation with its path and errors, without a script", async () => {
  const answer = await new TestSite({}, renderPages).fetch("/api/docs");
  const html = await answer.text();

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  expect(html).not.toContain("<script");
  const articles = html.split("<article").slice(1);
  expect(articles).toHaveLength(OPERATIONS.length);
  for (const { operationId, path, summary, responses } of OPERATIONS) {
    const article = articles.find((text) => text.includes(`id="${operationId}"`)) ?? "";
    expect(article).toContain(`/api<!-- -->${path}</code>`);
    expect(article).toContain(escaped(summary));
    for (const status of Object.keys(responses)) expect(article, operationId).toContain(`>${status}</span>`);
    expect(html).toContain(`href="#${operationId}"`);
  }
  for (const name of Object.keys(describeApi().components.schemas))
    expect(html).toContain(`id="schema-${name}"`);
});

it("the reference is answered as a page, with the policy of pages; what is beside it is a call", async () => {
  const site = new TestSite({}, renderPages);
  const page = await site.fetch("/api/docs");
  await page.body?.cancel();
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
  expect(page.headers.get("Cache-Control")).toContain("public");
  for (const path of ["/api/docs/", "/api/docs/x", "/api/doc"]) {
    expect(await (await site.fetch(path)).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  }
});
