import * as v from "valibot";
import type { EmulatedAccount } from "./account.ts";
import { paySession } from "./checkout.ts";
import { StripeFailure } from "./failure.ts";
import { type Faults, faultSchema } from "./faults.ts";
import { advanceClock } from "./subscriptions.ts";
import type { Webhooks } from "./webhooks.ts";

/*
 * What tests may do that Stripe's API can't: act for the person at the checkout page, advance the clock, and disturb
 * webhooks and answers. JSON, with the account's secret key.
 */

const clockSchema = v.object({ seconds: v.pipe(v.number(), v.integer(), v.minValue(0)) });
const cardSchema = v.object({ customer: v.string(), declines: v.boolean() });
const sessionSchema = v.object({ session: v.string() });
const webhooksSchema = v.object({
  hold: v.optional(v.boolean()),
  duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10))),
});
const releaseSchema = v.object({
  shuffle: v.optional(v.boolean(), false),
  duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 0),
  lose: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0),
});

export type Controlled = { account: EmulatedAccount; webhooks: Webhooks; faults: Faults };

/** Answers `PUT /control/…`. Throws a `StripeFailure` for an unknown object or a wrong parameter. */
export async function answerControl(path: string, body: string, controlled: Controlled): Promise<object> {
  const { account, webhooks, faults } = controlled;
  switch (path) {
    case "/control/clock":
      advanceClock(account, read(clockSchema, body).seconds);
      return { now: account.now() };
    case "/control/card": {
      const { customer, declines } = read(cardSchema, body);
      account.customer(customer).cardDeclines = declines;
      return {};
    }
    case "/control/pay": {
      const session = account.checkoutSession(read(sessionSchema, body).session);
      paySession(account, session);
      return account.showCheckoutSession(session);
    }
    case "/control/webhooks":
      webhooks.behave(read(webhooksSchema, body));
      return {};
    case "/control/webhooks/release":
      return { sent: await webhooks.release(read(releaseSchema, body)) };
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
