import { TASK_MARKERS } from "../prompts/task-markers.ts";
import { MarkerScanner, toMarkers } from "./marker-scanner.ts";
import words from "./reply-words.json" with { type: "json" };
import type { ReplyCut, TextStage } from "./stage.ts";

/**
 * What ends a turn in the models' own formats: a server with the wrong template lets it through as text. The blocks of our
 * prompts are among them, because a model that goes on writing goes on in the form that it was given.
 */
const END_MARKS = toMarkers([...words.endMarks, ...Object.values(TASK_MARKERS)]);

/** The text of the model's own turn in an answer. `isWhole`: the answer is complete. */
export function takeOwnTurn(answer: string, isWhole: boolean): string {
  const marks = new EndMarks(false);
  const text = marks.push(answer);
  return isWhole ? text + marks.end() : text;
}

/** What stands before the model's own turn: where the template leaves it out, the model writes it first. */
const OWN_HEADERS = [
  "<|start_header_id|>assistant<|end_header_id|>",
  "<|im_start|>assistant\n",
  "<start_of_turn>model\n",
  "<|turn>model\n",
  "assistant\n",
];

/** Ends the text before the first token that ends a turn, and takes off the header of the turn. */
export class EndMarks implements TextStage {
  readonly #scanner = new MarkerScanner(END_MARKS);
  #cut: ReplyCut | null = null;
  /** The beginning, while it may be a header; `null`: it is decided. */
  #header: string | null;

  /** `hasText`: an earlier attempt has written text, in the middle of which this one begins. */
  constructor(hasText: boolean) {
    this.#header = hasText ? null : "";
  }

  get cut(): ReplyCut | null {
    return this.#cut;
  }

  push(piece: string): string {
    if (this.#cut !== null) return "";
    const { before, marker } = this.#scanner.read(this.#withoutHeader(piece));
    if (marker !== null) this.#cut = "end-mark";
    return before;
  }

  end(): string {
    if (this.#cut !== null) return "";
    const { before } = this.#scanner.read(this.#header ?? "");
    return before + this.#scanner.flush();
  }

  #withoutHeader(piece: string): string {
    if (this.#header === null) return piece;
    const text = this.#header + piece;
    const first = text.trimStart();
    const header = OWN_HEADERS.find((one) => first.startsWith(one));
    const isOpen = header === undefined && OWN_HEADERS.some((one) => one.startsWith(first));
    this.#header = isOpen ? text : null;
    if (isOpen) return "";
    return header === undefined ? text : first.slice(header.length);
  }
}
