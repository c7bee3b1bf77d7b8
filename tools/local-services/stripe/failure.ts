type FailureDetails = { type?: string; code?: string; param?: string };

/** An error answer of Stripe's API. */
export class StripeFailure extends Error {
  override readonly name = "StripeFailure";
  readonly status: number;
  readonly #details: FailureDetails;

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.#details = details;
  }

  toJson() {
    return { error: { type: "invalid_request_error", message: this.message, ...this.#details } };
  }
}

/** The error for an object that does not exist; `kind` is Stripe's word for the object. */
export function noSuch(kind: string, id: string, param = "id"): StripeFailure {
  return new StripeFailure(404, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
}
