import { adventure } from "./adventure.ts";
import { comedy } from "./comedy.ts";
import { contemporary } from "./contemporary.ts";
import { drama } from "./drama.ts";
import { dystopian } from "./dystopian.ts";
import { fantasy } from "./fantasy.ts";
import { historicalFiction } from "./historical-fiction.ts";
import { horror } from "./horror.ts";
import { mystery } from "./mystery.ts";
import { openGenre } from "./open-genre.ts";
import { romance } from "./romance.ts";
import { scienceFiction } from "./science-fiction.ts";
import { thriller } from "./thriller.ts";
import type { GenreGrammar } from "./types.ts";
import { western } from "./western.ts";

/** What each of the fourteen genres brings to the telling, by its name. */
export const GRAMMARS: Readonly<Record<string, GenreGrammar>> = {
  Fantasy: fantasy,
  "Science Fiction": scienceFiction,
  Mystery: mystery,
  Romance: romance,
  Horror: horror,
  Adventure: adventure,
  "Historical Fiction": historicalFiction,
  Contemporary: contemporary,
  Thriller: thriller,
  Western: western,
  Dystopian: dystopian,
  Comedy: comedy,
  Drama: drama,
  "Open Genre": openGenre,
};

const BY_NAME = new Map(Object.entries(GRAMMARS).map(([name, grammar]) => [name.toLowerCase(), grammar]));

/** The grammar of a genre; any name that isn't one of the fourteen is told as the open one. */
export function grammarFor(genre: string): GenreGrammar {
  return BY_NAME.get(genre.trim().toLowerCase()) ?? openGenre;
}
