import { useSyncExternalStore } from "react";
import { formatDate } from "#domain/dates.ts";

export type Daytime = "morning" | "afternoon" | "evening";

const MORNING_FROM = 5;
const AFTERNOON_FROM = 12;
const EVENING_FROM = 18;

/** What one says at an hour, 0–23: the night belongs to the evening before it. */
export function findDaytime(hour: number): Daytime {
  if (hour >= MORNING_FROM && hour < AFTERNOON_FROM) return "morning";
  if (hour >= AFTERNOON_FROM && hour < EVENING_FROM) return "afternoon";
  return "evening";
}

/** The hour at a moment in a time zone; where that is unknown, in UTC. */
export function findHour(timeZone: string | null, now: Date): number {
  return Number(formatDate(now, { hour: "numeric", hourCycle: "h23", timeZone: timeZone ?? "UTC" }));
}

/**
 * The reader's own time of day. The page is rendered and hydrated with the server's guess; the browser's clock corrects it
 * at once where the two differ, and again whenever the reader comes back to the page.
 */
export function useDaytime(guess: Daytime): Daytime {
  return useSyncExternalStore(
    onVisibility,
    () => findDaytime(new Date().getHours()),
    () => guess,
  );
}

/** Subscribes to the page being left and come back to. */
export function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** How somebody is greeted: the first word of their name that is no title or initial, as `Dr.`. Empty for an empty name. */
export function takeFirstName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = ""] = [...words.filter((word) => !word.endsWith(".")), ...words];
  // Some providers give the address where they have no name.
  return first.replace(/(?:@.*|\.)$/u, "");
}
