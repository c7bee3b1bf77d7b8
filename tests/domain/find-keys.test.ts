import { expect, it } from "vitest";
import { type Key, KeyFinder } from "#domain/find-keys.ts";

function toKeys(count: number): Key[] {
  const text = (at: number) => `name${at} of the place`;
  return Array.from({ length: count }, (_, at) => ({
    text: text(at),
    wholeWords: true,
    caseSensitive: false,
    isPattern: false,
  }));
}

const TEXT =
  "The keeper counted ships, and name17 of the place was not among them; nobody said its name. ".repeat(
    2_200,
  );

/** The shortest of seven: what else runs on the machine does not count. */
function measure(finder: KeyFinder, text: string): number {
  return Math.min(
    ...Array.from({ length: 7 }, () => {
      const begun = performance.now();
      finder.find(text);
      return performance.now() - begun;
    }),
  );
}

it("a text of 200 kB is read once, however many keys there are", () => {
  const [few, many] = [new KeyFinder(toKeys(20)), new KeyFinder(toKeys(500))];
  expect([...many.find(TEXT)]).toEqual([17]);
  const [withFew, withMany] = [measure(few, TEXT), measure(many, TEXT)];
  // 25 times as many keys: a search for each of them would take 25 times as long.
  expect(withMany, `20 keys ${withFew} ms, 500 keys ${withMany} ms`).toBeLessThan(withFew * 4 + 5);
});

it("twice the text takes about twice the time, also with the keys that share most", () => {
  const nested = Array.from({ length: 100 }, (_, at) => ({
    text: "a".repeat(at + 1),
    wholeWords: true,
    caseSensitive: false,
    isPattern: false,
  }));
  const finder = new KeyFinder(nested);
  const [half, whole] = [measure(finder, "a".repeat(20_000)), measure(finder, "a".repeat(40_000))];
  expect(whole, `${half} ms, ${whole} ms`).toBeLessThan(half * 4 + 10);
});
