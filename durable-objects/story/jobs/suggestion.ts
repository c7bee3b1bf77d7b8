import type { ErrorCode } from "#domain/errors.ts";
import { isPassage, MESSAGE_MAX } from "#domain/message.ts";
import type { ReplyPhase } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import type { AnswerPhase } from "#workers/ai/ask-with-timeout.ts";
import { fillWindow } from "#workers/ai/context-window.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { castLine } from "#workers/ai/prompts/story-prompt.ts";
import { buildSuggestionPrompt, buildSuggestionTask } from "#workers/ai/prompts/suggestion.ts";
import { streamShortText } from "#workers/ai/structured.ts";
import { findStoryBrief } from "#workers/stories/store.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import { CutOff } from "../../conversation/outbox.ts";
import type { Owner } from "../../conversation/record.ts";
import { SlidingWindow } from "../../conversation/sliding-window.ts";
import { openSparkAccount } from "../../owners-account.ts";
import { type StoryFacts, type StoryParts, toStoryFacts } from "../story-parts.ts";

/** How much of the story a separate prompt for a suggestion contains: tokens of messages, and people. */
const SUGGESTION_TOKENS = 1_500;
const SUGGESTION_CAST = 12;
/** How many further suggestions at one place are free. */
const OTHERS_MAX = 10;
/** A person who asked for a suggestion within this many of the latest places will probably ask for the next one too. */
const USED_WITHIN = 3;
/** The minimum time between two updates of a suggestion: each sends all of it. */
const TELL_EVERY_MS = 100;

export type SuggestionResult =
  | { ok: true; suggestion: string }
  | { ok: false; code: ErrorCode; retryAfterSeconds?: number };

/** What a suggestion continues: the last passage of the open path, and how many edits the texts had when it was asked for. */
type Place = { headId: string; edits: number };

/** A suggestion that the model is writing. `answer`: `null` where it has none. */
type Writing = { place: Place; progress: SuggestionProgress; answer: Promise<string | null> };

/**
 * A text that the person could write next. It is prepared for people who use suggestions; otherwise it is made on
 * request. Charged when it is shown.
 */
export class SuggestionJob implements Job {
  readonly #parts: StoryParts;
  /** In memory only. How often the model was asked at one place is stored on disk as well. */
  readonly #asked = new SlidingWindow(CONVERSATION_LIMITS.suggestions);
  #suggesting: Promise<SuggestionResult> | null = null;
  #writing: Writing | null = null;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  /** Whether the person asked for a suggestion at one of the last places before this reply. A visitor can't ask for one. */
  follows(reply: MessageRow): boolean {
    const { tree, suggestions } = this.#parts;
    let places = 0;
    for (const message of tree.walkFrom(reply, 2 * USED_WITHIN)) {
      if (!isPassage(message) || message.id === reply.id) continue;
      if (suggestions.find(message.id)?.shown) return true;
      places += 1;
      if (places === USED_WITHIN) return false;
    }
    return false;
  }

  async run(reply: MessageRow, owner: Owner, signal: AbortSignal): Promise<void> {
    const { suggestions } = this.#parts;
    const place = this.#findPlace();
    if (place?.headId !== reply.id || suggestions.find(reply.id) !== null) return;
    const facts = await this.#parts.findFacts(owner, reply.id);
    if (facts === null || facts.isReadOnly || !this.#isStill(place)) return;
    const text = await this.#write(place, facts, null, signal).answer;
    if (text === null || !this.#isStill(place) || suggestions.find(reply.id) !== null) return;
    suggestions.save({ headId: reply.id, text, shown: false, others: 0 });
  }

  /**
   * What the person could write next: a prepared text, or one that readers get while it is written. Charged once per
   * place in the story. `another`: one that differs from the last one shown.
   */
  suggest(another: boolean): Promise<SuggestionResult> {
    const retryAfterSeconds = this.#asked.take();
    if (retryAfterSeconds !== null) {
      return Promise.resolve({ ok: false, code: "RATE_LIMITED", retryAfterSeconds });
    }
    // One at a time: a request meanwhile gets the same result.
    this.#suggesting ??= this.#suggestNow(another).finally(() => {
      this.#suggesting = null;
    });
    return this.#suggesting;
  }

  /** What is shown at this place already; `null` for nothing yet. Asks no model and costs nothing. */
  findShown(): string | null {
    const { record, suggestions } = this.#parts;
    const here = suggestions.find(record.get()?.headId ?? "");
    return here?.shown ? here.text : null;
  }

  async #suggestNow(another: boolean): Promise<SuggestionResult> {
    const { record, suggestions, isBusy, idleSignal } = this.#parts;
    const signal = idleSignal();
    const owner = record.get();
    if (owner?.closedAt != null) return { ok: false, code: "NOT_FOUND" };
    const place = this.#findPlace();
    if (owner === null || place === null) return { ok: false, code: "NOT_BEGUN" };
    const { headId } = place;
    if (isBusy()) return { ok: false, code: "STREAM_IN_PROGRESS" };
    const here = suggestions.find(headId);
    if (here?.shown && !another) return { ok: true, suggestion: here.text };
    if (here && here.others >= OTHERS_MAX) return { ok: false, code: "RATE_LIMITED" };

    const db = this.#parts.openDatabase(owner);
    const sparks = openSparkAccount(db, owner, `suggestion:${headId}`);
    const [[row], , reserved] = await db.batch([
      findStoryBrief(db, owner.userId, owner.conversationId),
      ...sparks.reserve("suggestion"),
    ]);
    const facts = row ? toStoryFacts(row) : null;
    if (facts === null || facts.isReadOnly) {
      await sparks.settle("refund");
      return { ok: false, code: facts === null ? "NOT_FOUND" : "STORY_READ_ONLY" };
    }
    if (reserved.length === 0) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    const written = await this.#findReadyOrWrite(place, facts, another, signal);
    if (!written.ok) {
      if (!here?.shown) await sparks.settle("refund");
      return written;
    }
    const others = (here?.others ?? 0) + (another && here?.shown ? 1 : 0);
    // Stored first: a crash before the settlement leaves a suggestion that costs nothing, never one that is paid and lost. One for a text
    // that was edited meanwhile is shown this once.
    const isCurrent = this.#findPlace()?.edits === place.edits;
    if (isCurrent) suggestions.save({ headId, text: written.suggestion, shown: true, others });
    await sparks.settle("charge");
    return written;
  }

  async #findReadyOrWrite(
    place: Place,
    facts: StoryFacts,
    another: boolean,
    signal: AbortSignal,
  ): Promise<SuggestionResult> {
    const here = this.#parts.suggestions.find(place.headId);
    // A prepared text that nobody has seen counts as another one.
    if (here && !(another && here.shown)) return { ok: true, suggestion: here.text };
    try {
      const { progress, answer } = this.#write(place, facts, here?.text ?? null, signal);
      progress.show();
      const text = await answer;
      return text === null ? { ok: false, code: "MODEL_UNAVAILABLE" } : { ok: true, suggestion: text };
    } catch (error) {
      if (error instanceof CutOff) return { ok: false, code: "STREAM_IN_PROGRESS" };
      throw error;
    }
  }

  /** Asks the model for a suggestion. If it is already writing one for this place, returns that one. */
  #write(place: Place, facts: StoryFacts, avoid: string | null, signal: AbortSignal): Writing {
    const { headId, edits } = place;
    const running = this.#writing;
    if (running?.place.headId === headId && running.place.edits === edits) return running;
    const { readers } = this.#parts;
    const progress = new SuggestionProgress((told) =>
      readers.broadcast({ type: "suggestion-progress", headMessageId: headId, ...told }),
    );
    const answer = this.#ask(facts, avoid, signal, progress).finally(() => {
      if (this.#writing === writing) this.#writing = null;
    });
    const writing: Writing = { place, progress, answer };
    this.#writing = writing;
    return writing;
  }

  /** `null`: the model has no suggestion. */
  #ask(
    facts: StoryFacts,
    avoid: string | null,
    idle: AbortSignal,
    progress: SuggestionProgress,
  ): Promise<string | null> {
    const last = this.#parts.tree.head();
    const task = { asked: "writer", request: buildSuggestionTask(avoid) } as const;
    const prompt =
      (last && this.#parts.prompts.past.findTaskPrompt(facts, { ...task, last })) ??
      this.#toOwnPrompt(facts, last, avoid);
    const timeouts = this.#parts.timeouts();
    const onPhase = (phase: AnswerPhase) => {
      if (phase !== "writing") progress.enter(phase); // the text itself shows that phase
    };
    return askInTime({ idle, timeouts, onPhase }, (asked) =>
      streamShortText(this.#parts.model(), prompt, {
        ...asked,
        maxLength: MESSAGE_MAX,
        onText: (text) => progress.note(text),
      }),
    );
  }

  /** A short prompt, used if the story's own prompt can't be. */
  #toOwnPrompt({ brief }: StoryFacts, last: MessageRow | null, avoid: string | null): PromptMessage[] {
    const { tree, record, cast, state } = this.#parts;
    const material = {
      brief,
      pace: { exchanges: record.get()?.exchangeCount ?? 0 },
      cast: cast.members().slice(0, SUGGESTION_CAST).map(castLine),
      location: state.find().currentLocation,
      passages: fillWindow(tree.walkFrom(last), { tokens: SUGGESTION_TOKENS, messages: null }),
    };
    return buildSuggestionPrompt(material, avoid);
  }

  /** `null`: nothing is written yet. */
  #findPlace(): Place | null {
    const record = this.#parts.record.get();
    return record?.headId == null ? null : { headId: record.headId, edits: record.editCount };
  }

  #isStill({ headId, edits }: Place): boolean {
    const now = this.#findPlace();
    return now?.headId === headId && now.edits === edits;
  }
}

/** What readers get: the text so far or, before there is text, what the model does. */
type Told = { text: string; phase?: ReplyPhase };

/** Tells readers how a suggestion grows, once somebody wants to see it. */
class SuggestionProgress {
  readonly #tell: (told: Told) => void;
  #text = "";
  #phase: ReplyPhase | null = null;
  #isShown = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  /** Takes the text so far. */
  note(text: string): void {
    this.#text = text;
    if (this.#isShown) this.#tellSome();
  }

  /** Takes the model's phase before there is any text. */
  enter(phase: ReplyPhase): void {
    this.#phase = phase;
    if (this.#isShown) this.#tellPhase();
  }

  /** From now on updates are sent, beginning with the text so far. */
  show(): void {
    this.#isShown = true;
    this.#tellPhase();
    this.#tellSome();
  }

  #tellPhase(): void {
    if (this.#text === "" && this.#phase !== null) this.#tell({ text: "", phase: this.#phase });
  }

  #tellSome(): void {
    if (this.#text === "" || Date.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = Date.now();
    this.#tell({ text: this.#text });
  }
}
