import { useSyncExternalStore } from "react";
import { formatDate, formatShortDate } from "#domain/dates.ts";

/** Subscribes to nothing. For `useSyncExternalStore`, where a value stays the same for as long as the page is open. */
export function neverChanges(): () => void {
  return () => undefined;
}

/** Date and time of a message, as `19 Nov, 23:38`: in UTC until hydration, then in the reader's own time zone. */
export function MessageTime({ at }: { at: string }) {
  const text = useSyncExternalStore(
    neverChanges,
    () => formatMoment(at),
    () => formatMoment(at, "UTC"),
  );
  return <time dateTime={at}>{text}</time>;
}

function formatMoment(at: string, timeZone?: string): string {
  const time = formatDate(new Date(at), { hour: "2-digit", minute: "2-digit", timeZone });
  return `${formatShortDate(at, { now: new Date(), timeZone })}, ${time}`;
}
