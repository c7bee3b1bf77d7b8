import { v7 as uuidv7, validate } from "uuid";
import * as v from "valibot";

/** A new id: UUID version 7, so that ids sort by the time they were made, within one process strictly. */
export function createId(): string {
  return uuidv7();
}

/** When an id of ours was made, in milliseconds since 1970. */
export function readIdTime(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}

/** Whether a string from outside can be one of our ids; anything else is "not found" without asking a database. */
export function isId(value: string): boolean {
  return validate(value);
}

const NO_ID = "This is not an id.";
/** An id inside a frame or a body. Half of a surrogate pair would be stored as another character, and never found again. */
export const idSchema = v.pipe(
  v.string(NO_ID),
  v.minLength(1, NO_ID),
  v.maxLength(64, NO_ID),
  v.check((id) => id.isWellFormed(), NO_ID),
);

const REQUEST_ID = "A request's id has 8 to 64 letters, digits, hyphens or underscores.";
/** A client-made id of one request; sending it twice is the same request. */
export const requestIdSchema = v.pipe(v.string(REQUEST_ID), v.regex(/^[\w-]{8,64}$/, REQUEST_ID));
