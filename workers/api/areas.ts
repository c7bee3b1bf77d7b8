import { billingArea, webhookArea } from "./billing.ts";
import { chatArea } from "./character-chats.ts";
import { characterArea, imageArea } from "./characters.ts";
import { demoArea } from "./demo.ts";
import { createDescriptionArea } from "./description.ts";
import { feedbackArea } from "./feedback.ts";
import { healthArea } from "./health.ts";
import { importArea } from "./imports.ts";
import { addLoreChoice, addStoryLore, lorebookArea } from "./lorebooks.ts";
import { type OpenApiDocument, toOpenApiDocument } from "./openapi/document.ts";
import { GUIDE, type GuideSection } from "./openapi/guide.ts";
import type { ApiArea } from "./operation.ts";
import { promptArea } from "./prompts.ts";
import { searchArea } from "./search.ts";
import { addShares } from "./shares.ts";
import { storyArea } from "./stories.ts";
import { userArea } from "./users.ts";

addLoreChoice(storyArea, "story");
addLoreChoice(chatArea, "character-chat");
addStoryLore(storyArea);
addShares(storyArea);

/** The areas of the API, in the order in which their routes are matched. */
export const API_AREAS: readonly ApiArea[] = [
  createDescriptionArea(describeApi),
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
