import * as v from "valibot";
import { STORY_LIMIT_REACHED } from "./plan.ts";

/**
 * Every failure that a caller can be told about, by its HTTP status: code → the sentence a person reads.
 * Branch on the code, never on the sentence. Sentences in quotes in the specification stand here word for word.
 */
const SENTENCES = {
  400: {
    INVALID_INPUT: "Please check what you entered.",
    BAD_FRAME: "This message could not be understood.",
    TIER_NOT_FOUND: "Selected tier not found",
    PRICE_NOT_CONFIGURED: "Price ID not configured for this tier",
    BAD_SIGNATURE: "This webhook is not signed by the payment provider.",
    SIGN_IN_FAILED: "Login failed",
  },
  401: {
    UNAUTHENTICATED: "Please sign in and try again.",
  },
  402: {
    MONTHLY_LIMIT_EXCEEDED:
      "You have used all your messages for this month. Please upgrade your plan to continue creating.",
    STORY_LENGTH_EXCEEDED:
      "This story has reached its maximum length for your current plan. Please upgrade for longer stories.",
    STORY_LIMIT_EXCEEDED: STORY_LIMIT_REACHED,
    CHARACTER_LIMIT_EXCEEDED:
      "You have reached your usage limit for creating new characters. Please upgrade your plan.",
    CHAT_LIMIT_EXCEEDED:
      "You have reached your usage limit for creating new character chats. Please upgrade your plan.",
    STORAGE_LIMIT_EXCEEDED:
      "Your character cards, pictures and lorebooks fill the room of your plan. Please delete characters, chats or books that you no longer need; they make room after 30 days.",
    EPUB_NOT_IN_PLAN:
      "Books as EPUB are part of Premium. Markdown, plain text and JSON are free for everybody.",
    LOREBOOK_LIMIT_EXCEEDED:
      "You have as many lorebooks as your current plan has room for. Please upgrade for more.",
    PAYMENT_NOT_COMPLETED: "The payment was not completed.",
  },
  403: {
    FORBIDDEN_ORIGIN: "This request did not come from Talespark.",
    HTTPS_REQUIRED: "This address only answers over HTTPS.",
    FORBIDDEN: "You do not have permission to perform this action.",
    CONSENT_REQUIRED: "Please confirm your age and accept the terms first.",
    SIGN_IN_AGAIN: "Please sign in again first.",
    ACCOUNT_BEING_DELETED: "This account is being deleted.",
    AGE_CONFIRMATION_REQUIRED: "Please confirm that you are 18 or older first.",
    STORY_TOTAL_EXCEEDED:
      "You have more stories than can be kept. Please delete some that you no longer need; they make room after 30 days.",
    /** A visitor has used the demo's interactions. */
    DEMO_LIMIT_REACHED: "Those were both free turns of the demo. Sign up for free to go on with this story.",
    CHARACTER_TOTAL_EXCEEDED:
      "You have more characters than can be kept. Please delete some that you no longer need; they make room after 30 days.",
    CHAT_TOTAL_EXCEEDED:
      "You have more chats than can be kept. Please delete some that you no longer need; they make room after 30 days.",
    LOREBOOK_TOTAL_EXCEEDED:
      "You have more lorebooks than can be kept. Please delete some that you no longer need; they make room after 30 days.",
    LOREBOOK_FULL:
      "This book is full: it can have at most 500 entries. Please delete some, or begin another book.",
    STORY_READ_ONLY: "This story can be read but not continued on your current plan or while it is archived.",
    SHARING_OFF: "Sharing is switched off on this server.",
    NOT_FOR_FORKS: "The author has not opened this story for others to begin from.",
    SHARE_TOTAL_EXCEEDED:
      "You have shared more copies than can be kept. Please delete some stories that you no longer need.",
  },
  404: {
    NOT_FOUND: "Not found.",
    PAYMENT_NOT_FOUND: "This payment could not be found.",
  },
  405: {
    METHOD_NOT_ALLOWED: "This address does not take that method.",
  },
  409: {
    ENTRY_LOCKED: "This entry is locked. Unlock it to change it from a story.",
    ALREADY_SUBSCRIBED: "You already have this plan. You can manage it in your settings.",
    NO_SUBSCRIPTION: "There is no subscription to manage yet.",
    CHECKOUT_UNDER_WAY: "Your checkout is being opened already. Please wait a moment and try again.",
    STREAM_IN_PROGRESS: "Another stream is already in progress",
    REQUEST_CONFLICT: "This request was already used for something else.",
    EDIT_CONFLICT:
      "This text was changed somewhere else meanwhile. Yours is not lost: choose which one to keep.",
    MOVED_ON: "This has gone on somewhere else meanwhile. Please read it, and send yours again.",
    NOT_BEGUN: "This story has not begun yet.",
    ALREADY_BEGUN: "This story has already begun.",
    NOTHING_TO_REGENERATE: "There is no reply here to write again.",
    NOTHING_TO_PICTURE: "There is no scene to picture yet. Talk a little first.",
  },
  410: {
    /** Revoked, expired, or its story or author is gone. */
    SHARE_ENDED: "This copy is no longer shared.",
  },
  413: {
    BODY_TOO_LARGE: "This request is too large.",
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: "This address takes a form.",
  },
  422: {
    MODEL_REFUSED: "The model declined to write this. Please try it in other words.",
    IMAGE_REFUSED: "The image model declined this description. Please change it and try again.",
  },
  426: {
    WEBSOCKET_REQUIRED: "This address takes a WebSocket or an event stream.",
  },
  429: {
    RATE_LIMITED: "Too many requests. Please wait a moment and try again.",
    DEMO_RATE_LIMIT_EXCEEDED:
      "You have begun as many demo stories as there are for today. Sign up for free to begin another.",
    MODEL_BUSY: "The writer is busy right now. Please try again in a moment.",
    IMAGE_BUSY: "The painter is busy right now. Please try again in a moment.",
  },
  499: {
    STREAM_STOPPED: "Stopped before any text arrived.",
    STREAM_STOPPED_CHARGED:
      "Stopped before any text arrived. This one used a Spark, because several were stopped like this within an hour.",
  },
  500: {
    INTERNAL: "Something went wrong on our side. Please try again.",
  },
  502: {
    CHECKOUT_FAILED: "Failed to start checkout process",
    PORTAL_FAILED: "Failed to open customer portal",
    STREAM_ERROR: "Stream error",
    EMPTY_REPLY: "The writer came back with an empty page. Please try again.",
    THOUGHTS_ONLY: "The model thought about it and wrote nothing. Please try again.",
    REPEATED_REPLY:
      "The model repeated itself instead of going on. Please try again, perhaps in other words.",
    IMAGE_FAILED: "Failed to generate character image. Please try again.",
  },
  503: {
    /** With several databases, while an operator moves the account to another one. */
    ACCOUNT_MOVING: "Your library is being moved. Please try again in a moment.",
    PAYMENT_UNAVAILABLE: "The card payment provider is not loaded yet. Please try again.",
    STREAM_INTERRUPTED: "The reply was interrupted. You can try again.",
    MODEL_UNAVAILABLE: "The writer can't be reached right now. Please try again.",
    IMAGE_UNAVAILABLE: "Pictures can't be made right now. Please try again later.",
    /** Made in the browser: it has had no connection to the server for too long. */
    NOT_CONNECTED: "WebSocket not connected",
    /** Made in the browser: a call of the API got no answer. */
    UNREACHABLE: "Talespark could not be reached. Please check your connection and try again.",
  },
  504: {
    STREAM_TIMEOUT: "Stream timeout",
    IMAGE_TIMEOUT: "The picture took too long. Please try again.",
  },
} as const satisfies Record<number, Record<string, string>>;

type CodesOf<Sentences> = Sentences extends unknown ? keyof Sentences : never;
export type ErrorCode = CodesOf<(typeof SENTENCES)[keyof typeof SENTENCES]>;

/** The failures by their codes. */
export const ERRORS = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([status, sentences]) =>
    Object.entries(sentences).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Record<ErrorCode, { status: number; message: string }>;

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
