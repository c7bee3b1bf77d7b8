import { expect, test } from "vitest";
import { toChangeFailureText } from "#app/features/character-chats/chat-calls.ts";
import { toChatFailureText } from "#app/features/character-chats/start-chat.ts";
import { AppError } from "#domain/errors.ts";

test("a chat that could not be changed is reported in the specification's sentences", () => {
  const failed = new AppError("INTERNAL");
  expect(toChangeFailureText("update", failed)).toBe("Failed to update chat");
  expect(toChangeFailureText("delete", failed)).toBe("Failed to delete chat");
  const gone = new AppError("NOT_FOUND");
  expect(toChangeFailureText("update", gone)).toBe("Cannot edit chat at this time");
  expect(toChangeFailureText("delete", gone)).toBe("Cannot delete chat at this time");
});

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
