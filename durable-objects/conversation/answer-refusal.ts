import { type AppError, toErrorBody } from "#domain/errors.ts";

/** A refused live request, as the Worker reads it (`ConversationAccess.connect`), which answers the caller. */
export function answerRefusal(error: AppError): Response {
  const { status, retryAfterSeconds } = error;
  const headers = new Headers();
  if (retryAfterSeconds !== null) headers.set("Retry-After", String(retryAfterSeconds));
  return Response.json(toErrorBody(error), { status, headers });
}
