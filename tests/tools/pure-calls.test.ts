import { expect, it } from "vitest";
import { markPureCalls } from "#tools/pure-calls.ts";

it("a call that makes a schema is marked, so that the bundler may drop it", () => {
  expect(markPureCalls('const a = v.object({ b: v.optional(boundedText({ max: 3 }), "") });')).toBe(
    'const a = /* @__PURE__ */ v.object({ b: /* @__PURE__ */ v.optional(/* @__PURE__ */ boundedText({ max: 3 }), "") });',
  );
});

it.each([
  "v.parse(schema, input);",
  "const parsed = v.safeParse(schema, input);",
  "div.object(1);",
  "this.v.object(1);",
  "export function boundedText(rule) {",
])("nothing else is marked: %s", (code) => {
  expect(markPureCalls(code)).toBe(code);
});
