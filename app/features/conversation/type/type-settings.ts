import * as v from "valibot";
import { TYPE_COOKIE } from "#app/features/storage/functional-storage.ts";
import { toCookieName, writeCookie } from "#domain/cookies.ts";

/** How story text is set: in four sizes (17, 19, 21 and 24 px; the second is 18 on a phone), two measures, two faces. */
export const TYPE_SIZES = ["small", "regular", "large", "largest"] as const;
export const TYPE_WIDTHS = ["regular", "wide"] as const;
export const TYPE_FACES = ["serif", "sans"] as const;

const typeSettingsSchema = v.object({
  size: v.fallback(v.picklist(TYPE_SIZES), "regular"),
  width: v.fallback(v.picklist(TYPE_WIDTHS), "regular"),
  face: v.fallback(v.picklist(TYPE_FACES), "serif"),
});
export type TypeSettings = v.InferOutput<typeof typeSettingsSchema>;

/** Kept in the browser and sent along, so that a page arrives set as its reader likes it. One of each device. */
const A_YEAR_S = 365 * 24 * 60 * 60;

/** What a `Cookie` header says; what it does not say, or says wrong, is as it is for everybody. */
export function readTypeSettings(cookies: string | null): TypeSettings {
  const value = (cookies ?? "").match(/(?:^|;\s*)(?:__Host-)?talespark-type=([a-z.]*)/)?.[1] ?? "";
  const [size, width, face] = value.split(".");
  return v.parse(typeSettingsSchema, { size, width, face });
}

/** The cookie that says so. `isLasting`: for a year, else until the browser is closed. */
export function typeSettingsCookie(
  { size, width, face }: TypeSettings,
  { isLasting, origin }: { isLasting: boolean; origin: string },
): string {
  const name = toCookieName(TYPE_COOKIE, origin);
  return writeCookie(name, `${size}.${width}.${face}`, isLasting ? { maxAge: A_YEAR_S } : {});
}
