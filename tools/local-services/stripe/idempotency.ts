import { StripeFailure } from "./failure.ts";

type Kept = { request: string; answer: { status: number; body: string } };
type Answer = { status: number; body: string; replayed: boolean };

/** Answers to requests with an `Idempotency-Key`: the same request again gets the same answer and does nothing. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();

  /**
   * Runs a request unless one with its key was answered before. Throws Stripe's failure if that was a different
   * request. Server errors are not stored.
   */
  answer(key: string, request: string, run: () => { status: number; body: string }): Answer {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      if (known.request !== request) {
        throw new StripeFailure(
          400,
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          { type: "idempotency_error" },
        );
      }
      return { ...known.answer, replayed: true };
    }
    const answer = run();
    if (answer.status < 500) this.#kept.set(key, { request, answer });
    return { ...answer, replayed: false };
  }
}
