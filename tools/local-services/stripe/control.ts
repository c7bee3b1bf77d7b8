import * as v from "valibot";
import type { EmulatedAccount } from "./account.ts";
import { StripeFailure } from "./failure.ts";
import { advanceClock } from "./subscriptions.ts";

/*
 * What tests may do that Stripe's API can't: advance the clock, decline a card, and disturb answers. JSON, with the account's secret key.
 */

const clockSchema = v.object({ seconds: v.pipe(v.number(), v.integer(), v.minValue(0)) });
const cardSchema = v.object({ customer: v.string(), declines: v.boolean() });
/** How the API fails on demand. `odd` answers 400 with a body that has no `error`, as a proxy might. */
const faultSchema = v.object({
  path: v.string(),
  kind: v.union([v.picklist(["drop", "odd"]), v.pipe(v.number(), v.minValue(400), v.maxValue(599))]),
  times: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
type Fault = v.InferOutput<typeof faultSchema>;

/** The failures that an account's API will still return. */
export class Faults {
  readonly #left: Fault[] = [];

  add(fault: Fault): void {
    this.#left.push({ ...fault });
  }

  /** The failure that this call must return, or null. Each one is returned as often as was requested. */
  next(path: string): Fault["kind"] | null {
    const fault = this.#left.find((candidate) => candidate.path === path && candidate.times > 0);
    if (fault === undefined) return null;
    fault.times -= 1;
    return fault.kind;
  }
}

export type Controlled = { account: EmulatedAccount; faults: Faults };

/** Answers `PUT /control/…`. Throws a `StripeFailure` for an unknown object or a wrong parameter. */
export async function answerControl(path: string, body: string, controlled: Controlled): Promise<object> {
  const { account, faults } = controlled;
  switch (path) {
    case "/control/clock":
      advanceClock(account, read(clockSchema, body).seconds);
      return { now: account.now() };
    case "/control/card": {
      const { customer, declines } = read(cardSchema, body);
      account.customer(customer).cardDeclines = declines;
      return {};
    }
    case "/control/faults":
      faults.add(read(faultSchema, body));
      return {};
    default:
      throw new StripeFailure(404, `There is no ${path}.`);
  }
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  if (parsed.success) return parsed.output;
  throw new StripeFailure(400, parsed.issues[0].message);
}
