import type { CoverKind } from "#domain/cover.ts";
import type { Motif } from "../parts.ts";
import { compass, lighthouse, mountain } from "./adventure.ts";
import { banana, duck, umbrella } from "./comedy.ts";
import { coffee, train, windowSill } from "./contemporary.ts";
import { chairs, curtain, masks } from "./drama.ts";
import { screen, towers, wire } from "./dystopian.ts";
import { castle, swordInStone } from "./fantasy.ts";
import { quill, ship, temple } from "./historical-fiction.ts";
import { candle, graveyard, house } from "./horror.ts";
import { gramophone, piano } from "./musical-journeys.ts";
import { key, magnifier, streetLamp } from "./mystery.ts";
import { balloon, book, door } from "./open-genre.ts";
import { letter, rose, swallows } from "./romance.ts";
import { domes, helmet, rocket } from "./science-fiction.ts";
import { crosshair, doorway, road } from "./thriller.ts";
import { horseshoe, mesa, rider } from "./western.ts";

/** What can be on the cover of a genre. */
export const MOTIFS: Record<CoverKind, readonly [Motif, ...Motif[]]> = {
  fantasy: [castle, swordInStone],
  "science-fiction": [rocket, domes, helmet],
  mystery: [streetLamp, key, magnifier, lighthouse],
  romance: [rose, letter, swallows],
  horror: [house, graveyard, candle],
  adventure: [mountain, compass, lighthouse, ship],
  "historical-fiction": [ship, temple, quill],
  contemporary: [windowSill, coffee, train],
  thriller: [road, doorway, crosshair],
  western: [mesa, horseshoe, rider],
  dystopian: [towers, screen, wire],
  comedy: [umbrella, duck, banana],
  drama: [curtain, masks, chairs],
  "open-genre": [book, balloon, door],
  "musical-journeys": [gramophone, piano],
};
