import { expect, test } from "vitest";
import { readTypeSettings, typeSettingsCookie } from "#app/features/conversation/type/type-settings.ts";

const ORIGIN = "https://talespark.example";

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
