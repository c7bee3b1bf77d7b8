import fc from "fast-check";
import type { ClientEvent, IdField } from "#domain/protocol.ts";
import { CONSENT, ORIGIN } from "../helpers/site.ts";

/** Ids of the person who asks most, by the name of the parameter that takes them. */
export type Ids = Record<"userId" | "storyId" | "characterId" | "chatId", string>;

const STORY = {
  genre: "Mystery",
  subGenre: "Cold Case",
  character: "A relief operator",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
  categories: [],
  tropes: [],
  storyLength: "medium",
  setting: "",
  isNSFW: false,
};
const CHARACTER = {
  name: "Mara Voss",
  description: "She keeps the radio of a lighthouse.",
  personality: "dry",
  appearance: "",
  voice: "",
  quirks: ["counts gulls"],
  interests: [],
  isNSFW: false,
};

type Example = (ids: Ids, requestId: string) => unknown;

/** Correct bodies of operations. An operation without one is tried with any JSON. */
const EXAMPLES: Record<string, Example> = {
  "POST /api/users": ({ userId }) => ({ auth0Id: userId, name: "Ada", email: "ada@example.com" }),
  "PATCH /api/users/:userId": () => ({ name: "Grace", settings: { theme: "dark", usageWarnings: false } }),
  "DELETE /api/users/:userId": () => ({ confirmation: "not the words" }),
  "PATCH /api/users/:userId/age-confirmation": () => CONSENT,
  "POST /api/stories": (_, requestId) => ({ ...STORY, requestId }),
  "POST /api/stories/demo": () => ({ ...STORY, isDemo: true, clientIdentifier: "203.0.113.7" }),
  "POST /api/stories/demo/:storyId/continue": (_, requestId) => ({ isInitialContinue: true, requestId }),
  "POST /api/stories/demo/:storyId/message": (_, requestId) => ({ content: "I look around", requestId }),
  "PUT /api/stories/:storyId": () => ({
    title: "Another title",
    description: STORY.description,
    status: "active",
  }),
  "POST /api/characters": (_, requestId) => ({ ...CHARACTER, requestId }),
  "POST /api/characters/import": () => ({ spec: "chara_card_v2", spec_version: "2.0", data: CHARACTER }),
  "PATCH /api/characters/:characterId": () => CHARACTER,
  "POST /api/images/character/:characterId": () => ({ style: "realistic" }),
  "POST /api/character-chats": ({ characterId }, requestId) => ({
    characterId,
    title: "At night",
    requestId,
  }),
  "PATCH /api/character-chats/:chatId": () => ({ title: "Another title", description: "", status: "active" }),
  "POST /api/character-chats/:chatId/config": () => ({
    responseStyle: "casual",
    writingStyle: "direct",
    messageLength: "short",
    includeActions: true,
  }),
  "POST /api/character-chats/:chatId/messages": (_, requestId) => ({ content: "Hello", requestId }),
  "POST /api/character-chats/:chatId/regenerate": (_, requestId) => ({ requestId }),
  "POST /api/prompts/character": () => ({ currentData: CHARACTER }),
  "POST /api/prompts/generate-full": () => ({ currentData: STORY, generateFullForm: true }),
  "POST /api/prompts/generate": () => ({ ideas: "A lighthouse" }),
  "POST /api/feedback": () => ({ feedback: "I like the lighthouse." }),
  "POST /api/stripe/webhook": () => ({ id: "evt_1", object: "event", type: "invoice.paid", data: {} }),
  "POST /api/stripe/create-checkout-session": ({ userId }) => ({
    tier: "PREMIUM",
    userId,
    successUrl: `${ORIGIN}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${ORIGIN}/upgrade`,
  }),
  "POST /api/stripe/create-portal-session": ({ userId }) => ({ userId, returnUrl: `${ORIGIN}/upgrade` }),
  "POST /api/stripe/verify-payment": () => ({ sessionId: "cs_test_1" }),
  "POST /live/stories/:id": ({ storyId }, requestId) =>
    FRAMES["stream-message"](storyId, requestId, "storyId"),
  "POST /live/character-chats/:id": ({ chatId }, requestId) =>
    FRAMES["stream-message"](chatId, requestId, "chatId"),
};

/** Correct bodies of an operation; `null`: none is known. */
export function examplesOf(operation: string, ids: Ids): fc.Arbitrary<unknown> | null {
  const example = EXAMPLES[operation];
  return example === undefined ? null : fc.uuid().map((requestId) => example(ids, requestId));
}

type FrameExample = (conversationId: string, id: string, idField: IdField) => Record<string, unknown>;

/** A correct frame of each type that readers send. `id`: of a request or a message. */
export const FRAMES = {
  "join-story": (conversationId, id, idField) => ({
    type: "join-story",
    [idField]: conversationId,
    have: { messageId: id, offset: 3 },
  }),
  "stream-message": (conversationId, id, idField) => ({
    type: "stream-message",
    [idField]: conversationId,
    requestId: id,
    content: "I look around",
    userId: "somebody",
    metadata: { seen: true },
  }),
  "stream-continue": (conversationId, id, idField) => ({
    type: "stream-continue",
    [idField]: conversationId,
    requestId: id,
    prompt: "Continue with more action",
    isInitialContinue: false,
  }),
  "stream-stop": (conversationId, _, idField) => ({ type: "stream-stop", [idField]: conversationId }),
  "select-version": (conversationId, id, idField) => ({
    type: "select-version",
    [idField]: conversationId,
    messageId: id,
  }),
  "prepare-suggestion": (conversationId, _, idField) => ({
    type: "prepare-suggestion",
    [idField]: conversationId,
  }),
  "read-until": (conversationId, id, idField) => ({
    type: "read-until",
    [idField]: conversationId,
    mark: id,
  }),
} as const satisfies Record<ClientEvent["type"], FrameExample>;
