import type { AppError } from "#domain/errors.ts";

const IMAGE_FAILED = "Failed to generate character image. Please try again.";
const CHARACTER_GONE = "Character data not found. Please try refreshing the page.";

/** What a person reads when a picture could not be made. */
export function toImageFailureText({ code }: AppError): string {
  return code === "NOT_FOUND" ? CHARACTER_GONE : IMAGE_FAILED;
}

/** What a person reads when a character could not be saved: the specification's sentences, or the server's reason. */
export function toSaveFailureText({ code, message }: AppError, { isNew }: { isNew: boolean }): string {
  const change = isNew ? "create" : "update";
  if (code === "UNAUTHENTICATED") return `You must be logged in to ${change} a character`;
  if (code === "NOT_FOUND") return CHARACTER_GONE;
  const isUnexplained = code === "INTERNAL" || code === "UNREACHABLE";
  return isUnexplained ? `Failed to ${change} character. Please try again.` : message;
}
