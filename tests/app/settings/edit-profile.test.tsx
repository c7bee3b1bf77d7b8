import { expect, test } from "vitest";
import { ProfileProblem } from "#app/features/settings/edit-profile-dialog.tsx";
import { AppError } from "#domain/errors.ts";
import { textOf } from "../text-of.tsx";

test("a name that could not be stored is reported in the specification's sentences, with the reason", () => {
  expect(textOf(<ProfileProblem failure={new AppError("UNREACHABLE")} />)).toBe(
    "|An error occurred while updating your profile.|",
  );
  const refused = new AppError("RATE_LIMITED", { retryAfterSeconds: 30 });
  expect(textOf(<ProfileProblem failure={refused} />)).toBe(
    "|Failed to update profile|Too many requests. Please try again in 30 seconds.|",
  );
});
