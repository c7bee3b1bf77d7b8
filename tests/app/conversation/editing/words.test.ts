import { expect, test } from "vitest";
import {
  countPassages,
  describeFollowing,
  describeVersions,
  fromEditable,
  toEditable,
} from "#app/features/conversation/editing/words.ts";

test("the lines of a passage are edited as they are read, and keep their blank lines", () => {
  const passage = "The door fought you.\n\n“Don’t wave,” said Mara.\n \n\nAt nine it stopped.";
  const edited = toEditable(passage);
  expect(edited).toBe("The door fought you.\n“Don’t wave,” said Mara.\nAt nine it stopped.");
  expect(fromEditable(edited, passage)).toBe(
    "The door fought you.\n\n“Don’t wave,” said Mara.\n\nAt nine it stopped.",
  );
});

test("a passage without blank lines gets none", () => {
  expect(toEditable("One.\nTwo.")).toBe("One.\nTwo.");
  expect(fromEditable("One.\nTwo, changed.", "One.\nTwo.")).toBe("One.\nTwo, changed.");
  expect(fromEditable("One, changed.\n\nTwo.", "One.\nTwo.")).toBe("One, changed.\n\nTwo.");
});

test("it is said what becomes of the versions and of what follows", () => {
  expect(describeVersions(1)).toBe("Becomes version 2. The one before it stays.");
  expect(describeVersions(3)).toBe("Becomes version 4. The three before it stay.");
  expect(describeVersions(12)).toBe("Becomes version 13. The 12 before it stay.");
  expect(describeFollowing(0)).toBeNull();
  expect(describeFollowing(1)).toMatch(/^One passage follows\. A new version leaves it as it is\./);
  expect(describeFollowing(2)).toMatch(/^Two passages follow\. A new version leaves them as they are\./);
  expect([countPassages(1), countPassages(4)]).toEqual(["One passage", "4 passages"]);
});
