import { expect, test } from "vitest";
import { toChangeFailureText } from "#app/features/character-chats/chat-calls.ts";
import { AppError } from "#domain/errors.ts";

test("a chat that could not be changed is reported in the specification's sentences", () => {
  const failed = new AppError("INTERNAL");
  expect(toChangeFailureText("update", failed)).toBe("Failed to update chat");
  expect(toChangeFailureText("delete", failed)).toBe("Failed to delete chat");
  const gone = new AppError("NOT_FOUND");
  expect(toChangeFailureText("update", gone)).toBe("Cannot edit chat at this time");
  expect(toChangeFailureText("delete", gone)).toBe("Cannot delete chat at this time");
});
