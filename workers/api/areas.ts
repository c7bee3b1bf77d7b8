import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { STORY_FILE_SCHEMA_PATH, STORY_FILE_VERSION, storyFileSchema } from "#domain/story-file.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { LargeCall } from "../http/receive-body.ts";
import { ok } from "./answers.ts";
import { billingArea, webhookArea } from "./billing.ts";
import { chatArea } from "./character-chats.ts";
import { characterArea, imageArea } from "./characters.ts";
import { demoArea } from "./demo.ts";
import { feedbackArea } from "./feedback.ts";
import { healthArea } from "./health.ts";
import { importArea } from "./imports.ts";
import { addStoryLore, lorebookArea } from "./lorebooks.ts";
import { type OpenApiDocument, toOpenApiDocument } from "./openapi/document.ts";
import { GUIDE, type GuideSection } from "./openapi/guide.ts";
import { toInputSchema } from "./openapi/json-schemas.ts";
import { ApiArea } from "./operation.ts";
import { promptArea } from "./prompts.ts";
import { searchArea } from "./search.ts";
import { addShares } from "./shares.ts";
import { storyArea } from "./stories.ts";
import { userArea } from "./users.ts";

addStoryLore(storyArea);
addShares(storyArea);

/**
 * `/api/openapi.json`: the description of the API, for programs; `/api/docs` shows it to people. Beside it that of the file in which a
 * story is taken along.
 */
const descriptionArea = new ApiArea({ base: "", tag: "Service", access: "anybody" })
  .on("GET", "/openapi.json", {
    id: "describeApi",
    summary: "Read this description",
    answer: ok(v.objectWithRest({ openapi: v.string() }, v.unknown()), "An OpenAPI 3.1 document."),
    handle: async () => describeApi(),
  })
  .on("GET", STORY_FILE_SCHEMA_PATH.slice("/api".length), {
    id: "describeStoryFile",
    summary: "Read the JSON Schema of a story's file",
    description:
      "Of what `format=json` exports and what can be brought in again. A new version has another address.",
    answer: ok(v.objectWithRest({ $schema: v.string() }, v.unknown()), "A JSON Schema, draft 2020-12."),
    handle: async () => ({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: `A story or a character chat of Talespark, version ${STORY_FILE_VERSION}`,
      ...toInputSchema(storyFileSchema),
    }),
  });

/** The areas of the API, in the order in which their routes are matched. */
const API_AREAS: readonly ApiArea[] = [
  descriptionArea,
  healthArea,
  userArea,
  demoArea,
  storyArea,
  chatArea,
  characterArea,
  imageArea,
  lorebookArea,
  importArea,
  searchArea,
  promptArea,
  feedbackArea,
  webhookArea,
  billingArea,
];

export function listLargeCalls(): LargeCall[] {
  return API_AREAS.flatMap(({ operations }) => operations).flatMap(({ path, bodyMaxBytes, file }) => {
    const maxBytes = file?.maxBytes ?? bodyMaxBytes;
    if (maxBytes === undefined) return [];
    const pattern = new RegExp(`^/api${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    return [{ path: pattern, maxBytes, isReadLater: file?.isLarge === true }];
  });
}

let described: OpenApiDocument | undefined;

/** The description of the whole API. It is made at the first request and then kept in the isolate. */
export function describeApi(): OpenApiDocument {
  described ??= toOpenApiDocument(API_AREAS);
  return described;
}

/** What the reference page shows. */
export type ApiDescription = { document: OpenApiDocument; guide: readonly GuideSection[] };

export function describeApiToPeople(): ApiDescription {
  return { document: describeApi(), guide: GUIDE };
}

/** The calls of the specification, one router for each area. Failures are thrown as `AppError`s and answered in one place. */
export function createApiRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const area of API_AREAS) routes.route(area.base, area.toRoutes());
  routes.all("*", () => {
    throw new AppError("NOT_FOUND");
  });
  return routes;
}
