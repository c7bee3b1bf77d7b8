import type { LanguageModelV4 } from "@ai-sdk/provider";
import { CHARACTER_IDEAS, fillCharacter } from "#domain/character-fill.ts";
import {
  type CurrentData,
  findFittingGenres,
  IDEAS_MAX,
  type StoryDetails,
  type WrittenBy,
} from "#domain/form-fill.ts";
import { PLAN_LIMITS, SPARKS_PER_TEXT } from "#domain/plan.ts";
import { STORY_DESCRIPTION_MIN } from "#domain/premise-limits.ts";
import type { CharacterTexts } from "#domain/record-parts.ts";
import { countCharacters } from "#domain/text.ts";
import { type Asked, askWithTimeout, type Waiter } from "../ai/ask-with-timeout.ts";
import { buildCharacterFillPrompt, characterFillAnswerSchema } from "../ai/prompts/character-fill.ts";
import { buildFormFillPrompt, formFillAnswerSchema } from "../ai/prompts/form-fill.ts";
import { buildIdeaPrompt } from "../ai/prompts/idea.ts";
import type { Timeouts } from "../ai/reply-timeout.ts";
import { askStructured, askText } from "../ai/structured.ts";
import { chargeFor } from "../billing/charged-work.ts";
import type { SharedParts } from "../services.ts";
import { fillForm, ideaForForm, ideaNearest, toFormFillAnswer } from "./form.ts";

const PURPOSE = "form-fill";
/** The options for asking a model for ideas. A filled form has 150 to 500 tokens in English, and more in other languages. */
const IDEAS = { temperature: 0.9, maxTokens: 1_000 };

type PromptServiceParts = Pick<SharedParts, "accounts" | "db" | "ctx" | "log" | "now"> & {
  textModel: () => LanguageModelV4;
  formModel: () => LanguageModelV4;
  /** How long to wait for a model before one of Booky's own ideas is used. */
  timeouts: () => Timeouts;
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
   * Booky's own ideas comes and costs nothing. Once who waits has gone, nothing more is written or charged.
   * Throws CONSENT_REQUIRED, MONTHLY_LIMIT_EXCEEDED.
   */
  async fillForm(typed: CurrentData, waiter: Waiter): Promise<{ storyDetails: StoryDetails } & WrittenBy> {
    const user = await this.#parts.accounts.requireConsented();
    const { storyLengths } = PLAN_LIMITS[user.tier];
    const model = this.#parts.formModel();
    const messages = buildFormFillPrompt(typed, { genres: findFittingGenres(typed), lengths: storyLengths });
    const answer = await this.#charged(user.id, waiter, (asked) =>
      askStructured(model, messages, formFillAnswerSchema, { ...IDEAS, ...asked }),
    );
    const found = answer ?? toFormFillAnswer(ideaForForm(typed, this.#random));
    return { storyDetails: fillForm(typed, found, storyLengths), ...writtenBy(model, answer) };
  }

  /** Fills the sheet of a character around what is typed in it. Costs and throws as `fillForm` does. */
  async fillCharacter(
    typed: CharacterTexts,
    waiter: Waiter,
  ): Promise<{ character: CharacterTexts } & WrittenBy> {
    const user = await this.#parts.accounts.requireConsented();
    const model = this.#parts.formModel();
    const answer = await this.#charged(user.id, waiter, (asked) =>
      askStructured(model, buildCharacterFillPrompt(typed), characterFillAnswerSchema, {
        ...IDEAS,
        ...asked,
      }),
    );
    const idea = CHARACTER_IDEAS[Math.floor(this.#random() * CHARACTER_IDEAS.length)] ?? typed;
    return { character: fillCharacter(typed, answer ?? idea), ...writtenBy(model, answer) };
  }

  /** A story's premise from free ideas, 10 to 1500 characters. Costs and throws as `fillForm` does. */
  async promptFrom(ideas: string, waiter: Waiter): Promise<{ prompt: string } & WrittenBy> {
    const user = await this.#parts.accounts.requireConsented();
    const model = this.#parts.textModel();
    const answer = await this.#charged(user.id, waiter, async (asked) => {
      const text = await askText(model, buildIdeaPrompt(ideas), { ...IDEAS, ...asked, maxLength: IDEAS_MAX });
      return text !== null && countCharacters(text) >= STORY_DESCRIPTION_MIN ? text : null;
    });
    return { prompt: answer ?? ideaNearest(ideas, this.#random).description, ...writtenBy(model, answer) };
  }

  readonly #random = (): number => (this.#parts.random ?? Math.random)();

  async #charged<Answer>(
    userId: string,
    waiter: Waiter,
    write: (asked: Asked) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const { log, now } = this.#parts;
    const begun = now().getTime();
    const timeouts = this.#parts.timeouts();
    const charge = {
      userId,
      purpose: PURPOSE,
      sparks: SPARKS_PER_TEXT,
      longestMs: timeouts.totalMs,
    } as const;
    const answer = await chargeFor(this.#parts, charge, () => askWithTimeout({ ...waiter, timeouts }, write));
    log("info", PURPOSE, { source: answer === null ? "booky" : "model", ms: now().getTime() - begun });
    return answer;
  }
}

function writtenBy(model: LanguageModelV4, answer: unknown): WrittenBy {
  return answer === null ? { source: "booky", model: null } : { source: "model", model: model.modelId };
}
