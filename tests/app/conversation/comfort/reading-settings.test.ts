import { expect, test } from "vitest";
import {
  READING_CHOICES,
  readReadingSettings,
  toReadingCookie,
} from "#app/features/conversation/comfort/reading-settings.ts";

const ORIGIN = "https://talespark.example";
const FOR_EVERYBODY = Object.fromEntries(
  Object.entries(READING_CHOICES).map(([field, [first]]) => [field, first]),
);

test.each([ORIGIN, "http://localhost:5173"])("every choice is read as it was stored at %s", (origin) => {
  for (const [field, values] of Object.entries(READING_CHOICES)) {
    for (const value of values) {
      const settings = { ...readReadingSettings(null), [field]: value };
      const [pair] = toReadingCookie(settings, { isLasting: true, origin }).split(";");
      expect(readReadingSettings(`session=abc; ${pair}; theme=dark`)).toEqual(settings);
    }
  }
});

test("without a cookie, or with one of nonsense, all is as for everybody", () => {
  expect(readReadingSettings(null)).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("theme=dark")).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("__Host-talespark-type=huge.narrow.comic")).toEqual(FOR_EVERYBODY);
  expect(readReadingSettings("other-__Host-talespark-type=large.wide.sans")).toEqual(FOR_EVERYBODY);
});

test("a cookie of the version with three fields is read, and a choice that is no longer there costs only itself", () => {
  const chosen = { width: "wide", face: "sans" };
  expect(readReadingSettings("__Host-talespark-type=large.wide.sans")).toEqual({
    ...FOR_EVERYBODY,
    ...chosen,
    size: "large",
  });
  expect(readReadingSettings("__Host-talespark-type=huge.wide.sans")).toEqual({
    ...FOR_EVERYBODY,
    ...chosen,
  });
});

test("they are kept after the visit only with consent", () => {
  const settings = { ...readReadingSettings(null), size: "large", theme: "dark" } as const;
  const value = "__Host-talespark-type=large.regular.serif.regular.dark.calm.shown.right.shown.sentences";
  expect(toReadingCookie(settings, { isLasting: true, origin: ORIGIN })).toBe(
    `${value}; Path=/; Max-Age=31536000; Secure; SameSite=Lax`,
  );
  expect(toReadingCookie(settings, { isLasting: false, origin: ORIGIN })).toBe(
    `${value}; Path=/; Secure; SameSite=Lax`,
  );
});
