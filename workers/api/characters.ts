import * as v from "valibot";
import {
  CHARACTER_SECTIONS,
  characterSortSchema,
  createCharacterSchema,
  portraitRequestSchema,
} from "#domain/character.ts";
import { characterRecordSchema, updateCharacterSchema } from "#domain/character-record.ts";
import { AppError } from "#domain/errors.ts";
import { importedCharacterSchema } from "#domain/lore.ts";
import { CARD_FILE_MAX_BYTES } from "../characters/cards/read-card.ts";
import { readRequestBody } from "../http/receive-body.ts";
import { CHANGED_FIELDS, created, IMAGE_ERRORS, LIMITS, ok, paged, sendFile } from "./answers.ts";
import { addDeletion } from "./deletion-operations.ts";
import { ApiArea } from "./operation.ts";
import { answerPage, flagSchema, pageQuery } from "./paging.ts";

const detailsQuery = v.object({
  include_chats: flagSchema,
  include_history: flagSchema,
  include_stories: flagSchema,
});
const listQuery = v.object({
  ...detailsQuery.entries,
  sort: v.optional(characterSortSchema),
  section: v.optional(v.picklist(CHARACTER_SECTIONS, "Characters don't have this section.")),
  storyId: v.optional(v.string()),
  ...pageQuery.entries,
});

function toDetails(query: v.InferOutput<typeof detailsQuery>) {
  const { include_chats: chats, include_history: history, include_stories: stories } = query;
  return { chats, history, stories };
}

const NEW_CHARACTER_ERRORS = [
  "CHARACTER_LIMIT_EXCEEDED",
  "CHARACTER_TOTAL_EXCEEDED",
  "AGE_CONFIRMATION_REQUIRED",
  "REQUEST_CONFLICT",
] as const;

/** `/api/characters`: the caller's own characters. */
export const characterArea = new ApiArea({ base: "/characters", tag: "Characters", access: "account" })
  .on("POST", "/", {
    id: "createCharacter",
    summary: "Create a character",
    body: createCharacterSchema,
    answer: created(characterRecordSchema, "The character."),
    errors: NEW_CHARACTER_ERRORS,
    limits: LIMITS.newCharacters,
    handle: ({ services, body }) => services.characters.create(body),
  })

  .on("POST", "/import", {
    id: "importCharacter",
    summary: "Import a character card",
    description: "The file is the whole body of the request; what it is, is read from its bytes.",
    file: {
      mediaTypes: ["application/json", "image/png", "application/octet-stream"],
      maxBytes: CARD_FILE_MAX_BYTES,
      isLarge: true,
      description: "A card of version 2 or 3, as JSON or in a PNG picture.",
    },
    answer: created(importedCharacterSchema, "The character, and what became of the lorebook of its card."),
    errors: [...NEW_CHARACTER_ERRORS, "STORAGE_LIMIT_EXCEEDED", "INVALID_INPUT", "BODY_TOO_LARGE"],
    limits: [...LIMITS.newCharacters, ...LIMITS.cards],
    handle: async ({ context, services }) => {
      const endImport = await services.characters.beginImport();
      try {
        const file = await readRequestBody(context.req.raw, CARD_FILE_MAX_BYTES);
        if (file === null) {
          throw new AppError("BODY_TOO_LARGE", { message: "This card is larger than 10 MB.", field: "file" });
        }
        return await services.characters.importCard(file);
      } finally {
        endImport();
      }
    },
  })

  .on("GET", "/user/:userId", {
    id: "listCharacters",
    summary: "List your characters",
    query: listQuery,
    answer: paged(v.array(characterRecordSchema), "A page of the list."),
    handle: async ({ context, services, query }) => {
      const { sort, section, storyId, cursor, limit } = query;
      const options = { sort, section, storyId, cursor, limit, details: toDetails(query) };
      return answerPage(context, await services.characters.list(options));
    },
  })

  .on("GET", "/:characterId", {
    id: "getCharacter",
    summary: "Read a character",
    query: detailsQuery,
    answer: ok(characterRecordSchema, "The character."),
    handle: ({ services, params, query }) => services.characters.get(params.characterId, toDetails(query)),
  })
  .on("PATCH", "/:characterId", {
    id: "updateCharacter",
    summary: "Change a character",
    description: CHANGED_FIELDS,
    body: updateCharacterSchema,
    answer: ok(characterRecordSchema, "The character as it is now."),
    errors: ["AGE_CONFIRMATION_REQUIRED", "EDIT_CONFLICT"],
    handle: ({ services, params, body }) => services.characters.update(params.characterId, body),
  })

  .on("GET", "/:characterId/card.json", {
    id: "exportCard",
    summary: "Download a character as a card",
    answer: ok(v.record(v.string(), v.unknown()), "A card of version 3."),
    limits: LIMITS.cards,
    handle: async ({ context, services, params }) => {
      const { name, card } = await services.characters.exportJson(params.characterId);
      const body = JSON.stringify(card);
      return sendFile(context, { body, mediaType: "application/json", name: `${name}.json` });
    },
  })

  .on("GET", "/:characterId/card.png", {
    id: "exportCardPicture",
    summary: "Download a character's picture with its card inside",
    answer: { statuses: [200], mediaTypes: ["image/png"], description: "The picture." },
    limits: LIMITS.cards,
    handle: async ({ context, services, params }) => {
      const { name, bytes } = await services.characters.exportPng(params.characterId);
      const body = new Uint8Array(bytes);
      return sendFile(context, { body, mediaType: "image/png", name: `${name}.png` });
    },
  });

addDeletion(characterArea, {
  name: "Character",
  names: "Characters",
  nouns: "characters",
  others: "Its chats are deleted and restored with it.",
  schema: characterRecordSchema,
  restoreErrors: ["CHARACTER_LIMIT_EXCEEDED", "AGE_CONFIRMATION_REQUIRED"],
  findCalls: ({ characters }) => characters,
});

/** `/api/images`: pictures that are made when they are asked for. */
export const imageArea = new ApiArea({ base: "/images", tag: "Characters", access: "account" }).on(
  "POST",
  "/character/:characterId",
  {
    id: "paintCharacter",
    summary: "Make a character's picture",
    description:
      "It costs five Sparks. Without an image model the character gets its emblem in this style, for nothing. `numSteps` is clamped to what the model allows.",
    body: portraitRequestSchema,
    answer: ok(characterRecordSchema, "The character with its picture."),
    errors: IMAGE_ERRORS,
    limits: LIMITS.pictures,
    handle: ({ context, services, params, body }) =>
      services.characters.paint(params.characterId, body, context.req.raw.signal),
  },
);
