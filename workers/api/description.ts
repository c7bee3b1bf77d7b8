import * as v from "valibot";
import { STORY_FILE_SCHEMA_PATH, STORY_FILE_VERSION, storyFileSchema } from "#domain/story-file.ts";
import { ok } from "./answers.ts";
import type { OpenApiDocument } from "./openapi/document.ts";
import { toInputSchema } from "./openapi/json-schemas.ts";
import { ApiArea } from "./operation.ts";

/**
 * `/api/openapi.json`: the description of the API, for programs; `/api/docs` shows it to people. Beside it that of the file in which a
 * story is taken along.
 */
export function createDescriptionArea(findDescription: () => OpenApiDocument): ApiArea {
  return new ApiArea({ base: "", tag: "Service", access: "anybody" })
    .on("GET", "/openapi.json", {
      id: "describeApi",
      summary: "Read this description",
      answer: ok(v.objectWithRest({ openapi: v.string() }, v.unknown()), "An OpenAPI 3.1 document."),
      handle: async () => findDescription(),
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
}
