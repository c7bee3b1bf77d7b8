import { expect, test } from "vitest";
import { describeProfileProblem } from "#app/features/settings/edit-profile-dialog.tsx";
import { AppError } from "#domain/errors.ts";

test("a name that could not be stored is reported in the specification's sentences", () => {
  expect(describeProfileProblem(new AppError("UNREACHABLE"))).toBe(
    "An error occurred while updating your profile.",
  );
  expect(describeProfileProblem(new AppError("INTERNAL"))).toMatch(/^Failed to update profile\. /);
});
