import { Hono } from "hono";
import * as v from "valibot";
import {
  CHARACTER_SECTIONS,
  characterSortSchema,
  createCharacterSchema,
  portraitRequestSchema,
  updateCharacterSchema,
} from "#domain/character.ts";
import { AppError } from "#domain/errors.ts";
import { CARD_FILE_MAX_BYTES } from "../characters/cards/read-card.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readRequestBody } from "../http/receive-body.ts";
import { allowOnly, readBody, readQuery, requireCallerNamed, requireSignedIn } from "./input.ts";
import { flagSchema, limitSchema, linkNext } from "./paging.ts";

const detailsQuery = { include_chats: flagSchema, include_history: flagSchema, include_stories: flagSchema };
const listQuery = v.object({
  ...detailsQuery,
  sort: v.optional(characterSortSchema),
  section: v.optional(v.picklist(CHARACTER_SECTIONS, "Characters don't have this section.")),
  storyId: v.optional(v.string()),
  cursor: v.optional(v.string()),
  limit: limitSchema(100),
});
const oneQuery = v.object(detailsQuery);
const deletedQuery = v.object({ cursor: v.optional(v.string()), limit: limitSchema(100) });

/** `/api/characters`: the caller's own characters. */
export const characterRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())

  .post("/", async (context) => {
    const { characters } = context.var.services;
    return context.json(await characters.create(await readBody(context, createCharacterSchema)), 201);
  })
  .all("/", allowOnly("POST"))

  .post("/import", async (context) => {
    const { body } = context.req.raw;
    const file = body === null ? new Uint8Array() : await readRequestBody(body, CARD_FILE_MAX_BYTES);
    if (file === null) {
      throw new AppError("BODY_TOO_LARGE", { message: "This card is larger than 10 MB.", field: "file" });
    }
    return context.json(await context.var.services.characters.importCard(file), 201);
  })
  .all("/import", allowOnly("POST"))

  .get("/user/:userId", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { include_chats, include_history, include_stories, ...options } = readQuery(context, listQuery);
    const details = { chats: include_chats, history: include_history, stories: include_stories };
    const { characters, next } = await context.var.services.characters.list({ ...options, details });
    linkNext(context, "cursor", next);
    return context.json(characters);
  })
  .all("/user/:userId", allowOnly("GET"))

  .get("/user/:userId/deleted", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const page = readQuery(context, deletedQuery);
    const { characters, next } = await context.var.services.characters.deleted(page);
    linkNext(context, "cursor", next);
    return context.json(characters);
  })
  .all("/user/:userId/deleted", allowOnly("GET"))

  .get("/:characterId", async (context) => {
    const { include_chats, include_history, include_stories } = readQuery(context, oneQuery);
    const details = { chats: include_chats, history: include_history, stories: include_stories };
    return context.json(await context.var.services.characters.get(context.req.param("characterId"), details));
  })
  .patch("/:characterId", async (context) => {
    const { characters } = context.var.services;
    const change = await readBody(context, updateCharacterSchema);
    return context.json(await characters.update(context.req.param("characterId"), change));
  })
  .delete("/:characterId", async (context) => {
    await context.var.services.characters.remove(context.req.param("characterId"));
    return context.body(null, 204);
  })
  .all("/:characterId", allowOnly("GET", "PATCH", "DELETE"))

  .post("/:characterId/restore", async (context) =>
    context.json(await context.var.services.characters.restore(context.req.param("characterId"))),
  )
  .all("/:characterId/restore", allowOnly("POST"))

  .get("/:characterId/card.json", async (context) => {
    const { name, card } = await context.var.services.characters.exportJson(context.req.param("characterId"));
    context.header("Content-Disposition", toAttachment(`${name}.json`));
    return context.json(card);
  })
  .all("/:characterId/card.json", allowOnly("GET"))

  .get("/:characterId/card.png", async (context) => {
    const { name, bytes } = await context.var.services.characters.exportPng(context.req.param("characterId"));
    return context.body(new Uint8Array(bytes), 200, {
      "Content-Type": "image/png",
      "Content-Disposition": toAttachment(`${name}.png`),
    });
  })
  .all("/:characterId/card.png", allowOnly("GET"));

/** `/api/images`: pictures that are made when they are asked for. */
export const imageRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())
  .post("/character/:characterId", async (context) => {
    const request = await readBody(context, portraitRequestSchema);
    const { characters } = context.var.services;
    const { signal } = context.req.raw;
    return context.json(await characters.paint(context.req.param("characterId"), request, signal));
  })
  .all("/character/:characterId", allowOnly("POST"));

/** A file to be kept, under a name that every system takes (RFC 6266). */
function toAttachment(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim();
  return `attachment; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
