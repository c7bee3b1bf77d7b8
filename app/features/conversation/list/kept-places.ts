import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { PLACES_KEY } from "#app/features/storage/functional-storage.ts";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { type ReadingPlace, readingPlaceSchema } from "#domain/message.ts";

/** Of how many stories this browser keeps the place: of those that were read last. */
const KEPT_MAX = 20;
const placesSchema = v.object({
  readerId: v.string(),
  /** By story, the one read last first. */
  places: v.array(v.tuple([v.string(), readingPlaceSchema])),
});

/** Where the person has left a story in this browser; the server may not have it, if the page was closed at once. */
export function readPlace(readerId: string | null, storyId: string): ReadingPlace | null {
  return readPlaces(readerId).find(([id]) => id === storyId)?.[1] ?? null;
}

export function keepPlace(readerId: string | null, storyId: string, place: ReadingPlace): void {
  if (readerId === null) return;
  const others = readPlaces(readerId).filter(([id]) => id !== storyId);
  const places = [[storyId, place], ...others].slice(0, KEPT_MAX);
  keepText("local", PLACES_KEY, JSON.stringify({ readerId, places }));
}

function readPlaces(readerId: string | null) {
  const kept = parseKept(placesSchema, readKept("local", PLACES_KEY));
  return kept?.readerId === readerId ? kept.places : [];
}
