import fc from "fast-check";
import type { ClientEvent, IdField } from "#domain/protocol.ts";
import { MARA } from "../characters/people.ts";
import { findBodySchema, Generator, OPERATIONS } from "../helpers/api-description.ts";
import { toCheckout } from "../helpers/billing.ts";
import { CONSENT, ORIGIN } from "../helpers/site.ts";

/** Ids of things of the person who sends most of the requests, by the name of the parameter that takes them. */
export type Ids = Record<"userId" | "storyId" | "characterId" | "chatId", string>;

type Example = (ids: Ids, requestId: string) => Record<string, unknown>;

/** Fields of correct bodies that the API's description can't define: ids, and values that would end the test's session. */
const KNOWN_FIELDS: Record<string, Example> = {
  "POST /api/users": ({ userId }) => ({ auth0Id: userId }),
  "DELETE /api/users/:userId": () => ({ confirmation: "not the words" }),
  "PATCH /api/users/:userId/age-confirmation": () => CONSENT,
  "POST /api/stories/demo": () => ({ genre: "Mystery", subGenre: "Cold Case" }),
  "POST /api/stories": (_, requestId) => ({ genre: "Mystery", subGenre: "Cold Case", requestId }),
  "POST /api/character-chats": ({ characterId }, requestId) => ({ characterId, requestId }),
  "POST /api/stripe/create-checkout-session": ({ userId }) => toCheckout({ sub: userId }),
  "POST /api/stripe/create-portal-session": ({ userId }) => ({ userId, returnUrl: `${ORIGIN}/upgrade` }),
};

/** Correct bodies that are not described in JSON. */
const OTHERS: Record<string, Example> = {
  "POST /api/characters/import": () => ({ spec: "chara_card_v2", spec_version: "2.0", data: MARA }),
  "POST /api/stripe/webhook": () => ({ id: "evt_1", object: "event", type: "invoice.paid", data: {} }),
  "POST /live/stories/:id": ({ storyId }, id) => toFrame("stream-message", { storyId }, id),
  "POST /live/character-chats/:id": ({ chatId }, id) => toFrame("stream-message", { chatId }, id),
};

/** Correct bodies of an operation, generated from the API's description; `null`: it has none. */
export function examplesOf(operation: string, ids: Ids): fc.Arbitrary<unknown> | null {
  const other = OTHERS[operation];
  if (other !== undefined) return fc.uuid().map((requestId) => other(ids, requestId));
  const call = operation.replace(" /api", " ").replace(/:(\w+)/g, "{$1}");
  const described = OPERATIONS.find((one) => one.call === call);
  const schema = described === undefined ? null : findBodySchema(described);
  if (schema === null) return null;
  const known = KNOWN_FIELDS[operation] ?? (() => ({}));
  return fc.tuple(fc.nat(), fc.uuid()).map(([seed, requestId]) => {
    const generated = new Generator(seed).value(schema);
    return Object.assign({}, generated, known(ids, requestId));
  });
}

/** What a correct frame of each type has besides its conversation. `id`: of a request or a message. */
const FRAMES: Record<ClientEvent["type"], (id: string) => object> = {
  "join-story": (id) => ({ have: { messageId: id, offset: 3 } }),
  "stream-message": (id) => ({
    requestId: id,
    content: "I look around",
    userId: "somebody",
    metadata: { seen: true },
  }),
  "stream-continue": (id) => ({
    requestId: id,
    prompt: "Continue with more action",
    isInitialContinue: false,
  }),
  "stream-stop": () => ({}),
  "select-version": (id) => ({ messageId: id }),
  "keep-place": (id) => ({ messageId: id, offset: 12, at: 1_700_000_000_000 }),
  "read-until": (id) => ({ mark: id }),
};
export const FRAME_TYPES = Object.keys(FRAMES) as ClientEvent["type"][];

/** A correct frame that a reader sends. */
export function toFrame(
  type: ClientEvent["type"],
  conversation: { [field in IdField]?: string },
  id: string,
): Record<string, unknown> {
  return { type, ...conversation, ...FRAMES[type](id) };
}
