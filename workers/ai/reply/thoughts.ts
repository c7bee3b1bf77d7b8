import { MarkerScanner, toMarkers } from "./marker-scanner.ts";
import words from "./reply-words.json" with { type: "json" };
import type { TextStage } from "./stage.ts";

/*
 * How models mark their thoughts where the server does not take them out of the text: DeepSeek R1 and Qwen write <think>, MiniMax
 * <mm:think>, Mistral's Magistral [THINK], Kimi ◁think▷, Cohere <|START_THINKING|>, Gemma 4 <|channel>thought … <channel|>, GPT-OSS the
 * channels of its "harmony" format. The templates of some (R1, QwQ, Qwen3 "Thinking") put the opening tag into the prompt, so that the text
 * begins in the middle of thoughts.
 */
const NAMES = ["think", "thinking", "thought", "thoughts", "reasoning"];
const OPENINGS = [
  ...NAMES.map((name) => `<${name}>`),
  "[think]",
  "◁think▷",
  "<seed:think>",
  "<mm:think>",
  "<|start_thinking|>",
  "<|channel>",
  "<|channel|>analysis<|message|>",
  "<|channel|>commentary<|message|>",
];
const FINAL_CHANNEL = "<|channel|>final<|message|>";
const CLOSINGS = [
  ...NAMES.map((name) => `</${name}>`),
  "[/think]",
  "◁/think▷",
  "</seed:think>",
  "</mm:think>",
  "<|end_thinking|>",
  "<|start_response|>",
  "<|start_text|>",
  "<channel|>",
  `<|end|><|start|>assistant${FINAL_CHANNEL}`,
  `<|start|>assistant${FINAL_CHANNEL}`,
  FINAL_CHANNEL,
];
const OPENS = new Set(OPENINGS);
const OUTSIDE = toMarkers([...OPENINGS, ...CLOSINGS]);
const INSIDE = toMarkers(CLOSINGS);

/** How thoughts without an opening tag begin. Few passages begin like this; those wait for a line or two. */
const { thinkingAloud: THINKING_ALOUD } = words;
/** This beginning is too common to hold the text after its first word. */
const ABOUT_THE_USER = /^the user\b/iu;
/** Subjects that thoughts have within their first characters, and no story does. */
const ABOUT_THE_TASK =
  /\b(?:the user|user's|the player (?:wants|asks|has asked)|the prompt|the instructions|the system message|the passage should|we need to (?:write|produce|continue))\b/iu;
const ALOUD_WITHIN = 200;

/** `inside`: the text begins with thoughts, whatever it looks like. */
type Beginning = "undecided" | "inside" | "decided";

/** Removes the model's thoughts from an answer. `isWhole`: the answer is complete. */
export function removeThoughts(answer: string, isWhole = true): string {
  const thoughts = new Thoughts();
  const text = thoughts.push(answer);
  return isWhole ? text + thoughts.end() : text;
}

/** Removes what a model thinks before and while it writes. Thoughts are neither shown nor counted as text. */
export class Thoughts implements TextStage {
  readonly cut = null;
  readonly #outside = new MarkerScanner(OUTSIDE);
  readonly #inside = new MarkerScanner(INSIDE);
  #isThinking = false;
  #beginning: Beginning;
  /** The first characters of the text, until it is decided whether they are thoughts. */
  #first = "";
  /** The text that is held until then. */
  #unsure = "";
  /** Text after thoughts begins with its first letter. */
  #trims = false;
  #hasThoughts = false;
  #shown = 0;
  #discarded = 0;
  #wasHeldInVain = false;

  /** `beginsInside`: this model's text begins with thoughts that have no opening tag. */
  constructor(beginsInside = false) {
    this.#beginning = beginsInside ? "inside" : "undecided";
  }

  /** Whether there were thoughts in the text. */
  get hasThoughts(): boolean {
    return this.#hasThoughts;
  }

  /** Whether the last piece was a thought, or is held because it may be one. */
  get isThinking(): boolean {
    return this.#isThinking || this.#beginning === "inside";
  }

  /** How many characters were passed on before a closing tag without an opening one showed that they were thoughts. */
  get discarded(): number {
    return this.#discarded;
  }

  /** Whether text was held until its end and was not thoughts. */
  get wasHeldInVain(): boolean {
    return this.#wasHeldInVain;
  }

  /** The server sends thoughts separately from the text: text is no longer held. */
  expectNone(): void {
    if (this.#beginning === "inside") this.#beginning = "decided";
  }

  push(piece: string): string {
    let shown = "";
    let rest = piece;
    while (rest !== "") {
      const scanned = (this.#isThinking ? this.#inside : this.#outside).read(rest);
      if (!this.#isThinking) shown += this.#takeText(scanned.before);
      if (scanned.marker !== null) {
        this.#hasThoughts = true;
        if (!this.#isThinking && !OPENS.has(scanned.marker)) {
          this.#discarded = this.#shown;
          shown = "";
        } else if (this.#beginning === "undecided") shown += this.#unsure;
        this.#closeOrOpen(scanned.marker);
      }
      rest = scanned.rest;
    }
    this.#shown += shown.length;
    return shown;
  }

  /** `isWhole`: the model has ended by itself. What only looked like thoughts is text then. */
  end(isWhole = true): string {
    if (this.#isThinking) return "";
    const unsure = this.#unsure + this.#outside.flush();
    this.#unsure = "";
    if (isWhole || this.#beginning !== "inside") {
      this.#wasHeldInVain = this.#beginning === "inside" && unsure !== "";
      return unsure;
    }
    this.#hasThoughts = true;
    return "";
  }

  #closeOrOpen(marker: string): void {
    this.#unsure = "";
    this.#beginning = "decided";
    this.#isThinking = OPENS.has(marker);
    this.#trims = true;
  }

  #takeText(text: string): string {
    const trimmed = this.#trims ? text.trimStart() : text;
    if (trimmed !== "") this.#trims = false;
    if (this.#beginning === "decided" && this.#unsure === "") return trimmed;
    this.#unsure += trimmed;
    if (this.#beginning === "undecided") this.#beginning = this.#judge(trimmed);
    if (this.#beginning === "inside" || this.#waits()) return "";
    const released = this.#unsure;
    this.#unsure = "";
    return released;
  }

  #judge(text: string): Beginning {
    this.#first = (this.#first + text).trimStart().slice(0, ALOUD_WITHIN);
    if (ABOUT_THE_USER.test(this.#first)) return "inside";
    if (this.#waits()) return ABOUT_THE_TASK.test(this.#first) ? "inside" : "undecided";
    return this.#first.length > "the user".length ? "decided" : "undecided";
  }

  /** Whether the text so far begins like thoughts and is too short to tell. */
  #waits(): boolean {
    const first = this.#first.toLowerCase();
    if (this.#beginning === "decided" || first.length >= ALOUD_WITHIN) return false;
    return THINKING_ALOUD.some(
      (start) =>
        start.startsWith(first) || (first.startsWith(start) && !/\p{L}/u.test(first.charAt(start.length))),
    );
  }
}
