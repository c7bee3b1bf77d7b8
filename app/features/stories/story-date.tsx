import { useSyncExternalStore } from "react";
import { formatRelativeDate, formatShortDate } from "#domain/dates.ts";

/**
 * The day of a timestamp. A server does not know the reader's time zone or what day it is there: until hydration it
 * is the day in UTC, then Today and Yesterday are the reader's.
 */
export function StoryDate({ at }: { at: string }) {
  const day = useSyncExternalStore(
    neverChanges,
    () => formatRelativeDate(at, { now: new Date() }),
    () => formatShortDate(at, { now: new Date(), timeZone: "UTC" }),
  );
  return <time dateTime={at}>{day}</time>;
}

function neverChanges(): () => void {
  return () => undefined;
}
