import words from "./reply-words.json" with { type: "json" };
import type { ReplySpeakers } from "./speakers.ts";
import type { ReplyCut, TextStage } from "./stage.ts";

/**
 * What models call the person for whom they write. Those of the second list also occur in ordinary text, on a screen or in a form: they
 * count only at the beginning of a paragraph.
 */
const { player: PLAYER_LABELS, playerAtParagraph: PARAGRAPH_LABELS } = words;
const BEFORE_LABEL = /^[*_#>[\s"“]{0,6}/u;
const AFTER_LABEL = /^[\])]?\s{0,2}[*_]{0,3}[:：][*_]{0,3}/u;
/** How many characters from the beginning of a line are searched for the label and what follows it. */
const LINE_MAX = 90;
/** What somebody says or does is at least two words; "Player: 3" is a score. */
const SPEAKS =
  /^\s*["“«*_(]{0,3}\p{L}[\p{L}'’-]*(?:,?\s+["“]?\p{L}|[^\s\p{L}]*\s*$)|^\s*["“«*_(]{0,3}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/u;

/**
 * Ends the reply where the model goes on to write the person's next turn: a line that begins with "Player:", "User:" or the
 * name of the person's own character. At the very beginning such a line is left out. Where the story is told like a play,
 * so that lines began with that name before, they stay.
 */
export class SpeakerLines implements TextStage {
  readonly #always: readonly string[];
  readonly #atParagraph: readonly string[];
  /** The beginning of a line, while it may be a label. */
  #line = "";
  #isLineOpen = true;
  /** Line breaks before the line; they go on only with what follows. */
  #breaks = "";
  #hasText: boolean;
  #skips = false;
  #cut: ReplyCut | null = null;

  /** `hasText`: an earlier attempt has written text, in the middle of which this one begins. */
  constructor({ form, player, usual }: ReplySpeakers, hasText = false) {
    const names = player === null ? [] : [player.toLowerCase(), player.toLowerCase().split(" ")[0] ?? ""];
    const isNew = (label: string) => label.length > 1 && !usual.has(label);
    this.#always = form === "chat" ? [] : [...PLAYER_LABELS, ...names].filter(isNew);
    this.#atParagraph = [...PARAGRAPH_LABELS, ...(form === "chat" ? ["person", "the person"] : [])].filter(
      isNew,
    );
    this.#hasText = hasText;
    this.#isLineOpen = !hasText;
  }

  get cut(): ReplyCut | null {
    return this.#cut;
  }

  push(piece: string): string {
    if (this.#cut !== null) return "";
    if (!this.#isLineOpen && !this.#skips && !piece.includes("\n")) return piece;
    let shown = "";
    for (const part of piece.split(/(\n)/u)) {
      shown += part === "\n" ? this.#endLine() : this.#addToLine(part);
      if (this.#cut !== null) break;
    }
    return shown;
  }

  end(): string {
    if (this.#cut !== null) return "";
    const shown = this.#line === "" ? "" : this.#decideLine(true);
    return this.#cut === null ? shown : "";
  }

  #endLine(): string {
    const shown = this.#isLineOpen && this.#line !== "" ? this.#decideLine(true) : "";
    if (this.#cut !== null) return "";
    this.#isLineOpen = true;
    this.#skips = false;
    this.#breaks += "\n";
    return shown;
  }

  #addToLine(text: string): string {
    if (text === "" || this.#skips) return "";
    if (!this.#isLineOpen) return text;
    this.#line += text;
    return this.#decideLine(false);
  }

  #decideLine(isWhole: boolean): string {
    const judged = this.#judge(this.#line, isWhole);
    if (judged === "wait") return "";
    this.#isLineOpen = false;
    const line = this.#line;
    this.#line = "";
    if (judged === "label") {
      if (this.#hasText) this.#cut = "player-turn";
      else this.#skips = true;
      return "";
    }
    const shown = this.#hasText || this.#breaks === "" ? this.#breaks + line : line;
    this.#breaks = "";
    if (line.trim() !== "") this.#hasText = true;
    return shown;
  }

  #judge(line: string, isWhole: boolean): "label" | "text" | "wait" {
    const [marks = ""] = BEFORE_LABEL.exec(line) ?? [];
    const bare = line.slice(marks.length);
    const lower = bare.toLowerCase();
    if (lower === "") return isWhole ? "text" : "wait";
    const startsParagraph = !this.#hasText || this.#breaks.length > 1;
    let waits = false;
    for (const label of startsParagraph ? [...this.#always, ...this.#atParagraph] : this.#always) {
      if (!lower.startsWith(label)) {
        waits ||= label.startsWith(lower);
        continue;
      }
      const rest = bare.slice(label.length);
      const colon = AFTER_LABEL.exec(rest);
      if (colon === null) {
        waits ||= /^[\])]?[\s*_]{0,3}$/u.test(rest);
        continue;
      }
      const said = rest.slice(colon[0].length);
      if (said.trim() === "") return isWhole ? "label" : "wait";
      if (isWhole || line.length > LINE_MAX || /\s\S+\s/u.test(said)) {
        return SPEAKS.test(said) ? "label" : "text";
      }
      return "wait";
    }
    return waits && !isWhole && line.length <= LINE_MAX ? "wait" : "text";
  }
}
