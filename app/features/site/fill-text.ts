import { GENRES } from "#domain/genres.ts";
import { ADULT_AGE, MINIMUM_AGE } from "#domain/legal.ts";
import { formatCount } from "#domain/numbers.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { GUARANTEE_DAYS } from "#domain/plan-prices.ts";

/** The figures that stand as names in texts of data files, such as `{{adultAge}}`. */
const FIGURES = {
  adultAge: ADULT_AGE,
  minimumAge: MINIMUM_AGE,
  guaranteeDays: GUARANTEE_DAYS,
  freeStories: PLAN_LIMITS.free.activeStories,
  freeSparks: PLAN_LIMITS.free.sparksPerMonth,
  freeExchanges: PLAN_LIMITS.free.exchangesPerStory,
  freeHistory: PLAN_LIMITS.free.historyMessages,
  genres: GENRES.length,
  premiumSparks: formatCount(PLAN_LIMITS.premium.sparksPerMonth),
};

/** Puts figures into a text, each in place of its name in double braces. `more`: those of this text alone. */
export function fillText(text: string, more: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...FIGURES, ...more }).reduce(
    (filled, [name, figure]) => filled.replaceAll(`{{${name}}}`, () => String(figure)), // a function, so that a `$` stays as it is
    text,
  );
}
