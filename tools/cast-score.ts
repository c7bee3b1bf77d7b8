import { GENRES } from "#domain/genres.ts";
import { ALL_PASSAGES, LATER_PASSAGES } from "#tests/workers/ai/cast/passages/all.ts";
import { FRESH_PASSAGES } from "#tests/workers/ai/cast/passages/fresh.ts";
import { LATE_PASSAGES } from "#tests/workers/ai/cast/passages/late.ts";
import { MODERN_PASSAGES } from "#tests/workers/ai/cast/passages/modern.ts";
import { TUNED_PASSAGES } from "#tests/workers/ai/cast/passages/tuned.ts";
import { UNSEEN_PASSAGES } from "#tests/workers/ai/cast/passages/unseen.ts";
import { type Score, scorePassages } from "#tests/workers/ai/cast/score.ts";
import { findCharacters } from "#workers/ai/cast/find-characters.ts";

/*
 * `npm run cast:score`: precision and recall of the characters found without a model, on the labelled passages.
 * `--errors` lists the errors.
 */
const find = (text: string) => findCharacters(text);
const rows: [string, Score][] = [
  ["all", scorePassages(ALL_PASSAGES, find)],
  ["written before the finder was done", scorePassages(TUNED_PASSAGES, find)],
  ["written afterwards", scorePassages(LATER_PASSAGES, find)],
  ["  short", scorePassages([...UNSEEN_PASSAGES, ...FRESH_PASSAGES], find)],
  ["  longer, of today", scorePassages(MODERN_PASSAGES, find)],
  ["  last", scorePassages(LATE_PASSAGES, find)],
  ...GENRES.map((genre): [string, Score] => [
    genre,
    scorePassages(
      ALL_PASSAGES.filter((passage) => passage.genre === genre),
      find,
    ),
  ]),
];
console.log(`${"".padEnd(36)}passages  people  precision  recall`);
for (const [name, score] of rows) {
  const figures = [score.passages, score.people, score.precision.toFixed(3), score.recall.toFixed(3)];
  console.log(name.padEnd(36) + figures.map((figure) => String(figure).padStart(8)).join("  "));
}
if (process.argv.includes("--errors")) {
  for (const error of scorePassages(ALL_PASSAGES, find).errors) console.log(error);
}
