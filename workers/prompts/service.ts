import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError } from "#domain/errors.ts";
import {
  type CurrentData,
  findFittingGenres,
  IDEAS_MAX,
  type StoryDetails,
  type WrittenBy,
} from "#domain/form-fill.ts";
import { createId } from "#domain/ids.ts";
import { PLAN_LIMITS, SPARKS_PER_TEXT } from "#domain/plan.ts";
import { DESCRIPTION_MIN } from "#domain/story-schemas.ts";
import { countCharacters } from "#domain/text.ts";
import type { AccountService } from "../accounts/service.ts";
import { formFillAnswerSchema, formFillPrompt } from "../ai/prompts/form-fill.ts";
import { ideaPrompt } from "../ai/prompts/idea.ts";
import { askStructured, askText } from "../ai/structured.ts";
import { findReservation, refundAbandoned, reserveSparks, settleSparks } from "../billing/store.ts";
import type { Database } from "../db/client.ts";
import type { Log } from "../logging.ts";
import { answerOf, fillForm, ideaForForm, ideaNearest } from "./form.ts";

/** Somebody waits in front of a form: after this, Booky's own idea comes. */
const PATIENCE_MS = 30_000;
/** A reservation that is older than any request can be was left behind. */
const ABANDONED_AFTER_MS = 10 * PATIENCE_MS;
const PURPOSE = "form-fill";

type PromptServiceParts = {
  accounts: AccountService;
  db: Database;
  textModel: () => LanguageModelV4;
  formModel: () => LanguageModelV4;
  ctx: Pick<ExecutionContext, "waitUntil">;
  log: Log;
  now: () => Date;
  /** From 0 up to 1; which of Booky's ideas is given. */
  random?: () => number;
};

/** Ideas for stories that are not begun yet. */
export class PromptService {
  readonly #parts: PromptServiceParts;

  constructor(parts: PromptServiceParts) {
    this.#parts = parts;
  }

  /**
   * Fills the new-story form around what is typed in it. Costs a Spark when the model wrote it; where it can't, one of
   * Booky's own ideas comes and costs nothing. `left`: the caller has gone, and so nothing more is written or charged.
   * Throws CONSENT_REQUIRED, MONTHLY_LIMIT_EXCEEDED.
   */
  async fillForm(typed: CurrentData, left: AbortSignal): Promise<{ storyDetails: StoryDetails } & WrittenBy> {
    const user = await this.#parts.accounts.requireConsented();
    const { storyLengths } = PLAN_LIMITS[user.tier];
    const model = this.#parts.formModel();
    const messages = formFillPrompt(typed, { genres: findFittingGenres(typed), lengths: storyLengths });
    const answer = await this.#charged(user.id, left, (signal) =>
      askStructured(model, messages, formFillAnswerSchema, { signal, temperature: 0.9 }),
    );
    const found = answer ?? answerOf(ideaForForm(typed, this.#random));
    return { storyDetails: fillForm(typed, found, storyLengths), ...writtenBy(model, answer) };
  }

  /** A story's premise from free ideas, 10 to 1500 characters. Costs and throws as `fillForm` does. */
  async promptFrom(ideas: string, left: AbortSignal): Promise<{ prompt: string } & WrittenBy> {
    const user = await this.#parts.accounts.requireConsented();
    const model = this.#parts.textModel();
    const answer = await this.#charged(user.id, left, async (signal) => {
      const text = await askText(model, ideaPrompt(ideas), {
        signal,
        temperature: 0.9,
        maxLength: IDEAS_MAX,
      });
      return text !== null && countCharacters(text) >= DESCRIPTION_MIN ? text : null;
    });
    return { prompt: answer ?? ideaNearest(ideas, this.#random).description, ...writtenBy(model, answer) };
  }

  readonly #random = (): number => (this.#parts.random ?? Math.random)();

  /** Settles what was reserved also when the caller leaves. */
  #charged<Answer>(
    userId: string,
    left: AbortSignal,
    write: (signal: AbortSignal) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const work = this.#reserveWriteSettle(userId, left, write);
    this.#parts.ctx.waitUntil(work.catch(() => undefined)); // its failure is the caller's answer
    return work;
  }

  async #reserveWriteSettle<Answer>(
    userId: string,
    left: AbortSignal,
    write: (signal: AbortSignal) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const { db, log } = this.#parts;
    const now = this.#parts.now();
    const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
    const turnKey = `${PURPOSE}:${createId()}`;
    const [, , reserved] = await db.batch([
      refundAbandoned(db, userId, PURPOSE, { before, now }),
      reserveSparks(db, { turnKey, userId, purpose: PURPOSE, sparks: SPARKS_PER_TEXT }, now),
      findReservation(db, userId, turnKey),
    ]);
    if (reserved.length === 0) throw new AppError("MONTHLY_LIMIT_EXCEEDED");

    let answer: Answer | null = null;
    try {
      answer = await write(AbortSignal.any([left, AbortSignal.timeout(PATIENCE_MS)]));
    } finally {
      await settleSparks(db, userId, turnKey, answer !== null, this.#parts.now());
    }
    const ms = this.#parts.now().getTime() - now.getTime();
    log("info", PURPOSE, { source: answer === null ? "booky" : "model", ms });
    return answer;
  }
}

function writtenBy(model: LanguageModelV4, answer: unknown): WrittenBy {
  return answer === null ? { source: "booky", model: null } : { source: "model", model: model.modelId };
}
