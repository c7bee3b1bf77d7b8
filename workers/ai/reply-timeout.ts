import type { ReplyPhase } from "#domain/protocol.ts";
import type { Settings } from "../settings.ts";
import { type FindModelState, toModelWatch } from "./model-state.ts";
import type { ReplySign } from "./reply-writer.ts";

/** How long a reply may take, in milliseconds. */
export type Timeouts = {
  /** From the attempt's start to its end. */
  totalMs: number;
  /** Without a new piece of text or of thought. While the server loads the model or writes another text, this does not count. */
  silenceMs: number;
  /** Made once per reply; `null`: the server is not asked. */
  watchModel: (() => FindModelState) | null;
};

/** The timeouts of a reply: `workers/settings.ts` has the usual ones, `tools/model-server.ts` those of a server on this machine. */
export function toTimeouts(settings: Settings): Timeouts {
  const totalMs = settings.AI_REPLY_SECONDS * 1_000;
  const silenceMs = (settings.AI_SILENCE_SECONDS ?? settings.AI_REPLY_SECONDS) * 1_000;
  return { totalMs, silenceMs, watchModel: toModelWatch(settings) };
}

/** How long a person waits for a filled form at most, before they get an idea that needs no model. */
const FORM_MS = 30_000;

/** The same for a form. With a limit for silence (a slow model of the person's own), it waits as long as for a reply. */
export function toFormTimeouts(settings: Settings): Timeouts {
  const timeouts = toTimeouts(settings);
  if (timeouts.silenceMs < timeouts.totalMs) return timeouts;
  const totalMs = Math.min(FORM_MS, timeouts.totalMs);
  return { ...timeouts, totalMs, silenceMs: totalMs };
}

/** How often a model server is asked what its model is doing, until the first piece comes. */
const ASK_EVERY_MS = 2_000;

type ReplyTimeoutParts = {
  timeouts: Timeouts;
  /** The time is over. */
  onOver: () => void;
  /** Called when the model's phase changes. */
  onPhase: (phase: ReplyPhase) => void;
};

/** Watches the time of one attempt at a reply, and what the model does until there is text. */
export class ReplyTimeout {
  readonly #parts: ReplyTimeoutParts;
  readonly #startedAt = Date.now();
  /** Ends the questions to the model's server; `null`: it is not asked. */
  #questions: AbortController | null = null;
  #lastSignAt = this.#startedAt;
  #total: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #phase: ReplyPhase | null = "reading";

  constructor(parts: ReplyTimeoutParts) {
    this.#parts = parts;
  }

  /** What the model does; `null`: it writes. */
  get phase(): ReplyPhase | null {
    return this.#phase;
  }

  /** Milliseconds since the attempt began. */
  get elapsedMs(): number {
    return Date.now() - this.#startedAt;
  }

  start(): void {
    const { totalMs, silenceMs } = this.#parts.timeouts;
    this.#total = setTimeout(this.#parts.onOver, totalMs);
    if (silenceMs < totalMs) this.#awaitSign(silenceMs);
    const findState = this.#parts.timeouts.watchModel?.() ?? null;
    if (findState === null) return;
    this.#questions = new AbortController();
    void this.#ask(findState, this.#questions.signal);
  }

  /** A piece came from the model. Called for each: it must cost nothing. */
  note(sign: ReplySign): void {
    this.#lastSignAt = Date.now();
    if (this.#phase === null) return;
    if (sign === "thought") this.#enter("thinking");
    else this.#phase = null;
  }

  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#silence);
    this.#questions?.abort();
  }

  #enter(phase: ReplyPhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.#parts.onPhase(phase);
  }

  /** One timer at a time: setting it again for each piece would cost more than the piece. */
  #awaitSign(forMs: number): void {
    const armedAt = Date.now();
    this.#silence = setTimeout(() => {
      if (this.#lastSignAt <= armedAt) return this.#parts.onOver();
      this.#awaitSign(this.#parts.timeouts.silenceMs - (Date.now() - this.#lastSignAt));
    }, forMs);
  }

  async #ask(findState: (signal: AbortSignal) => Promise<ReplyPhase>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const state = await findState(signal);
      if (signal.aborted || this.#phase === null || this.#phase === "thinking") return;
      if (state === "loading" || state === "waiting") this.#lastSignAt = Date.now();
      this.#enter(state);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
