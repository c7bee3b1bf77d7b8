import { adventure } from "./adventure.ts";
import { comedy } from "./comedy.ts";
import { contemporary } from "./contemporary.ts";
import { adventureDepth } from "./depth/adventure.ts";
import { comedyDepth } from "./depth/comedy.ts";
import { contemporaryDepth } from "./depth/contemporary.ts";
import { dramaDepth } from "./depth/drama.ts";
import { dystopianDepth } from "./depth/dystopian.ts";
import { fantasyDepth } from "./depth/fantasy.ts";
import { historicalFictionDepth } from "./depth/historical-fiction.ts";
import { horrorDepth } from "./depth/horror.ts";
import { mysteryDepth } from "./depth/mystery.ts";
import { openGenreDepth } from "./depth/open-genre.ts";
import { romanceDepth } from "./depth/romance.ts";
import { scienceFictionDepth } from "./depth/science-fiction.ts";
import { thrillerDepth } from "./depth/thriller.ts";
import { westernDepth } from "./depth/western.ts";
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
import type { GenreBasis, GenreDepth, GenreGrammar } from "./types.ts";
import { western } from "./western.ts";

const GRAVE = { isGrave: true };

/** What each of the fourteen genres brings to the telling, by its name. */
export const GRAMMARS: Readonly<Record<string, GenreGrammar>> = {
  Fantasy: whole(fantasy, fantasyDepth, GRAVE),
  "Science Fiction": whole(scienceFiction, scienceFictionDepth, GRAVE),
  Mystery: whole(mystery, mysteryDepth, GRAVE),
  Romance: whole(romance, romanceDepth),
  Horror: whole(horror, horrorDepth, GRAVE),
  Adventure: whole(adventure, adventureDepth, GRAVE),
  "Historical Fiction": whole(historicalFiction, historicalFictionDepth, GRAVE),
  Contemporary: whole(contemporary, contemporaryDepth),
  Thriller: whole(thriller, thrillerDepth, GRAVE),
  Western: whole(western, westernDepth, GRAVE),
  Dystopian: whole(dystopian, dystopianDepth, GRAVE),
  Comedy: whole(comedy, comedyDepth),
  Drama: whole(drama, dramaDepth),
  "Open Genre": whole(openGenre, openGenreDepth),
};

const OPEN_GENRE = whole(openGenre, openGenreDepth);
const BY_NAME = new Map(Object.entries(GRAMMARS).map(([name, grammar]) => [name.toLowerCase(), grammar]));

/** The grammar of a genre; any name that isn't one of the fourteen is told as the open one. */
export function grammarFor(genre: string): GenreGrammar {
  return BY_NAME.get(genre.trim().toLowerCase()) ?? OPEN_GENRE;
}

function whole(basis: GenreBasis, depth: GenreDepth, { isGrave } = { isGrave: false }): GenreGrammar {
  return {
    ...basis,
    ...depth,
    isGrave,
    senses: [...basis.senses, ...depth.senses],
    lines: [...basis.lines, ...depth.lines],
  };
}
