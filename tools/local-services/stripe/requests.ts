import * as v from "valibot";
import { StripeFailure } from "./failure.ts";
import type { FormValue } from "./form.ts";

/*
 * The parameters of the calls that Talespark makes, a part of those that Stripe takes.
 * tests/tools/stripe.test.ts checks them against Stripe's own description. Other parameters are refused, as Stripe
 * does.
 */

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.maxLength(5000), v.url());
const metadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {});
const PAGE_MAX = 100;
const limit = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,3}$/u), v.transform(Number), v.minValue(1), v.maxValue(PAGE_MAX)),
  "10",
);

export const createCustomerSchema = v.strictObject({
  email: v.optional(v.pipe(v.string(), v.maxLength(512))),
  name: v.optional(v.pipe(v.string(), v.maxLength(256))),
  metadata,
});

export const checkoutSessionFormSchema = v.strictObject({
  mode: v.literal("subscription"),
  customer: text,
  client_reference_id: v.optional(v.pipe(text, v.maxLength(200))),
  line_items: v.pipe(v.array(v.strictObject({ price: text, quantity: v.literal("1") })), v.length(1)),
  success_url: url,
  cancel_url: v.optional(url),
  subscription_data: v.optional(v.strictObject({ metadata })),
});

export const portalSessionFormSchema = v.strictObject({ customer: text, return_url: v.optional(url) });

export const listSubscriptionsSchema = v.strictObject({
  customer: v.optional(text),
  status: v.optional(v.literal("all")),
  limit,
});

export const listSchema = v.strictObject({ limit });
export const nothingSchema = v.strictObject({});

/** The parameters of a call. Throws a `StripeFailure` that names the wrong one, as Stripe does. */
export function parseRequest<Schema extends v.GenericSchema>(
  schema: Schema,
  form: { [name: string]: FormValue },
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, { ...form });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const [first = "", ...rest] = (v.getDotPath(issue) ?? "").split(".");
  const param = first + rest.map((part) => `[${part}]`).join("");
  if (issue.type === "strict_object" && issue.expected === "never") {
    throw new StripeFailure(400, `Received unknown parameter: ${param}`, {
      code: "parameter_unknown",
      param,
    });
  }
  if (issue.input === undefined) {
    throw new StripeFailure(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  throw new StripeFailure(400, `Invalid ${param}: ${issue.message}`, { code: "parameter_invalid", param });
}
