import type { Context } from "hono";
import type * as v from "valibot";
import type { ErrorCode } from "#domain/errors.ts";
import {
  BINDING_LIMITS,
  CHARACTER_LIMITS,
  CHARGED_WORK_LIMITS,
  CHAT_LIMITS,
  CONVERSATION_LIMITS,
  DEMO_LIMIT,
  FEEDBACK_LIMIT,
  LOREBOOK_LIMITS,
  SHARE_LIMITS,
  STORY_LIMITS,
} from "#domain/rate-limits.ts";
import type { ExportedFile } from "../exports/service.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { OperationLimit } from "./operation.ts";

/** Short forms for the successful answers of most operations. */

export function ok<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return { statuses: [200], schema, description } as const;
}

export function created<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return { statuses: [201], schema, description } as const;
}

/** A page of a list. */
export function paged<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return { ...ok(schema, description), headers: { Link: NEXT_PAGE } } as const;
}

export function nothing(description: string) {
  return { statuses: [204], description } as const;
}

type FileToSend = {
  body: ExportedFile["body"] | Uint8Array<ArrayBuffer> | string;
  mediaType: string;
  name: string;
};

/** A file to be kept, under a name that every system takes (RFC 6266). */
export function sendFile(context: Context<AppEnv>, { body, mediaType, name }: FileToSend): Response {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "")
    .replace(/^\./, "talespark.");
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim();
  const encoded = encodeURIComponent(safe).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return context.body(body, 200, {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  });
}

/** Of a change that takes some fields, and says what it began from. */
export const CHANGED_FIELDS =
  "A field that is left out stays as it is. `before` has the changed fields as the change began from them; if one is something else by now, EDIT_CONFLICT gives that in `details.newer`.";

const NEXT_PAGE = 'The address of the next page, as `<…>; rel="next"`. It is absent on the last page.';

/** A limit that a binding counts for the caller. */
function ofPerson(of: string, binding: keyof typeof BINDING_LIMITS) {
  return { of, binding, ...BINDING_LIMITS[binding] };
}

/** The limits of single calls, in addition to those of all requests. */
export const LIMITS = {
  newStories: [{ of: "new stories of a person", ...STORY_LIMITS.begun }],
  newCharacters: [{ of: "new characters of a person", ...CHARACTER_LIMITS.begun }],
  newChats: [{ of: "new chats of a person", ...CHAT_LIMITS.begun }],
  newLorebooks: [{ of: "new lorebooks of a person", ...LOREBOOK_LIMITS.begun }],
  newShares: [{ of: "new reading copies of a person", ...SHARE_LIMITS.begun }],
  newDemos: [{ of: "demo stories of an address", ...DEMO_LIMIT }],
  sends: [{ of: "messages in one conversation", ...CONVERSATION_LIMITS.sends }],
  regenerations: [{ of: "other versions in one conversation", ...CONVERSATION_LIMITS.regenerations }],
  changes: [{ of: "changes by hand in one conversation", ...CONVERSATION_LIMITS.changes }],
  suggestions: [{ of: "suggestions in one story", ...CONVERSATION_LIMITS.suggestions }],
  ideas: [{ of: "filled forms and ideas of a person", ...CHARGED_WORK_LIMITS["form-fill"] }],
  pictures: [
    ofPerson("pictures of a person", "IMAGES_PER_USER"),
    { of: "pictures of a person", ...CHARGED_WORK_LIMITS.image },
  ],
  cards: [ofPerson("cards of a person", "CARDS_PER_USER")],
  archives: [ofPerson("archives of a person", "ARCHIVES_PER_USER")],
  payments: [ofPerson("payment requests of a person", "PAYMENTS_PER_USER")],
  feedback: [{ of: "messages of a person", ...FEEDBACK_LIMIT }],
  health: [{ of: "health checks of an address", ...BINDING_LIMITS.HEALTH_PER_ADDRESS }],
} as const satisfies Record<string, readonly OperationLimit[]>;

/** The errors with which a reply of the model may end. */
export const REPLY_ERRORS = [
  "STREAM_IN_PROGRESS",
  "REQUEST_CONFLICT",
  "STREAM_STOPPED",
  "STREAM_STOPPED_CHARGED",
  "STREAM_TIMEOUT",
  "STREAM_ERROR",
  "STREAM_INTERRUPTED",
  "EMPTY_REPLY",
  "THOUGHTS_ONLY",
  "REPEATED_REPLY",
  "MODEL_REFUSED",
  "MODEL_UNAVAILABLE",
  "MODEL_BUSY",
] as const satisfies ErrorCode[];

/** The errors with which a request for a picture may end. */
export const IMAGE_ERRORS = [
  "MONTHLY_LIMIT_EXCEEDED",
  "STORAGE_LIMIT_EXCEEDED",
  "IMAGE_FAILED",
  "IMAGE_UNAVAILABLE",
  "IMAGE_BUSY",
  "IMAGE_TIMEOUT",
  "IMAGE_REFUSED",
] as const satisfies ErrorCode[];
