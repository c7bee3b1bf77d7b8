import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { estimateTokens } from "#workers/ai/tokens.ts";
import PROSE from "./prose.json";

/** For a shorter text the estimate may be two tokens off: one more name or quotation mark is a tenth of it. */
const SHORT = 40;
const OFF_MOST = 6;
const OVER_MOST = 1.25;

function expectWithin(text: string): void {
  const real = encode(text).length;
  const estimated = estimateTokens(text);
  const most = real < SHORT ? real * OVER_MOST + OFF_MOST : real * OVER_MOST;
  expect(estimated, text).toBeGreaterThanOrEqual(real);
  expect(estimated, `${estimated} for ${real}: ${text}`).toBeLessThanOrEqual(most);
}

it.each(Object.entries(PROSE))(
  "the tokens of %s are never under the real number and at most a quarter over it, of a text as of a story",
  (_, texts) => {
    const all = texts.join("\n\n");
    for (const text of [...texts, all, Array.from({ length: 20 }, () => all).join("\n")]) expectWithin(text);
  },
);

it("a text of several languages is the sum of them", () => {
  expectWithin(
    Object.values(PROSE)
      .flatMap((texts) => [...texts])
      .join("\n\n"),
  );
});

it("numbers and JSON are not counted too low, and nothing is nothing", () => {
  expect(estimateTokens("")).toBe(0);
  for (const text of ["1234567890 2026-11-22 3.14159", '{"lines": [{"text": "…", "covers": [1, 2]}]}'])
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(encode(text).length);
});
