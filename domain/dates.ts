const DAY_MS = 24 * 60 * 60 * 1000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A date or time as `toLocaleString` would write it, in `en-GB` unless another language is named. Formatters are kept: making
 * one for each date took 11 ms on a page of the library.
 */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions, language = "en-GB"): string {
  const key = `${language} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, options);
    formatters.set(key, formatter);
  }
  return formatter.format(date);
}

type DayOptions = { now: Date; timeZone?: string };

/**
 * The day of a timestamp as lists show it: `19 Nov`, with the year where it is another one than now. Without a time zone
 * it is the reader's own; a server does not know it and names one.
 */
export function formatShortDate(timestamp: string, { now, timeZone }: DayOptions): string {
  const date = new Date(timestamp);
  const isThisYear = toYear(date, timeZone) === toYear(now, timeZone);
  return formatDate(date, {
    day: "numeric",
    month: "short",
    timeZone,
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

/** A server formats the dates of a whole list in UTC, whose years need no formatter. */
function toYear(date: Date, timeZone: string | undefined): number {
  return timeZone === "UTC" ? date.getUTCFullYear() : Number(formatDate(date, { year: "numeric", timeZone }));
}

/** The same, with words for the days that have one: `Today`, `Yesterday`. */
export function formatRelativeDate(timestamp: string, options: DayOptions): string {
  const day = toDayNumber(new Date(timestamp), options.timeZone);
  const today = toDayNumber(options.now, options.timeZone);
  if (day === today) return "Today";
  if (day === today - 1) return "Yesterday";
  return formatShortDate(timestamp, options);
}

/** Days until then, begun ones counted: `0` when it is over. */
export function countDaysUntil(timestamp: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(timestamp) - now.getTime()) / DAY_MS));
}

/** A number that counts calendar days, so that a day of 23 or 25 hours is one as well. */
function toDayNumber(date: Date, timeZone: string | undefined): number {
  const iso = formatDate(date, { year: "numeric", month: "2-digit", day: "2-digit", timeZone }, "sv-SE");
  const [year = 0, month = 0, day = 0] = iso.split("-").map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
