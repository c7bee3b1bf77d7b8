import { type Schema, Validator } from "@cfworker/json-schema";
import openApiSchema from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json";
import { expect, it } from "vitest";
import { describeApi } from "#workers/api/areas.ts";
import { apiRoutes } from "#workers/api/router.ts";
import { OPERATIONS } from "../helpers/api-description.ts";
import { TestSite } from "../helpers/site.ts";

it("the description has every route of the routers, and no other", () => {
  const routes = apiRoutes.routes
    .filter(({ method }) => method !== "ALL")
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

it("everybody may read it, and it says when it has not changed", async () => {
  const site = new TestSite();
  const answer = await site.fetch("/api/openapi.json");
  const tag = answer.headers.get("ETag") ?? "";
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi())));
  expect((await site.fetch("/api/openapi.json", { headers: { "If-None-Match": tag } })).status).toBe(304);
});
