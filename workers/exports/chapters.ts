import { isPassage } from "#domain/message.ts";
import type { BookMessage } from "#domain/story-file.ts";

/** A message of a book; `chapter`: it begins one. A chapter without a title has none where passages have no names. */
export type BookPiece = { chapter: { title: string | null } | null; message: BookMessage };

/** A message of the paths that a book tells; `path`: the first one of another path than the first, by its name. */
export type ToldMessage = { path: { name: string | null } | null; message: BookMessage };

/** In UTF-16 code units: from two pages of a book on, a passage with a name begins a chapter; from twenty on, any passage. */
const CHAPTER_FROM = 4_000;
const CHAPTER_TO = 40_000;

/** The chapters of a book. What a person has written belongs to the passage that answers it. */
export async function* divideIntoChapters(told: AsyncIterable<ToldMessage>): AsyncGenerator<BookPiece> {
  let length = Number.POSITIVE_INFINITY;
  let waiting: BookMessage[] = [];
  let path: ToldMessage["path"] = null;
  function* add(title: string | null): Generator<BookPiece> {
    const begins = path !== null || length > (title === null ? CHAPTER_TO : CHAPTER_FROM);
    if (begins) length = 0;
    for (const [index, message] of waiting.entries()) {
      length += message.content.length;
      yield { chapter: begins && index === 0 ? { title: path?.name ?? title } : null, message };
    }
    waiting = [];
    path = null;
  }
  for await (const { path: begun, message } of told) {
    if (begun !== null) {
      yield* add(null);
      path = begun;
    }
    waiting.push(message);
    if (isPassage(message)) yield* add(message.heading);
  }
  yield* add(null);
}
