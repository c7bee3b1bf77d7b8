import { billingArea, webhookArea } from "./billing.ts";
import { chatArea } from "./character-chats.ts";
import { characterArea, imageArea } from "./characters.ts";
import { demoArea } from "./demo.ts";
import { createDescriptionArea } from "./description.ts";
import { feedbackArea } from "./feedback.ts";
import { healthArea } from "./health.ts";
import { type OpenApiDocument, toOpenApiDocument } from "./openapi/document.ts";
import { GUIDE, type GuideSection } from "./openapi/guide.ts";
import type { ApiArea } from "./operation.ts";
import { promptArea } from "./prompts.ts";
import { storyArea } from "./stories.ts";
import { userArea } from "./users.ts";

/** The areas of the API. Of two with the same beginning of a path the first is asked first. */
export const API_AREAS: readonly ApiArea[] = [
  createDescriptionArea(describeApi),
  healthArea,
  userArea,
  demoArea,
  storyArea,
  chatArea,
  characterArea,
  imageArea,
  promptArea,
  feedbackArea,
  webhookArea,
  billingArea,
];

let described: OpenApiDocument | undefined;

/** The description of the whole API, made once in this isolate, when it is first asked for. */
export function describeApi(): OpenApiDocument {
  described ??= toOpenApiDocument(API_AREAS);
  return described;
}

/** What the reference page shows. */
export type ApiDescription = { document: OpenApiDocument; guide: readonly GuideSection[] };

export function describeApiToPeople(): ApiDescription {
  return { document: describeApi(), guide: GUIDE };
}
