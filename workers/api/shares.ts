import * as v from "valibot";
import { changeShareSchema, newShareSchema, PREVIEW_MAX_BYTES, shareSchema } from "#domain/share.ts";
import { created, LIMITS, nothing, ok } from "./answers.ts";
import type { ApiArea } from "./operation.ts";

/** Adds the reading copies of a story, for its author. Readers need no API: a copy is a page. */
export function addShares(area: ApiArea): void {
  area.on("POST", "/:storyId/shares", {
    id: "shareStory",
    summary: "Share a reading copy of a story",
    description:
      "Whoever has its `url` can read it without an account. Without `path` it is the open path; with `grows` it shows what is written later, once its author has gone on from it.",
    body: newShareSchema,
    answer: created(shareSchema, "The copy with its address."),
    errors: ["SHARING_OFF", "SHARE_TOTAL_EXCEEDED", "NOT_BEGUN"],
    limits: LIMITS.newShares,
    handle: ({ services, params, body }) => services.shares.create(params.storyId, body),
  });
  area.on("GET", "/:storyId/shares", {
    id: "listShares",
    summary: "List the reading copies of a story",
    description: "Those that were revoked are not in it.",
    answer: ok(v.array(shareSchema), "The copies, the latest first."),
    errors: ["SHARING_OFF"],
    handle: ({ services, params }) => services.shares.list(params.storyId),
  });
  area.on("PATCH", "/:storyId/shares/:shareId", {
    id: "changeShare",
    summary: "Change what is said about a reading copy, and when it ends",
    description: "A field that is left out stays as it is.",
    body: changeShareSchema,
    answer: ok(shareSchema, "The copy as it is now."),
    errors: ["SHARING_OFF"],
    handle: ({ services, params, body }) => services.shares.change(params.storyId, params.shareId, body),
  });
  area.on("PUT", "/:storyId/shares/:shareId/preview/:mark", {
    id: "setSharePreview",
    summary: "Set the picture of a reading copy in messengers",
    description:
      "`mark` is that of its `missingPreview`, whose title and cover the picture shows. Without one messengers show a picture of its genre.",
    file: {
      mediaTypes: ["image/jpeg", "image/png", "application/octet-stream"],
      maxBytes: PREVIEW_MAX_BYTES,
      description: "A picture of 1200 × 630 pixels.",
    },
    answer: nothing("It is shown from now on."),
    errors: ["INVALID_INPUT", "BODY_TOO_LARGE"],
    limits: LIMITS.cards,
    handle: async ({ context, services, params }) => {
      const file = new Uint8Array(await context.req.arrayBuffer());
      await services.shares.setPreview(params.storyId, params.shareId, params.mark, file);
    },
  });
  area.on("DELETE", "/:storyId/shares/:shareId", {
    id: "revokeShare",
    summary: "Stop sharing a reading copy",
    description: "Its address answers 410 from now on. Caches on the way have forgotten it after a minute.",
    answer: nothing("It is not shared any more."),
    handle: ({ services, params }) => services.shares.revoke(params.storyId, params.shareId),
  });
}
