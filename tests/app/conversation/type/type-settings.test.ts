import { expect, test } from "vitest";
import {
  readTypeSettings,
  TYPE_FACES,
  TYPE_SIZES,
  TYPE_WIDTHS,
  typeSettingsCookie,
} from "#app/features/conversation/type/type-settings.ts";

const FOR_EVERYBODY = { size: "regular", width: "regular", face: "serif" };

const ORIGIN = "https://talespark.example";

test.each([ORIGIN, "http://localhost:5173"])("every choice is read as it was stored at %s", (origin) => {
  for (const size of TYPE_SIZES) {
    for (const width of TYPE_WIDTHS) {
      for (const face of TYPE_FACES) {
        const [pair] = typeSettingsCookie({ size, width, face }, { isLasting: true, origin }).split(";");
        expect(readTypeSettings(`session=abc; ${pair}; theme=dark`)).toEqual({ size, width, face });
      }
    }
  }
});

test("without a cookie, or with one of nonsense, text is set as for everybody", () => {
  expect(readTypeSettings(null)).toEqual(FOR_EVERYBODY);
  expect(readTypeSettings("theme=dark")).toEqual(FOR_EVERYBODY);
  expect(readTypeSettings("__Host-talespark-type=huge.narrow.comic")).toEqual(FOR_EVERYBODY);
  expect(readTypeSettings("other-__Host-talespark-type=large.wide.sans")).toEqual(FOR_EVERYBODY);
});

test("a choice that is no longer there costs only itself", () => {
  expect(readTypeSettings("__Host-talespark-type=huge.wide.sans")).toEqual({
    size: "regular",
    width: "wide",
    face: "sans",
  });
});

test("they are kept after the visit only with consent", () => {
  const settings = { size: "large", width: "wide", face: "sans" } as const;
  expect(typeSettingsCookie(settings, { isLasting: true, origin: ORIGIN })).toBe(
    "__Host-talespark-type=large.wide.sans; Path=/; Max-Age=31536000; Secure; SameSite=Lax",
  );
  expect(typeSettingsCookie(settings, { isLasting: false, origin: ORIGIN })).toBe(
    "__Host-talespark-type=large.wide.sans; Path=/; Secure; SameSite=Lax",
  );
});
