import { TASK_MARKERS } from "../prompts/task-markers.ts";
import { MarkerScanner, toMarkers } from "./marker-scanner.ts";
import words from "./reply-words.json" with { type: "json" };
import type { ReplyCut, TextStage } from "./stage.ts";

/**
 * What ends a turn in the models' own formats: a server with the wrong template lets it through as text. The blocks of our
 * prompts are among them, because a model that goes on writing goes on in the form that it was given.
 */
const END_MARKS = toMarkers([...words.endMarks, ...Object.values(TASK_MARKERS)]);

/** Ends the text before the first token that ends a turn. */
export class EndMarks implements TextStage {
  readonly #scanner = new MarkerScanner(END_MARKS);
  #cut: ReplyCut | null = null;

  get cut(): ReplyCut | null {
    return this.#cut;
  }

  push(piece: string): string {
    if (this.#cut !== null) return "";
    const { before, marker } = this.#scanner.read(piece);
    if (marker !== null) this.#cut = "end-mark";
    return before;
  }

  end(): string {
    return this.#cut === null ? this.#scanner.flush() : "";
  }
}
