import { expect, test } from "vitest";
import { portraitRequestSchema } from "#domain/character.ts";
import { checkInput } from "#domain/input.ts";

test("more than 500 characters about a picture are refused by their field, with a sentence", () => {
  const ask = (length: number) =>
    checkInput(portraitRequestSchema, {
      style: "sketch",
      additionalPrompt: "x".repeat(length),
      numSteps: 50,
    });
  expect(ask(500).ok).toBe(true);
  const refused = ask(510);
  expect(refused.ok ? null : refused.fault).toEqual({
    field: "additionalPrompt",
    message: "Image details must be 500 characters or less",
  });
});
