import { expect, test } from "vitest";
import { toImageFailureText, toSaveFailureText } from "#app/features/characters/form/save-failure-text.ts";
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

test("a character who is not there any more, or has no picture, has the specification's sentences", () => {
  const gone = "Character data not found. Please try refreshing the page.";
  expect(toImageFailureText(new AppError("NOT_FOUND"))).toBe(gone);
  expect(toSaveFailureText(new AppError("NOT_FOUND"), { isNew: false })).toBe(gone);
  expect(toImageFailureText(new AppError("IMAGE_TIMEOUT"))).toBe(
    "Failed to generate character image. Please try again.",
  );
});
