import { GENRES } from "#domain/story.ts";
import { FRESH_PASSAGES } from "#tests/workers/cast/passages/fresh.ts";
import { TUNED_PASSAGES } from "#tests/workers/cast/passages/tuned.ts";
import { UNSEEN_PASSAGES } from "#tests/workers/cast/passages/unseen.ts";
import { type Score, scorePassages } from "#tests/workers/cast/score.ts";
import { findCharacters } from "#workers/ai/cast/find-characters.ts";

/*
 * `npm run cast:score`: precision and recall of the characters found without a model, on the labelled passages. `--errors` lists
 * what was wrong.
 */
const find = (text: string) => findCharacters(text);
const all = [...TUNED_PASSAGES, ...UNSEEN_PASSAGES, ...FRESH_PASSAGES];
const rows: [string, Score][] = [
  ["all", scorePassages(all, find)],
  ["written before the finder was done", scorePassages(TUNED_PASSAGES, find)],
  ["written afterwards", scorePassages([...UNSEEN_PASSAGES, ...FRESH_PASSAGES], find)],
  ...GENRES.map((genre): [string, Score] => [
    genre,
    scorePassages(
      all.filter((passage) => passage.genre === genre),
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
  for (const error of scorePassages(all, find).errors) console.log(error);
}
