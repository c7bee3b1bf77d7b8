import { expect, test } from "vitest";
import { toChatFailureText } from "#app/features/character-chats/start-chat.ts";
import { AppError } from "#domain/errors.ts";

test("a chat that could not be started is reported in the specification's sentences", () => {
  expect(toChatFailureText(new AppError("UNAUTHENTICATED"))).toEqual({
    text: "You must be logged in to start a chat",
  });
  const refused = new AppError("CHAT_TOTAL_EXCEEDED");
  expect(toChatFailureText(refused)).toEqual({
    text: "Failed to create chat. Please try again.",
    description: refused.message,
  });
});
