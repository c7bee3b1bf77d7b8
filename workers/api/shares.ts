import * as v from "valibot";
import { changeShareSchema, newShareSchema, shareSchema } from "#domain/share.ts";
import { created, LIMITS, nothing, ok } from "./answers.ts";
import type { ApiArea } from "./operation.ts";

/** Adds the reading copies of a story, for its author. Readers need no API: a copy is a page. */
export function addShares(area: ApiArea): void {
  area.on("POST", "/:storyId/shares", {
    id: "shareStory",
    summary: "Share a reading copy of a story",
    description:
      "Whoever has its `url` can read it without an account. Without `path` it is the open path; with `grows` it shows what is written later, once its author has gone on from it.",
    needsConsent: true,
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
    needsConsent: true,
    body: changeShareSchema,
    answer: ok(shareSchema, "The copy as it is now."),
    errors: ["SHARING_OFF"],
    handle: ({ services, params, body }) => services.shares.change(params.storyId, params.shareId, body),
  });
  area.on("DELETE", "/:storyId/shares/:shareId", {
    id: "revokeShare",
    summary: "Stop sharing a reading copy",
    description: "Its address answers 410 from now on. Caches on the way have forgotten it after a minute.",
    needsConsent: true,
    answer: nothing("It is not shared any more."),
    handle: ({ services, params }) => services.shares.revoke(params.storyId, params.shareId),
  });
}
