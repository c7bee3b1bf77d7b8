import type { AppError } from "#domain/errors.ts";

/** What a person reads when a character could not be saved: the specification's sentences, or the server's reason. */
export function toSaveFailureText({ code, message }: AppError, { isNew }: { isNew: boolean }): string {
  const change = isNew ? "create" : "update";
  if (code === "UNAUTHENTICATED") return `You must be logged in to ${change} a character`;
  const isUnexplained = code === "INTERNAL" || code === "UNREACHABLE";
  return isUnexplained ? `Failed to ${change} character. Please try again.` : message;
}
