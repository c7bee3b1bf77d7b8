import { READING_COOKIE } from "#app/features/storage/functional-storage.ts";
import { toCookieName, writeCookie } from "#domain/cookies.ts";
import { THEMES } from "#domain/themes.ts";

/**
 * What a reader chooses for one device, the value for everybody first. The order of the fields is that of the cookie, so a new field
 * goes to the end.
 */
export const READING_CHOICES = {
  /** 19 px (18 on a phone), 17, 21 and 24. */
  size: ["regular", "small", "large", "largest"],
  width: ["regular", "wide"],
  /** `easy`: a face that was drawn for people with dyslexia. */
  face: ["serif", "sans", "easy"],
  /** The space between lines. */
  lines: ["regular", "close", "open"],
  /** `account`: the theme of the account. */
  theme: ["account", ...THEMES],
  /** How fast a reply appears. */
  reveal: ["calm", "fast", "once"],
  suggestions: ["shown", "hidden"],
  /** On which side of a phone the button stands that is used most. */
  hand: ["right", "left"],
  previously: ["shown", "hidden"],
  /** What a screen reader says of a reply that is being written. */
  spoken: ["sentences", "reply", "nothing"],
} as const;

type Choices = typeof READING_CHOICES;
type Field = keyof Choices;
export type ReadingSettings = { [F in Field]: Choices[F][number] };

/** Kept in the browser and sent along, so that a page arrives as its reader likes it. One of each device. */
const A_YEAR_S = 365 * 24 * 60 * 60;

/** What a `Cookie` header says. A value that is missing or not known, perhaps of another version, is as it is for everybody. */
export function readReadingSettings(cookies: string | null): ReadingSettings {
  const kept = (cookies ?? "").match(/(?:^|;\s*)(?:__Host-)?talespark-type=([a-z.]*)/)?.[1] ?? "";
  const values = kept.split(".");
  const fields = Object.entries(READING_CHOICES).map(([field, choices], index) => [
    field,
    choices.find((choice) => choice === values[index]) ?? choices[0],
  ]);
  return Object.fromEntries(fields) as ReadingSettings; // each field has one of its choices
}

/** The cookie that says so. `isLasting`: for a year, else until the browser is closed. */
export function toReadingCookie(
  settings: ReadingSettings,
  { isLasting, origin }: { isLasting: boolean; origin: string },
): string {
  const values = Object.keys(READING_CHOICES).map((field) => Reflect.get(settings, field));
  return writeCookie(
    toCookieName(READING_COOKIE, origin),
    values.join("."),
    isLasting ? { maxAge: A_YEAR_S } : {},
  );
}
