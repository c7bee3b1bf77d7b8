import type * as v from "valibot";
import { CHARACTER_LIMITS, CHAT_LIMITS, CONVERSATION_LIMITS, STORY_LIMITS } from "#domain/rate-limits.ts";
import type { OperationLimit } from "./operation.ts";

/** The forms of a successful answer that most operations have. */

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

const NEXT_PAGE = 'The address of the next page, as `<…>; rel="next"`. It is absent on the last page.';

/** The limits that several operations share. */
export const LIMITS = {
  newStories: [{ of: "new stories of a person", ...STORY_LIMITS.begun }],
  newCharacters: [{ of: "new characters of a person", ...CHARACTER_LIMITS.begun }],
  newChats: [{ of: "new chats of a person", ...CHAT_LIMITS.begun }],
  sends: [{ of: "messages in one conversation", ...CONVERSATION_LIMITS.sends }],
  regenerations: [{ of: "other versions in one conversation", ...CONVERSATION_LIMITS.regenerations }],
  suggestions: [{ of: "suggestions in one story", ...CONVERSATION_LIMITS.suggestions }],
} as const satisfies Record<string, readonly OperationLimit[]>;
