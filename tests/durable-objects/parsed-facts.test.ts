import { expect, it } from "vitest";
import { ParsedFacts } from "#durable-objects/conversation/parsed-facts.ts";

it("the same facts are the same object, and changed facts another one", () => {
  const parsed = new ParsedFacts<{ name: string }>();
  const first = parsed.read('{"name":"Mara"}');
  expect(parsed.read('{"name":"Mara"}')).toBe(first);
  expect(parsed.read('{"name":"Ines"}')).toEqual({ name: "Ines" });
  expect(parsed.read('{"name":"Mara"}')).toEqual(first);
});
