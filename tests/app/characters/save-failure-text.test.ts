import { expect, test } from "vitest";
import { toSaveFailureText } from "#app/features/characters/form/save-failure-text.ts";
import { AppError } from "#domain/errors.ts";

const NEW = { isNew: true };

test("a character that could not be created is reported in the specification's sentences", () => {
  expect(toSaveFailureText(new AppError("UNAUTHENTICATED"), NEW)).toBe(
    "You must be logged in to create a character",
  );
  for (const code of ["INTERNAL", "UNREACHABLE"] as const) {
    expect(toSaveFailureText(new AppError(code), NEW)).toBe("Failed to create character. Please try again.");
  }
});

test("the server's own reason is shown, and a change is called a change", () => {
  const refused = new AppError("CHARACTER_TOTAL_EXCEEDED");
  expect(toSaveFailureText(refused, NEW)).toBe(refused.message);
  expect(toSaveFailureText(new AppError("INTERNAL"), { isNew: false })).toBe(
    "Failed to update character. Please try again.",
  );
});
