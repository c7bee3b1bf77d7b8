import { useSyncExternalStore } from "react";
import { formatDate, formatRelativeDate, formatShortDate } from "#domain/dates.ts";

/** Subscribes to nothing. For `useSyncExternalStore`, where a value stays the same for as long as the page is open. */
export function neverChanges(): () => void {
  return () => undefined;
}

type TimeProps = { at: string; format: (at: string, now: Date, timeZone?: string) => string };

/**
 * A server does not know the reader's time zone, so until hydration the time is in UTC. The browser's clock may also be in another year
 * than the server's. Then the two texts differ, which is no error.
 */
function LocalTime({ at, format }: TimeProps) {
  const text = useSyncExternalStore(
    neverChanges,
    () => format(at, new Date()),
    () => format(at, new Date(), "UTC"),
  );
  return (
    <time dateTime={at} suppressHydrationWarning>
      {text}
    </time>
  );
}

/** The day of a timestamp; Today and Yesterday are the reader's. */
export function LocalDay({ at }: { at: string }) {
  return <LocalTime at={at} format={formatDay} />;
}

/** Date and time of a timestamp, as `19 Nov, 23:38`. */
export function LocalMoment({ at }: { at: string }) {
  return <LocalTime at={at} format={formatMoment} />;
}

function formatDay(at: string, now: Date, timeZone?: string): string {
  return timeZone === undefined ? formatRelativeDate(at, { now }) : formatShortDate(at, { now, timeZone });
}

function formatMoment(at: string, now: Date, timeZone?: string): string {
  const time = formatDate(new Date(at), { hour: "2-digit", minute: "2-digit", timeZone });
  return `${formatShortDate(at, { now, timeZone })}, ${time}`;
}
