import { type Schema, Validator } from "@cfworker/json-schema";
import openApiSchema from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json";
import { expect, it } from "vitest";
import { createApiRoutes, describeApi } from "#workers/api/areas.ts";
import { OPERATIONS } from "../helpers/api-description.ts";
import { renderPages } from "../helpers/pages.ts";
import { TestSite } from "../helpers/site.ts";

it("the description has every route of the routers, and no other", () => {
  const routes = createApiRoutes()
    .routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(OPERATIONS.map(({ call }) => call).sort()).toEqual([...new Set(routes)].sort());
  expect(OPERATIONS.length).toBeGreaterThan(50);
});

it("the description is a document of OpenAPI 3.1, as the specification's own schema says", () => {
  const schema: Schema = JSON.parse(JSON.stringify(openApiSchema));
  const { errors } = new Validator(schema, "2020-12", false).validate(describeApi());
  expect(errors).toEqual([]);
  const broken = { ...describeApi(), paths: { "no-slash": {} } };
  expect(new Validator(schema, "2020-12").validate(broken).valid).toBe(false);
});

it("every operation has an id and a summary of its own, and says how it fails", () => {
  for (const operation of OPERATIONS) {
    expect(operation.responses["500"], operation.call).toBeDefined();
    expect(operation.responses["429"], operation.call).toBeDefined();
  }
  expect(new Set(OPERATIONS.map(({ operationId }) => operationId)).size).toBe(OPERATIONS.length);
  expect(new Set(OPERATIONS.map(({ summary }) => summary)).size).toBe(OPERATIONS.length);
});

const escaped = (text: string) => text.replaceAll("'", "&#x27;");

it("the reference shows every operation with its path and errors, without a script", async () => {
  const answer = await new TestSite({}, renderPages).fetch("/api/docs");
  const html = await answer.text();

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
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
