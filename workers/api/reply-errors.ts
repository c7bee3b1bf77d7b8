import type { ErrorCode } from "#domain/errors.ts";

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
