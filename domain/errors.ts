import * as v from "valibot";
import { STORY_LIMIT_REACHED } from "./plan.ts";

/**
 * Every failure that a caller can be told about: code → HTTP status → the sentence a person reads.
 * Branch on the code, never on the sentence. Sentences in quotes in the specification stand here word for word.
 */
export const ERRORS = {
  UNAUTHENTICATED: { status: 401, message: "Please sign in and try again." },
  FORBIDDEN_ORIGIN: { status: 403, message: "This request did not come from Talespark." },
  HTTPS_REQUIRED: { status: 403, message: "This address only answers over HTTPS." },
  FORBIDDEN: { status: 403, message: "You do not have permission to perform this action." },
  CONSENT_REQUIRED: { status: 403, message: "Please confirm your age and accept the terms first." },
  SIGN_IN_AGAIN: { status: 403, message: "Please sign in again first." },
  ACCOUNT_BEING_DELETED: { status: 403, message: "This account is being deleted." },
  AGE_CONFIRMATION_REQUIRED: { status: 403, message: "Please confirm that you are 18 or older first." },
  NOT_FOUND: { status: 404, message: "Not found." },
  WEBSOCKET_REQUIRED: { status: 426, message: "This address takes a WebSocket or an event stream." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not take that method." },
  /** With several databases, while an operator moves the account to another one. */
  ACCOUNT_MOVING: { status: 503, message: "Your library is being moved. Please try again in a moment." },
  INVALID_INPUT: { status: 400, message: "Please check what you entered." },
  BAD_FRAME: { status: 400, message: "This message could not be understood." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "This address takes a form." },
  BODY_TOO_LARGE: { status: 413, message: "This request is too large." },
  RATE_LIMITED: { status: 429, message: "Too many requests. Please wait a moment and try again." },

  MONTHLY_LIMIT_EXCEEDED: {
    status: 402,
    message: "You have used all your messages for this month. Please upgrade your plan to continue creating.",
  },
  STORY_LENGTH_EXCEEDED: {
    status: 402,
    message:
      "This story has reached its maximum length for your current plan. Please upgrade for longer stories.",
  },
  STORY_LIMIT_EXCEEDED: { status: 402, message: STORY_LIMIT_REACHED },
  CHARACTER_LIMIT_EXCEEDED: {
    status: 402,
    message: "You have reached your usage limit for creating new characters. Please upgrade your plan.",
  },
  CHAT_LIMIT_EXCEEDED: {
    status: 402,
    message: "You have reached your usage limit for creating new character chats. Please upgrade your plan.",
  },
  STORAGE_LIMIT_EXCEEDED: {
    status: 402,
    message:
      "Your character cards, pictures and lorebooks fill the room of your plan. Please delete characters, chats or books that you no longer need; they make room after 30 days.",
  },
  EPUB_NOT_IN_PLAN: {
    status: 402,
    message: "Books as EPUB are part of Premium. Markdown, plain text and JSON are free for everybody.",
  },
  STORY_TOTAL_EXCEEDED: {
    status: 403,
    message:
      "You have more stories than can be kept. Please delete some that you no longer need; they make room after 30 days.",
  },
  /** A visitor has used the demo's interactions. */
  DEMO_LIMIT_REACHED: {
    status: 403,
    message: "Those were both free turns of the demo. Sign up for free to go on with this story.",
  },
  DEMO_RATE_LIMIT_EXCEEDED: {
    status: 429,
    message: "You have begun as many demo stories as there are for today. Sign up for free to begin another.",
  },
  CHARACTER_TOTAL_EXCEEDED: {
    status: 403,
    message:
      "You have more characters than can be kept. Please delete some that you no longer need; they make room after 30 days.",
  },
  CHAT_TOTAL_EXCEEDED: {
    status: 403,
    message:
      "You have more chats than can be kept. Please delete some that you no longer need; they make room after 30 days.",
  },
  LOREBOOK_LIMIT_EXCEEDED: {
    status: 402,
    message: "You have as many lorebooks as your current plan has room for. Please upgrade for more.",
  },
  LOREBOOK_TOTAL_EXCEEDED: {
    status: 403,
    message:
      "You have more lorebooks than can be kept. Please delete some that you no longer need; they make room after 30 days.",
  },
  LOREBOOK_FULL: {
    status: 403,
    message: "This book is full: it can have at most 500 entries. Please delete some, or begin another book.",
  },
  ENTRY_LOCKED: { status: 409, message: "This entry is locked. Unlock it to change it from a story." },
  STORY_READ_ONLY: {
    status: 403,
    message: "This story can be read but not continued on your current plan or while it is archived.",
  },
  /** Revoked, expired, or its story or author is gone. */
  SHARE_ENDED: { status: 410, message: "This copy is no longer shared." },
  SHARING_OFF: { status: 403, message: "Sharing is switched off on this server." },
  NOT_FOR_FORKS: { status: 403, message: "The author has not opened this story for others to begin from." },
  SHARE_TOTAL_EXCEEDED: {
    status: 403,
    message:
      "You have shared more copies than can be kept. Please delete some stories that you no longer need.",
  },

  TIER_NOT_FOUND: { status: 400, message: "Selected tier not found" },
  PRICE_NOT_CONFIGURED: { status: 400, message: "Price ID not configured for this tier" },
  ALREADY_SUBSCRIBED: {
    status: 409,
    message: "You already have this plan. You can manage it in your settings.",
  },
  NO_SUBSCRIPTION: { status: 409, message: "There is no subscription to manage yet." },
  PAYMENT_NOT_FOUND: { status: 404, message: "This payment could not be found." },
  PAYMENT_NOT_COMPLETED: { status: 402, message: "The payment was not completed." },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: "The card payment provider is not loaded yet. Please try again.",
  },
  CHECKOUT_UNDER_WAY: {
    status: 409,
    message: "Your checkout is being opened already. Please wait a moment and try again.",
  },
  CHECKOUT_FAILED: { status: 502, message: "Failed to start checkout process" },
  PORTAL_FAILED: { status: 502, message: "Failed to open customer portal" },
  BAD_SIGNATURE: { status: 400, message: "This webhook is not signed by the payment provider." },

  STREAM_IN_PROGRESS: { status: 409, message: "Another stream is already in progress" },
  REQUEST_CONFLICT: { status: 409, message: "This request was already used for something else." },
  EDIT_CONFLICT: {
    status: 409,
    message: "This text was changed in another tab meanwhile. Yours is not lost: choose which one to keep.",
  },
  NOT_BEGUN: { status: 409, message: "This story has not begun yet." },
  ALREADY_BEGUN: { status: 409, message: "This story has already begun." },
  NOTHING_TO_REGENERATE: { status: 409, message: "There is no reply here to write again." },
  STREAM_STOPPED: { status: 499, message: "Stopped before any text arrived." },
  STREAM_STOPPED_CHARGED: {
    status: 499,
    message:
      "Stopped before any text arrived. This one used a Spark, because several were stopped like this within an hour.",
  },
  STREAM_TIMEOUT: { status: 504, message: "Stream timeout" },
  STREAM_ERROR: { status: 502, message: "Stream error" },
  STREAM_INTERRUPTED: { status: 503, message: "The reply was interrupted. You can try again." },
  EMPTY_REPLY: { status: 502, message: "The writer came back with an empty page. Please try again." },
  THOUGHTS_ONLY: {
    status: 502,
    message: "The model thought about it and wrote nothing. Please try again.",
  },
  REPEATED_REPLY: {
    status: 502,
    message: "The model repeated itself instead of going on. Please try again, perhaps in other words.",
  },
  MODEL_REFUSED: {
    status: 422,
    message: "The model declined to write this. Please try it in other words.",
  },
  MODEL_UNAVAILABLE: { status: 503, message: "The writer can't be reached right now. Please try again." },
  MODEL_BUSY: { status: 429, message: "The writer is busy right now. Please try again in a moment." },

  NOTHING_TO_PICTURE: { status: 409, message: "There is no scene to picture yet. Talk a little first." },
  IMAGE_FAILED: { status: 502, message: "Failed to generate character image. Please try again." },
  IMAGE_UNAVAILABLE: { status: 503, message: "Pictures can't be made right now. Please try again later." },
  IMAGE_BUSY: { status: 429, message: "The painter is busy right now. Please try again in a moment." },
  IMAGE_TIMEOUT: { status: 504, message: "The picture took too long. Please try again." },
  IMAGE_REFUSED: {
    status: 422,
    message: "The image model declined this description. Please change it and try again.",
  },

  /** Made in the browser: it has had no connection to the server for too long. */
  NOT_CONNECTED: { status: 503, message: "WebSocket not connected" },
  /** Made in the browser: a call of the API got no answer. */
  UNREACHABLE: {
    status: 503,
    message: "Talespark could not be reached. Please check your connection and try again.",
  },

  SIGN_IN_FAILED: { status: 400, message: "Login failed" },
  INTERNAL: { status: 500, message: "Something went wrong on our side. Please try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Whether a string that came from outside is one of our codes. */
function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERRORS, value);
}

export const errorCodeSchema = v.custom<ErrorCode>((code) => typeof code === "string" && isErrorCode(code));

type ErrorOptions = {
  message?: string;
  field?: string | null;
  /** With RATE_LIMITED: after how many seconds it may be tried again. The message says so. */
  retryAfterSeconds?: number | null;
  answer?: HttpAnswer | null;
  details?: unknown;
  cause?: unknown;
};

/** The first line of the answer over HTTP that a failure came with. HTTP/2 has no `statusText`. */
export type HttpAnswer = { status: number; statusText: string };

/**
 * An expected failure, the same on both sides of the wire: services throw it, the API answers with its `ErrorBody`, the
 * browser's API client throws it again. `message` is for a person and defaults to the code's sentence; `field` names the
 * input at fault. `code` survives Durable Object RPC, where only an error's message and own properties do.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly field: string | null;
  readonly retryAfterSeconds: number | null;
  /** What else the caller needs to go on, with codes that say so; `undefined`: nothing. */
  readonly details: unknown;
  /** In the browser, where the server or somebody before it has answered: another status than the code's is possible. */
  readonly answer: HttpAnswer | null;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const { message, field = null, retryAfterSeconds = null, answer = null, details, cause } = options;
    super(message ?? describeCode(code, retryAfterSeconds), { cause });
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
    this.answer = answer;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The coded failure that `error` is, or that a library has wrapped: drizzle wraps whatever fails while a query runs. */
export function findAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}

function describeCode(code: ErrorCode, retryAfterSeconds: number | null): string {
  if (code !== "RATE_LIMITED" || retryAfterSeconds === null) return ERRORS[code].message;
  return `Too many requests. Please try again in ${describeWait(retryAfterSeconds)}.`;
}

function describeWait(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The fields at the top level of every failed answer. A form's action returns them as well. */
export const errorBodySchema = v.object({
  code: errorCodeSchema,
  message: v.string(),
  field: v.optional(v.string()),
  details: v.optional(v.unknown()),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

export function toErrorBody(error: AppError): ErrorBody {
  const { code, message, field, details } = error;
  return { code, message, ...(field ? { field } : {}), ...(details === undefined ? {} : { details }) };
}

/** The body of every failed answer of `/api` and `/live`. `requestId` names the request in the log; the header `X-Request-Id` has it as well. */
export type ErrorAnswer = ErrorBody & { error: ErrorBody & { requestId: string } };

/** The specification's clients read `code` and `message` at the top level, so these stand there as well. */
export function toErrorAnswer(error: AppError, requestId: string): ErrorAnswer {
  const body = toErrorBody(error);
  return { error: { ...body, requestId }, ...body };
}
