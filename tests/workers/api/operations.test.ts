import { type Schema, Validator } from "@cfworker/json-schema";
import openApiSchema from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json";
import { beforeAll, describe, expect, it } from "vitest";
import { ERRORS, type ErrorAnswer, type ErrorCode } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { eventually } from "#tests/durable-objects/story-reader.ts";
import {
  type Described,
  findBodySchema,
  findCodes,
  findFaults,
  Generator,
  type Manner,
  OPERATIONS,
} from "#tests/workers/helpers/api-description.ts";
import { ApiWorld, type Prepared } from "#tests/workers/helpers/api-world.ts";
import { CANCEL_URL, SUCCESS_URL } from "#tests/workers/helpers/billing.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { createApiRoutes, describeApi } from "#workers/api/areas.ts";
import { renderPages } from "../helpers/pages.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import ROWS from "./specification.json";

/*
 * Makes every call of the API's description (which has all of them): with generated input that fits it, with each
 * kind of wrong input, and as somebody who may not. Every answer must be one that the description has, with nothing in it that the
 * description does not have.
 */

/** What a visitor may call. */
const OPEN = [
  "GET /openapi.json",
  "GET /schemas/story-file-1.json",
  "GET /health/live",
  "GET /health",
  // For the stories of a visitor's cookie.
  "POST /stories/demo",
  "GET /stories/demo/{storyId}",
  "POST /stories/demo/{storyId}/continue",
  "POST /stories/demo/{storyId}/message",
  // Has a signature.
  "POST /stripe/webhook",
];
/** What a person may call before the age and terms gate, besides what only reads. */
const BEFORE_THE_GATE = [
  "POST /users",
  "PATCH /users/{userId}",
  "DELETE /users/{userId}",
  "PATCH /users/{userId}/age-confirmation",
  "POST /stories/{storyId}/lore-preview",
  "POST /stripe/create-portal-session",
  "POST /stripe/verify-payment",
];
/** Calls whose body names a thing or a person. */
const NAMES_IN_BODY = ["createChat", "createCheckoutSession", "createPortalSession"];

const world = new ApiWorld();
/** Somebody else, and somebody who has not passed the gate. */
let other: Person;
let outside: Person;

beforeAll(async () => {
  other = await world.member();
  outside = await world.site.signedIn();
});

/** The ways in which the input of a call is generated. */
const MANNERS: readonly Manner[] = ["fewest", "all"];

/** A client can't know these. */
const NOT_GENERATED = new Set(["cursor", "before", "path", "storyId"]);

function toQuery({ parameters = [] }: Described, manner: Manner): string {
  const generator = new Generator(manner);
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of parameters) {
    if (place !== "query" || manner === "fewest" || NOT_GENERATED.has(name)) continue;
    query.set(name, String(generator.value(schema)));
  }
  return query.size === 0 ? "" : `?${query}`;
}

function toBody(operation: Described, { body: known = {} }: Prepared, manner: Manner): unknown {
  const schema = findBodySchema(operation);
  if (schema === null) return undefined;
  const generated = new Generator(manner).value(schema);
  if (typeof generated !== "object" || generated === null) throw new Error("This is no object.");
  return { ...generated, anUnknownField: { is: "ignored" }, ...known };
}

type Sent = { method: string; path: string; body: unknown; file: Prepared["file"] };

async function toRequest(operation: Described, prepared: Prepared, manner: Manner): Promise<Sent> {
  const path = `/api${await world.fillPath(operation.path, prepared)}${toQuery(operation, manner)}`;
  return { method: operation.method, path, body: toBody(operation, prepared, manner), file: prepared.file };
}

function send({ caller }: Prepared, { method, path, body, file }: Sent): Promise<Response> {
  if (method === "GET") return caller.get(path);
  return file ? caller.sendRaw(method, path, file.body, file.headers) : caller.send(method, path, body);
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The answer has this code, is described for this call, and its body is as described. */
async function expectFailure(operation: Described, answer: Response, code: ErrorCode): Promise<void> {
  const body = await answer.clone().json<ErrorAnswer>();
  expect([answer.status, body.code, body.error.code, body.error.requestId]).toEqual([
    ERRORS[code].status,
    code,
    code,
    answer.headers.get("X-Request-Id"),
  ]);
  expect(findCodes(operation, answer.status)).toContain(code);
  expect(await findFaults(operation, answer)).toEqual([]);
}

const documents = (operation: Described, code: ErrorCode) =>
  findCodes(operation, ERRORS[code].status).includes(code);

const isOpen = ({ security }: Described) => !security.some((scheme) => "bearer" in scheme);
const listCalls = (isListed: (operation: Described) => boolean) =>
  OPERATIONS.filter(isListed).map(({ call }) => call);

it("everything needs a sign-in, and what changes something the gate, but for these calls", () => {
  expect(listCalls(isOpen)).toEqual(OPEN);
  const isBefore = (each: Described) => each.method !== "GET" && !documents(each, "CONSENT_REQUIRED");
  expect(listCalls((each) => !isOpen(each) && isBefore(each))).toEqual(BEFORE_THE_GATE);
  expect(listCalls((each) => each.method === "GET" && documents(each, "CONSENT_REQUIRED"))).toEqual([]);
});

describe.each(OPERATIONS)("$call", (operation) => {
  const schema = findBodySchema(operation);
  const inQuery = (operation.parameters ?? []).some(({ in: place }) => place === "query");
  const inPath = (operation.parameters ?? []).some(({ in: place }) => place === "path");
  const { method } = operation;
  const takesToken = !isOpen(operation);

  let member: Person;
  let prepared: Prepared;
  let request: Sent;

  /** A call that would succeed. The tests make it in ways that are refused; the last one makes it. */
  beforeAll(async () => {
    member = await world.member();
    prepared = await world.prepare(operation.operationId, member);
    request = await toRequest(operation, prepared, "all");
  });

  it("answers as described", async () => {
    // With a token it is called with all of its fields.
    for (const manner of (schema !== null || inQuery) && !takesToken ? MANNERS : MANNERS.slice(0, 1)) {
      const call = method === "GET" ? prepared : await world.prepare(operation.operationId, member);
      const sent = await toRequest(operation, call, manner);
      const answer = await send(call, sent);
      const refusal = isSuccess(answer.status) ? null : await answer.clone().text();
      const faults = await findFaults(operation, answer);
      expect({ manner, refusal, body: refusal && sent.body, faults }).toEqual({
        manner,
        refusal: null,
        body: null,
        faults: [],
      });
    }
  });

  it.runIf(inPath)("answers 404 for somebody else's, an unknown and a malformed id", async () => {
    const body = toBody(operation, prepared, "all");
    for (const id of [null, createId(), "not%20an%20id"]) {
      const path = id === null ? request.path : `/api${operation.path.replace(/\{\w+\}/g, id)}`;
      const answer = await send({ caller: other }, { method, path, body, file: undefined });
      await expectFailure(operation, answer, "NOT_FOUND");
    }
  });

  it.runIf(NAMES_IN_BODY.includes(operation.operationId))(
    "answers 404 for what another may name",
    async () => {
      await expectFailure(operation, await send({ caller: other }, request), "NOT_FOUND");
    },
  );

  it.runIf(schema !== null)("refuses a body that is too large, not JSON or wrong", async () => {
    const sendText = (body: string, type = "application/json") =>
      prepared.caller.sendRaw(method, request.path, body, { "Content-Type": type });
    await expectFailure(operation, await sendText(" ".repeat(265_537)), "BODY_TOO_LARGE");
    await expectFailure(operation, await sendText("{}", "text/plain"), "UNSUPPORTED_MEDIA_TYPE");
    const wrong = (schema?.required ?? []).map((field) => JSON.stringify({ [field]: 7.5 }));
    for (const body of ["", "{", "null", "[]", '"text"', "1e999", ...wrong]) {
      await expectFailure(operation, await sendText(body), "INVALID_INPUT");
    }
  });

  it.runIf(documents(operation, "CONSENT_REQUIRED"))(
    "needs the age and terms gate to be passed",
    async () => {
      await expectFailure(operation, await send({ caller: outside }, request), "CONSENT_REQUIRED");
    },
  );

  it.runIf(documents(operation, "FORBIDDEN_ORIGIN"))("refuses a page of another site", async () => {
    const headers = { Origin: "https://elsewhere.example", "Content-Type": "application/json" };
    const answer = await prepared.caller.sendRaw(method, request.path, "{}", headers);
    await expectFailure(operation, answer, "FORBIDDEN_ORIGIN");
  });

  it.runIf("304" in operation.responses)("answers 304 while nothing has changed", async () => {
    // A job of what was prepared may still change it between the two.
    const { first, same } = await eventually(async () => {
      const first = await prepared.caller.get(request.path);
      await first.text();
      const same = await prepared.caller.get(request.path, {
        "If-None-Match": first.headers.get("ETag") ?? "",
      });
      expect([first.status, same.status, await same.text()]).toEqual([200, 304, ""]);
      return { first, same };
    });
    for (const name of ["ETag", "Link"]) expect(same.headers.get(name)).toBe(first.headers.get(name));
    const changed = await prepared.caller.get(request.path, { "If-None-Match": '"another"' });
    await changed.text();
    expect(changed.status).toBe(200);
  });

  it.runIf(takesToken)("takes a bearer token, and refuses a call without a caller", async () => {
    await expectFailure(operation, await send({ caller: world.site.browser() }, request), "UNAUTHENTICATED");
    const issued = { sub: prepared.caller.sub ?? "", auth_time: Math.floor(Date.now() / 1000) };
    const token = await world.site.issuer.accessToken(issued);
    const { path, body, file } = request;
    const answer = await world.site.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...file?.headers },
      ...(method === "GET" ? {} : { body: file?.body ?? JSON.stringify(body) }),
    });
    const isAsDescribed = isSuccess(answer.status)
      ? await findFaults(operation, answer)
      : await answer.text();
    expect(isAsDescribed).toEqual([]);
  });
});

/*
 * Section 7 of both files of the specification, row by row (specification.json): the path and query, a body with all fields that the
 * row names, and the fields of the answer that it reads. `{user}` in a body is the caller's id.
 */

type Row = {
  call: string;
  body?: object;
  /** 200 if it is not named. */
  status?: number;
  /** The fields of the answer by what they are in; `[]` is the first item of a list. */
  fields?: Partial<Record<string, string[]>>;
};

/** The fields of an answer that are missing. */
function findMissing(answer: unknown, { fields = {} }: Row): string[] {
  const paths = Object.entries(fields).flatMap(([within, names = []]) =>
    names.map((name) => `${within}.${name}`),
  );
  return paths.filter((field) => {
    const steps = field.replaceAll("[]", ".0").split(".").filter(Boolean);
    const value = steps.reduce<unknown>((inner, step) => Object(inner)[step], answer);
    return value === undefined;
  });
}

function toRowBody({ body = {} }: Row, { caller, body: known = {} }: Prepared): Record<string, unknown> {
  const names: Record<string, string> = {
    user: caller.sub ?? "",
    successUrl: SUCCESS_URL,
    cancelUrl: CANCEL_URL,
    priceId: PREMIUM_PRICE_ID,
  };
  const text = JSON.stringify(body).replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "");
  return { ...known, ...JSON.parse(text) };
}

describe.each(Object.entries<Row[]>(ROWS))("a call of %s", (_, rows) => {
  it.each(rows.map((row) => [row.call, row] as const))("%s answers as specified", async (call, row) => {
    const [method = "", address = ""] = call.split(" ");
    const [path = "", query] = address.split("?");
    const operation = OPERATIONS.find((known) => known.call === `${method} ${path}`);
    if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
    const prepared = await world.prepare(operation.operationId, await world.member());
    const filled = `/api${await world.fillPath(path, prepared)}${query ? `?${query}` : ""}`;
    const { caller } = prepared;
    const answer =
      method === "GET" || method === "DELETE"
        ? await caller.send(method, filled)
        : await caller.send(method, filled, toRowBody(row, prepared));

    expect(answer.status, await answer.clone().text()).toBe(row.status ?? 200);
    expect(await findFaults(operation, answer.clone())).toEqual([]);
    const text = await answer.text();
    expect(findMissing(text === "" ? {} : JSON.parse(text), row)).toEqual([]);
  });
});

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
