import { describe, expect, it } from "vitest";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { findFaults, OPERATIONS } from "../helpers/api-description.ts";
import { ApiWorld, type Prepared } from "../helpers/api-world.ts";
import { CANCEL_URL, SUCCESS_URL } from "../helpers/billing.ts";
import { CONSENT } from "../helpers/site.ts";

/*
 * Section 7 of both files of the specification, row by row: the path and query, a body with all fields that the row names,
 * and the fields of the answer that it reads. `{user}` in a body is the caller's id.
 */

type Row = {
  call: string;
  body?: Record<string, unknown>;
  /** 200 if it is not named. */
  status?: number;
  /** The fields of the answer; `[]` is the first item of a list. */
  fields?: readonly string[];
};

const USER = ["id", "sub", "name", "username", "nickname", "email", "picture", "tier", "plan", "settings"];
const CONSENTS = [
  "ageConfirmed13",
  "acceptedTermsAt",
  "acceptedPrivacyAt",
  "ageConfirmed18NSFW",
  "nsfwEnabled",
];
const STORY = ["storyId", "title", "description", "status", "currentChapter", "updatedAt", "metadata"];
const PLOT = ["plotState.genre", "plotState.subGenre", "plotState.mainCharacters", "plotState.userCharacter"];
const CAST = ["mainCharacters", "userCharacter", ...PLOT];
const MESSAGE = ["messageId", "content", "timestamp", "metadata"];
const CHARACTER = [
  ...["characterId", "name", "description", "personality", "appearance", "voice", "quirks", "interests"],
  ...["customAttributes", "isNSFW", "userId", "originStoryId", "storyIds", "status", "updatedAt", "metadata"],
];
const CHAT = [
  ...["chatId", "userId", "characterId", "characterName", "title", "description", "character", "createdAt"],
  ...["status", "currentChapter", "isNSFW", "metadata"],
];
const PREMISE = {
  ...{ character: "A relief operator", genre: "Romance", subGenre: "", categories: ["Sports"] },
  ...{ tropes: ["Love Triangle"], storyLength: "short", setting: "", isNSFW: false },
  description: "A voice on the harbour radio reads out the name of a lost boat.",
};

/** Accounts, public site, library, billing. */
const FIRST_FILE: readonly Row[] = [
  {
    call: "GET /users/{userId}/chats?include_messages=true&type=story",
    fields: [
      "[].chatId",
      "[].title",
      "[].description",
      "[].status",
      "[].currentChapter",
      "[].updatedAt",
      "[].plotState.genre",
      "[].plotState.subGenre",
    ].concat(
      ["lastMessage", "genre", "setting", "mainCharacters", "customData", "isNSFW"].map(
        (f) => `[].metadata.${f}`,
      ),
      [...MESSAGE, "role"].map((field) => `[].messages[].${field}`),
    ),
  },
  {
    call: "GET /users/{userId}",
    fields: [...USER, ...CONSENTS, "plan.activeStoryCount"],
  },
  {
    call: "POST /users",
    body: {
      ...{
        auth0Id: "{user}",
        email: "ada@talespark.example",
        name: "Ada",
        picture: "https://talespark.test/a.png",
      },
      ...{ provider: "other", createdAt: "2026-01-15T09:30:00.000Z" },
    },
    fields: USER,
  },
  { call: "PATCH /users/{userId}", body: { name: "Grace" }, fields: USER },
  {
    call: "PATCH /users/{userId}/age-confirmation",
    body: CONSENT,
    fields: CONSENTS,
  },
  { call: "GET /characters/user/{userId}", fields: ["[].characterId"] },
  {
    call: "PUT /stories/{storyId}",
    body: { title: "The Ninth Signal", description: "The boat comes home after all.", status: "active" },
    fields: STORY,
  },
  {
    call: "POST /stripe/create-portal-session",
    body: { userId: "{user}", returnUrl: CANCEL_URL },
    fields: ["url"],
  },
  {
    call: "POST /stripe/create-checkout-session",
    body: {
      ...{ tier: "PREMIUM", userId: "{user}", priceId: PREMIUM_PRICE_ID },
      ...{ successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL },
    },
    fields: ["sessionId"],
  },
  { call: "POST /stripe/verify-payment" },
  {
    call: "POST /stories/demo",
    body: { ...PREMISE, isDemo: true, clientIdentifier: "demo-1" },
    status: 201,
    fields: ["storyId", "title"],
  },
  {
    call: "POST /stories/demo/{storyId}/continue",
    body: { clientIdentifier: "demo-1", isInitialContinue: true },
    fields: ["aiMessage.messageId", "aiMessage.content"],
  },
  {
    call: "POST /stories/demo/{storyId}/message",
    body: { content: "I look around", clientIdentifier: "demo-1" },
    fields: ["aiMessage.messageId", "aiMessage.content"],
  },
];

/** Story reading, characters and character chats. */
const SECOND_FILE: readonly Row[] = [
  {
    call: "POST /stories",
    body: { userId: "{user}", theme: ["literary"], initialCharacters: [], ...PREMISE },
    status: 201,
    fields: [...STORY, ...CAST, "suggestedInput", "messages"],
  },
  {
    call: "GET /stories/user/{userId}",
    fields: [...STORY, ...CAST].map((f) => `[].${f}`),
  },
  {
    call: "GET /stories/{storyId}",
    fields: [...STORY, ...CAST, "suggestedInput"],
  },
  {
    call: "GET /stories/{storyId}/messages?include_story_info=true",
    fields: [
      "story.plotState.genre",
      "story.suggestedInput",
      ...[...MESSAGE, "role"].map((field) => `messages[].${field}`),
    ],
  },
  {
    call: "GET /stories/{storyId}/messages",
    fields: [...MESSAGE, "role"].map((field) => `[].${field}`),
  },
  {
    call: "PUT /stories/{storyId}",
    body: { title: "The Ninth Signal", description: "" },
    fields: STORY,
  },
  { call: "DELETE /stories/{storyId}", status: 204 },
  { call: "GET /stories/{storyId}/suggestion", fields: ["suggestion"] },
  {
    call: "PATCH /users/{userId}/age-confirmation",
    body: {
      settings: {
        ...{ ageConfirmed18NSFW: true, nsfwEnabled: true },
        nsfwConsent: { version: "2025-08-11", timestamp: "2026-01-15T09:30:00.000Z", ip: "203.0.113.1" },
      },
    },
    fields: CONSENTS,
  },
  {
    call: "POST /characters",
    body: {
      ...{ userId: "{user}", name: "Mara Voss", description: "She keeps the radio of a lighthouse." },
      ...{
        personality: "patient",
        appearance: "grey",
        voice: "low",
        quirks: ["counts"],
        interests: ["boats"],
      },
      ...{ customAttributes: { mood: "calm" }, isNSFW: false },
    },
    status: 201,
    fields: CHARACTER,
  },
  {
    call: "POST /images/character/{characterId}",
    body: { style: "watercolor", additionalPrompt: "On a pier", numSteps: 50 },
    fields: ["metadata.images.primary.url"],
  },
  {
    call: "GET /characters/user/{userId}?include_chats=true&include_history=true&include_stories=true",
    fields: [...CHARACTER, "chats[].chatId", "chats[].title", "chats[].status", "chats[].updatedAt"].map(
      (field) => `[].${field}`,
    ),
  },
  {
    call: "GET /character-chats/user/{userId}",
    fields: CHAT.map((field) => `[].${field}`),
  },
  {
    call: "POST /character-chats",
    body: {
      ...{ userId: "{user}", characterName: "Mara Voss", title: "At night", isNSFW: false },
      config: {
        responseStyle: "concise",
        writingStyle: "direct",
        messageLength: "short",
        includeActions: false,
      },
    },
    status: 201,
    fields: CHAT,
  },
  {
    call: "GET /character-chats/{chatId}",
    fields: [
      ...CHAT.map((field) => `chat.${field}`),
      ...[...MESSAGE, "role"].map((field) => `messages[].${field}`),
    ],
  },
  {
    call: "PATCH /character-chats/{chatId}",
    body: { title: "At dawn", description: "Before the first boat." },
    fields: CHAT,
  },
  { call: "DELETE /character-chats/{chatId}", status: 204 },
  {
    call: "POST /character-chats/{chatId}/config",
    body: { responseStyle: "formal", writingStyle: "emotional", messageLength: "long", includeActions: true },
    fields: ["metadata.config"],
  },
  {
    call: "POST /character-chats/{chatId}/regenerate",
    body: { userId: "{user}" },
    fields: MESSAGE,
  },
  {
    call: "POST /character-chats/{chatId}/messages",
    body: { content: "Hello", userId: "{user}" },
    fields: MESSAGE,
  },
  {
    call: "POST /prompts/generate-full",
    body: {
      currentData: {
        ...{ character: "A relief operator", genre: "Romance", subGenre: "", categories: [], tropes: [] },
        ...{ storyLength: "short", description: "" },
      },
      generateFullForm: true,
    },
    fields: ["success"].concat(
      ["character", "genre", "categories", "tropes", "description", "suggestedLength"].map(
        (f) => `storyDetails.${f}`,
      ),
    ),
  },
  {
    call: "POST /prompts/generate",
    body: { ideas: "A lighthouse" },
    fields: ["success", "prompt"],
  },
  {
    call: "POST /feedback",
    body: { feedback: "I like it.", userId: "{user}", userEmail: "ada@talespark.example" },
    status: 201,
  },
];

const world = new ApiWorld();

/** The fields of an answer that are missing. */
function findMissing(answer: unknown, fields: readonly string[]): string[] {
  return fields.filter((field) => {
    const steps = field.replaceAll("[]", ".0").split(".").filter(Boolean);
    const value = steps.reduce<unknown>((inner, step) => Object(inner)[step], answer);
    return value === undefined;
  });
}

function toBody({ body }: Row, { caller, body: known = {} }: Prepared): Record<string, unknown> {
  const written: Record<string, unknown> = JSON.parse(
    JSON.stringify(body ?? {}).replaceAll("{user}", caller.sub ?? ""),
  );
  return { ...known, ...written };
}

describe.each([
  ["the first file", FIRST_FILE],
  ["the second file", SECOND_FILE],
])("a call of %s", (_, rows) => {
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
        : await caller.send(method, filled, toBody(row, prepared));

    expect(answer.status, await answer.clone().text()).toBe(row.status ?? 200);
    expect(await findFaults(operation, answer.clone())).toEqual([]);
    const text = await answer.text();
    expect(findMissing(text === "" ? {} : JSON.parse(text), row.fields ?? [])).toEqual([]);
  });
});
