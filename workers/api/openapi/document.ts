import type { JsonSchema } from "@valibot/to-json-schema";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import { hostCookieName } from "../../http/cookies.ts";
import { type Access, type ApiArea, hasETag, type OperationFacts } from "../operation.ts";
import { makeErrorExample, makeExample } from "./example.ts";
import { GUIDE } from "./guide.ts";
import { findComponents, toAnswerSchema, toInputSchema } from "./json-schemas.ts";

export type OpenApiDocument = ReturnType<typeof toOpenApiDocument>;
export type OpenApiOperation = ReturnType<typeof toOperation>;
type OpenApiParameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};
export type OpenApiResponse = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: OpenApiContent;
};
type OpenApiContent = Record<string, { schema: JsonSchema; example?: unknown }>;

/** The API's version. Raise it for changes that clients must adapt to. */
const API_VERSION = "1.0.0";

const TAGS = [
  { name: "Account", description: "The caller's own record, settings, consents and data." },
  { name: "Stories", description: "The caller's stories and their messages." },
  { name: "Characters", description: "The caller's characters, their pictures and their cards." },
  { name: "Character chats", description: "Conversations with one character." },
  {
    name: "Lorebooks",
    description: "The caller's lorebooks, their entries, and which conversations use them.",
  },
  { name: "Imports", description: "What the caller brings in from elsewhere." },
  {
    name: "Search",
    description:
      "Finds anything that you have written: stories on all their paths, chats, characters, lore, notes, memory.",
  },
  { name: "Ideas", description: "Help with a story or a character that does not exist yet." },
  { name: "Payments", description: "Checkout and billing portal of the payment provider." },
  { name: "Feedback", description: "Messages to the team." },
  { name: "Demo", description: "The story of a visitor, who needs no sign-in." },
  { name: "Service", description: "The state of the service, and this description." },
];

const SECURITY: Record<Access, Record<string, never[]>[]> = {
  account: [{ bearer: [] }, { session: [] }],
  visitor: [{ demo: [] }],
  anybody: [{}],
  provider: [{}],
};

/** Makes the description of the whole API from the same operations as its routes. */
export function toOpenApiDocument(areas: readonly ApiArea[]) {
  const operations = areas.flatMap((area) => area.operations);
  const schemas: Record<string, JsonSchema> = { ...findComponents(), Error: ERROR_SCHEMA };
  return {
    openapi: "3.1.1",
    info: { title: "Talespark API", version: API_VERSION, description: toMarkdown() },
    servers: [{ url: "/api" }],
    tags: TAGS,
    paths: listPaths(operations),
    components: {
      schemas,
      responses: Object.fromEntries(
        operations.flatMap(listFailures).map(({ name, response }) => [name, response]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: hostCookieName("session", "https://talespark.example"),
        },
        demo: { type: "apiKey", in: "cookie", name: hostCookieName("demo", "https://talespark.example") },
      },
    },
  };
}

function toMarkdown(): string {
  return GUIDE.map(({ title, paragraphs, code }) =>
    [`## ${title}`, ...paragraphs, ...(code ? [`\`\`\`\n${code}\n\`\`\``] : [])].join("\n\n"),
  ).join("\n\n");
}

const failureFields = {
  code: { type: "string", enum: Object.keys(ERRORS) },
  message: { type: "string" },
  field: { type: "string", description: "The input at fault." },
} satisfies Record<string, JsonSchema>;

const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { ...failureFields, requestId: { type: "string", description: "Its id in our log." } },
      required: ["code", "message", "requestId"],
    },
    ...failureFields,
  },
  required: ["error", "code", "message"],
};

function listPaths(operations: readonly OperationFacts[]) {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toOperation(operation) };
  }
  return paths;
}

function toOperation(facts: OperationFacts) {
  const { id, tag, summary, description, access, limits = [] } = facts;
  const parameters = listParameters(facts);
  const requestBody = toRequestBody(facts);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      ...listSuccesses(facts),
      ...Object.fromEntries(
        listFailures(facts).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
    ...(limits.length === 0
      ? {}
      : { "x-rate-limits": limits.map(({ of, limit, windowS }) => ({ of, limit, windowSeconds: windowS })) }),
  };
}

function listParameters({ path, query }: OperationFacts): OpenApiParameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(
    ([, name = ""]): OpenApiParameter => ({ name, in: "path", required: true, schema: { type: "string" } }),
  );
  const fields = query === undefined ? {} : (toInputSchema(query).properties ?? {});
  const inQuery = Object.entries(fields).map(([name, field]): OpenApiParameter => {
    const { description, ...schema } = typeof field === "object" ? toQueryField(field) : {};
    return { name, in: "query", required: false, ...(description ? { description } : {}), schema };
  });
  return [...inPath, ...inQuery];
}

/** Describes flags and numbers of a query as such, because in the schemas they are texts. */
function toQueryField({ pattern, ...field }: JsonSchema): JsonSchema {
  if (field.enum?.join() === "true,false") return { ...field, type: "boolean", enum: [true, false] };
  return field.type === "integer" || pattern === undefined ? field : { ...field, pattern };
}

type OpenApiBody = { required: true; description?: string; content: OpenApiContent };

function toRequestBody({ body, file }: OperationFacts): OpenApiBody | null {
  if (file !== undefined) {
    const { mediaTypes, description } = file;
    return { required: true, description, content: toFiles(mediaTypes) };
  }
  if (body === undefined) return null;
  return { required: true, content: { "application/json": toJsonContent(toInputSchema(body)) } };
}

function toFiles(mediaTypes: readonly string[]): OpenApiContent {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }]));
}

function listSuccesses({ answer, method }: OperationFacts): Record<string, OpenApiResponse> {
  const { statuses, schema, mediaTypes = [], description, headers = {}, others = [] } = answer;
  const content: OpenApiContent = toFiles(mediaTypes);
  if (schema) content["application/json"] = toJsonContent(toAnswerSchema(schema));
  const isCompared = hasETag(method, answer);
  const allHeaders = isCompared ? { ...headers, ETag: "For `If-None-Match`." } : headers;
  const response: OpenApiResponse = {
    description,
    ...(Object.keys(allHeaders).length === 0 ? {} : { headers: toHeaders(allHeaders) }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, response])),
    ...(isCompared ? { 304: { description: "It is as `If-None-Match` says." } } : {}),
    ...Object.fromEntries(
      others.map(({ status, schema: other, description: why }) => [
        status,
        { description: why, content: { "application/json": toJsonContent(toAnswerSchema(other)) } },
      ]),
    ),
  };
}

function toJsonContent(schema: JsonSchema) {
  return { schema, example: makeExample(schema) };
}

function toHeaders(headers: Readonly<Record<string, string>>): NonNullable<OpenApiResponse["headers"]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

const HEADERS: Partial<Record<number, Record<string, string>>> = {
  401: { "WWW-Authenticate": "How to sign in." },
  429: { "Retry-After": "After how many seconds it may be tried again." },
};

type Failure = { status: number; name: string; response: OpenApiResponse };

/** The error responses of a call, one for each status. `name` consists of the error codes: calls with the same codes share a response. */
function listFailures(facts: OperationFacts): Failure[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of listErrors(facts)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => ({
    status,
    name: codes.join("."),
    response: toFailure(status, codes),
  }));
}

function toFailure(status: number, codes: ErrorCode[]): OpenApiResponse {
  const headers = HEADERS[status];
  const narrowed = { properties: { code: { enum: codes } } };
  const [code = "INTERNAL"] = codes;
  return {
    description: codes.map((each) => `\`${each}\`: ${ERRORS[each].message}`).join("\n\n"),
    ...(headers ? { headers: toHeaders(headers) } : {}),
    content: {
      "application/json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] },
        example: makeErrorExample(code),
      },
    },
  };
}

/** All error codes of a call: those of its table entry, and those that follow from its access, input and path. */
function listErrors({ access, method, path, body, file, query, errors = [], needsConsent }: OperationFacts) {
  const codes: ErrorCode[] = [...errors, "RATE_LIMITED", "INTERNAL"];
  if (access !== "provider") codes.push("UNAUTHENTICATED");
  if (method !== "GET" && access !== "provider") codes.push("FORBIDDEN_ORIGIN");
  if (needsConsent) codes.push("CONSENT_REQUIRED");
  if (body || query) codes.push("INVALID_INPUT");
  if (body) codes.push("UNSUPPORTED_MEDIA_TYPE", "BODY_TOO_LARGE");
  if (file) codes.push("BODY_TOO_LARGE");
  if (path.includes(":")) codes.push("NOT_FOUND");
  const byStatusAndName = (one: ErrorCode, other: ErrorCode) =>
    ERRORS[one].status - ERRORS[other].status || one.localeCompare(other);
  return [...new Set(codes)].sort(byStatusAndName);
}
