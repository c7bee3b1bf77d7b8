import * as v from "valibot";
import { ok } from "./answers.ts";
import type { OpenApiDocument } from "./openapi/document.ts";
import { ApiArea } from "./operation.ts";

/** `/api/openapi.json`: the description of the API, for programs. `/api/docs` shows it to people. */
export function createDescriptionArea(findDescription: () => OpenApiDocument): ApiArea {
  return new ApiArea({ base: "", tag: "Service", access: "anybody" }).on(
    "GET",
    "/openapi.json",
    {
      id: "describeApi",
      summary: "Read this description",
      answer: ok(v.objectWithRest({ openapi: v.string() }, v.unknown()), "An OpenAPI 3.1 document."),
    },
    async () => findDescription(),
  );
}
