import type { ErrorCode } from "#domain/errors.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { fillWindow } from "#workers/ai/context-window.ts";
import { suggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { askText } from "#workers/ai/structured.ts";
import { findStoryBrief } from "#workers/stories/store.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import { SlidingWindow } from "../../conversation/sliding-window.ts";
import { openSparkAccount } from "../../spark-account.ts";
import { type StoryParts, toStoryFacts } from "../story-parts.ts";

/** Tokens of the story that a suggestion is made from. */
const SUGGESTION_TOKENS = 1_500;
/** Other suggestions at one place: they are free, but not without end. */
const OTHERS_MAX = 10;

export type SuggestionResult =
  | { ok: true; suggestion: string }
  | { ok: false; code: ErrorCode; retryAfterSeconds?: number };

/** What the person could write next: made after each reply, charged when it is shown. */
export class SuggestionJob implements Job {
  readonly #parts: StoryParts;
  /** In memory: how often the model may be asked at one place is on disk as well. */
  readonly #asked = new SlidingWindow(CONVERSATION_LIMITS.suggestions, Date.now);
  #suggesting: Promise<SuggestionResult> | null = null;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  /** A visitor is shown none. */
  follows(): boolean {
    return this.#parts.demo.findRunning() === null;
  }

  async run(reply: MessageRow, owner: Owner): Promise<void> {
    const { suggestions } = this.#parts;
    if (!this.#isHead(reply) || suggestions.find(reply.id) !== null) return;
    const facts = await this.#parts.findFacts(owner, reply.id);
    const text = facts && (await this.#ask(facts.brief, null));
    if (text === null || !this.#isHead(reply)) return; // the story has gone on
    suggestions.save({ headId: reply.id, text, shown: false, others: 0 });
  }

  /**
   * What the person could write next, as they are shown it; mostly it is there already. Charged once per place in the
   * story. `another`: a different one from what was shown last.
   */
  suggest(another: boolean): Promise<SuggestionResult> {
    const retryAfterSeconds = this.#asked.take();
    if (retryAfterSeconds !== null) {
      return Promise.resolve({ ok: false, code: "RATE_LIMITED", retryAfterSeconds });
    }
    // One at a time: who asks meanwhile gets the same.
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
    const { record, suggestions } = this.#parts;
    const owner = record.get();
    if (owner?.closedAt != null) return { ok: false, code: "NOT_FOUND" };
    const headId = owner?.headId ?? null;
    if (owner === null || headId === null) return { ok: false, code: "NOT_BEGUN" };
    const here = suggestions.find(headId);
    if (here?.shown && !another) return { ok: true, suggestion: here.text };
    if (here && here.others >= OTHERS_MAX) return { ok: false, code: "RATE_LIMITED" };

    const db = this.#parts.openDatabase();
    const sparks = openSparkAccount(db, owner, `suggestion:${headId}`);
    const [[row], , reserved] = await db.batch([
      findStoryBrief(db, owner.userId, owner.conversationId),
      ...sparks.reserve("suggestion"),
    ]);
    const facts = row ? toStoryFacts(row) : null;
    if (facts === null || facts.isReadOnly) {
      await sparks.settle(false);
      return { ok: false, code: facts === null ? "NOT_FOUND" : "STORY_READ_ONLY" };
    }
    if (reserved.length === 0) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    // What nobody has seen is different from whatever was shown.
    const ready = here && !(another && here.shown) ? here.text : null;
    const text = ready ?? (await this.#ask(facts.brief, here?.text ?? null));
    if (text === null) {
      if (!here?.shown) await sparks.settle(false);
      return { ok: false, code: "MODEL_UNAVAILABLE" };
    }
    const others = (here?.others ?? 0) + (another && here?.shown ? 1 : 0);
    // Stored first: a crash before the settlement leaves a suggestion that costs nothing, never one that is paid and lost.
    suggestions.save({ headId, text, shown: true, others });
    await sparks.settle(true);
    return { ok: true, suggestion: text };
  }

  /** `null`: the model has no suggestion. */
  #ask(brief: StoryBrief, avoid: string | null): Promise<string | null> {
    const { tree, record, cast, location } = this.#parts;
    const material = {
      brief,
      pace: { exchanges: record.get()?.exchangeCount ?? 0 },
      cast: cast.members(),
      location: location.find(),
      passages: fillWindow(tree.walkFrom(tree.head()), { tokens: SUGGESTION_TOKENS, messages: null }),
    };
    const prompt = suggestionPrompt(material, avoid);
    return askInTime((signal) => askText(this.#parts.writer(), prompt, { signal, maxLength: MESSAGE_MAX }));
  }

  #isHead(reply: MessageRow): boolean {
    return this.#parts.record.get()?.headId === reply.id;
  }
}
