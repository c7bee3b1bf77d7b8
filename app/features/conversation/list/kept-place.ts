import * as v from "valibot";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { PLACES_KEY } from "#app/features/storage/functional-storage.ts";
import { parseKept } from "#app/features/storage/kept-values.ts";
import { type ReadingPlace, readingPlaceSchema } from "#domain/message.ts";
import type { LiveConversation } from "../live/use-conversation.ts";

/** Conversations whose place this browser keeps: those that were read last. */
const KEPT_MAX = 20;

const placesSchema = v.object({
  readerId: v.string(),
  /** By conversation, the one read last first. */
  places: v.array(v.tuple([v.string(), readingPlaceSchema])),
});

/** Where the person has left a conversation. */
export type KeptPlace = {
  /** As the server knows it; `null`: the server does not know it. */
  server: ReadingPlace | null;
  /** As the server and this browser know it, the latest first. */
  list: () => ReadingPlace[];
  keep: (place: ReadingPlace) => void;
};

/** The server may not have the latest place, if the page was closed at once: so this browser keeps it as well. */
export function useKeptPlace(
  { id, keepPlace }: Pick<LiveConversation, "id" | "keepPlace">,
  server: ReadingPlace | null = null,
): KeptPlace {
  const readerId = useReaderId();
  return {
    server,
    list: () => {
      const local = readPlaces(readerId).find(([known]) => known === id)?.[1] ?? null;
      return [server, local].filter((place) => place !== null).sort((one, other) => other.at - one.at);
    },
    keep: (place) => {
      if (readerId === null || isLookingUp()) return; // what was looked up is not where they go back to
      const others = readPlaces(readerId).filter(([known]) => known !== id);
      const places = [[id, place], ...others].slice(0, KEPT_MAX);
      keepText("local", PLACES_KEY, JSON.stringify({ readerId, places }));
      keepPlace(place);
    },
  };
}

function readPlaces(readerId: string | null) {
  const kept = parseKept(placesSchema, readKept("local", PLACES_KEY));
  return kept?.readerId === readerId ? kept.places : [];
}

/** Whether a search has led to this line. */
function isLookingUp(): boolean {
  return new URLSearchParams(window.location.search).has("at");
}
