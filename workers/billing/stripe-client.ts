import type Stripe from "stripe";
import * as v from "valibot";
import { SUBSCRIPTION_STATUSES } from "#domain/billing.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { Log } from "../logging.ts";
import type { Settings } from "../settings.ts";

/** The settings of a deployment that takes payments. */
type StripeSettings = Pick<
  Extract<Settings, { STRIPE_SECRET_KEY: string }>,
  "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_PRICE_PREMIUM" | "STRIPE_API_BASE" | "BASE_TIER"
>;

/** `null`: this deployment takes no payments. */
export function createStripeClient(settings: Settings, log: Log): StripeClient | null {
  return settings.STRIPE_SECRET_KEY === undefined ? null : new StripeClient(settings, log);
}

// For an error body without `error` the SDK resolves instead of throwing. So answers are accepted only in these shapes.
const customerSchema = v.object({ id: v.pipe(v.string(), v.startsWith("cus_")) });
const checkoutSessionSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("cs_")),
  status: v.nullable(v.string()),
  url: v.nullable(v.string()),
  customer: v.nullable(v.string()),
  client_reference_id: v.nullable(v.string()),
  success_url: v.nullable(v.string()),
  cancel_url: v.nullable(v.string()),
});
const portalSessionSchema = v.object({ url: v.pipe(v.string(), v.url()) });
const subscriptionSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("sub_")),
  status: v.picklist(SUBSCRIPTION_STATUSES),
  created: v.number(),
  cancel_at: v.nullable(v.number()),
  cancel_at_period_end: v.boolean(),
  ended_at: v.nullable(v.number()),
  items: v.object({
    data: v.array(
      v.object({
        current_period_start: v.number(),
        current_period_end: v.number(),
        price: v.object({ id: v.string() }),
      }),
    ),
  }),
});
const subscriptionsSchema = v.object({ data: v.array(subscriptionSchema) });
const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("evt_")),
  type: v.string(),
  data: v.object({
    object: v.object({
      customer: v.fallback(v.nullish(v.string(), null), null),
      metadata: v.fallback(v.nullish(v.object({ userId: v.optional(v.string()) })), null),
    }),
  }),
});

export type StripeCheckoutSession = v.InferOutput<typeof checkoutSessionSchema>;
/** A subscription as Stripe shows it. Times are seconds since 1970. */
export type StripeSubscription = v.InferOutput<typeof subscriptionSchema>;
/** `userId`: from the metadata of a subscription that has not ended; `null` for other objects. */
export type StripeEvent = { id: string; type: string; customerId: string | null; userId: string | null };
export type CustomerEvent = StripeEvent & { customerId: string };

/** The customer was deleted at Stripe. */
export class CustomerGone extends Error {
  override readonly name = "CustomerGone";
}

/** How long a webhook's signature is valid, in seconds. Stripe signs every retry again. */
const SIGNATURE_TOLERANCE_S = 300;
const ANSWER_LIMIT_MS = 10_000;
const RETRIES = 2;

/**
 * The calls of Stripe's API that Talespark makes. Each throws PAYMENT_UNAVAILABLE if Stripe can't be reached or refuses
 * our key, and the code named at the call if Stripe refuses it for a reason that the caller can't correct.
 */
export class StripeClient {
  readonly settings: StripeSettings;
  readonly #log: Log;
  #sdk: Promise<Stripe> | undefined;

  constructor(settings: StripeSettings, log: Log) {
    this.settings = settings;
    this.#log = log;
  }

  // The SDK makes a new idempotency key for each creation, and tries again with it. One that came again in a later request would bring
  // back for a day what Stripe answered first, also an error, or what has ended since.

  async createCustomer(person: { email: string | null; name: string; userId: string }): Promise<string> {
    const params: Stripe.CustomerCreateParams = { name: person.name, metadata: { userId: person.userId } };
    if (person.email !== null) params.email = person.email;
    const { id } = await this.#call(customerSchema, "CHECKOUT_FAILED", (sdk) => sdk.customers.create(params));
    return id;
  }

  /** Opens a checkout page for the price that is sold. Throws `CustomerGone`. */
  async createCheckoutSession(wanted: {
    customerId: string;
    userId: string;
    successUrl: string;
    cancelUrl: string;
  }): Promise<StripeCheckoutSession> {
    const { customerId, userId, successUrl, cancelUrl } = wanted;
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: "subscription",
      customer: customerId,
      client_reference_id: userId,
      line_items: [{ price: this.settings.STRIPE_PRICE_PREMIUM[0], quantity: 1 }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      subscription_data: { metadata: { userId } },
    };
    return this.#call(checkoutSessionSchema, "CHECKOUT_FAILED", (sdk) =>
      sdk.checkout.sessions.create(params),
    );
  }

  /** `null`: there is no such session in this account. `id`: as a person sent it; half a character has no form in an address. */
  async findCheckoutSession(id: string): Promise<StripeCheckoutSession | null> {
    return this.#find(() =>
      this.#call(checkoutSessionSchema, "CHECKOUT_FAILED", (sdk) =>
        sdk.checkout.sessions.retrieve(id.toWellFormed()),
      ),
    );
  }

  /** Expires an open checkout page. Throws CHECKOUT_FAILED if it is paid or expired. */
  async expireCheckoutSession(id: string): Promise<void> {
    await this.#call(checkoutSessionSchema, "CHECKOUT_FAILED", (sdk) => sdk.checkout.sessions.expire(id));
  }

  /** The address of the billing portal. Throws `CustomerGone`. */
  async createPortalSession(customerId: string, returnUrl: string): Promise<string> {
    const { url } = await this.#call(portalSessionSchema, "PORTAL_FAILED", (sdk) =>
      sdk.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
    );
    return url;
  }

  /** A customer's subscriptions, ended ones included. At most the newest hundred. */
  async listSubscriptions(customerId: string): Promise<StripeSubscription[]> {
    const found = await this.#find(() =>
      this.#call(subscriptionsSchema, "PAYMENT_UNAVAILABLE", (sdk) =>
        sdk.subscriptions.list({ customer: customerId, status: "all", limit: 100 }),
      ),
    );
    return found?.data ?? [];
  }

  /** Ends a subscription at once. No error if it has ended or does not exist. */
  async cancelSubscription(id: string): Promise<void> {
    await this.#find(() =>
      this.#call(subscriptionSchema, "PAYMENT_UNAVAILABLE", (sdk) => sdk.subscriptions.cancel(id)),
    );
  }

  /** The event of a webhook. Throws BAD_SIGNATURE unless Stripe signed this body in the last five minutes. */
  async readEvent(body: string, signature: string): Promise<StripeEvent> {
    const sdk = await this.#connect();
    const { STRIPE_WEBHOOK_SECRET: webhookSecret } = this.settings;
    const verified = await sdk.webhooks
      .constructEventAsync(body, signature, webhookSecret, SIGNATURE_TOLERANCE_S)
      .catch((cause: unknown) => {
        throw new AppError("BAD_SIGNATURE", { cause });
      });
    const event = v.safeParse(eventSchema, verified);
    if (!event.success) throw new AppError("INVALID_INPUT", { message: "This is no event." });
    const { id, type, data } = event.output;
    const { customer: customerId, metadata } = data.object;
    const hasEnded = type === "customer.subscription.deleted";
    return { id, type, customerId, userId: hasEnded ? null : (metadata?.userId ?? null) };
  }

  async #call<Schema extends v.GenericSchema>(
    schema: Schema,
    refused: ErrorCode,
    call: (sdk: Stripe) => Promise<unknown>,
  ): Promise<v.InferOutput<Schema>> {
    const sdk = await this.#connect();
    const answer = await call(sdk).catch((error: unknown) => {
      throw this.#toFailure(error, refused);
    });
    const parsed = v.safeParse(schema, answer);
    if (parsed.success) return parsed.output;
    this.#log("error", "stripe.odd-answer", { at: v.getDotPath(parsed.issues[0]) });
    throw new AppError("PAYMENT_UNAVAILABLE");
  }

  async #find<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof CustomerGone || error instanceof NotAtStripe) return null;
      throw error;
    }
  }

  /** Never log the message: Stripe's may contain parts of a key or an address. */
  #toFailure(error: unknown, refused: ErrorCode): Error {
    const parsed = v.safeParse(stripeErrorSchema, error);
    if (!parsed.success) return error instanceof Error ? error : new Error("Stripe's SDK threw no error.");
    const { type, code, param, statusCode, requestId } = parsed.output;
    const isMissing = code === "resource_missing";
    this.#log(isMissing ? "info" : "error", "stripe.failed", {
      type,
      code,
      param,
      statusCode,
      stripeRequestId: requestId,
    });
    if (isMissing) return param === "customer" ? new CustomerGone() : new NotAtStripe(refused);
    return new AppError(OURS_TO_MEND.has(type) ? refused : "PAYMENT_UNAVAILABLE");
  }

  /** Loaded on first use: the SDK is large, and most requests don't need it. */
  #connect(): Promise<Stripe> {
    this.#sdk ??= this.#load();
    return this.#sdk;
  }

  async #load(): Promise<Stripe> {
    const { default: StripeSdk } = await import("stripe");
    const { protocol, hostname, port } = new URL(this.settings.STRIPE_API_BASE);
    return new StripeSdk(this.settings.STRIPE_SECRET_KEY, {
      httpClient: StripeSdk.createFetchHttpClient((url, init) => fetch(url, { ...init, redirect: "manual" })),
      protocol: protocol === "http:" ? "http" : "https",
      host: hostname,
      port: port === "" ? undefined : port,
      timeout: ANSWER_LIMIT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  }
}

const stripeErrorSchema = v.object({
  type: v.pipe(v.string(), v.startsWith("Stripe")),
  code: v.optional(v.string()),
  param: v.optional(v.string()),
  statusCode: v.optional(v.number()),
  requestId: v.optional(v.string()),
});

/** Errors that a retry does not solve. */
const OURS_TO_MEND = new Set(["StripeInvalidRequestError", "StripeIdempotencyError", "StripeCardError"]);

/** Stripe has no object with that id. A caller that does not expect this sees it as a failed call. */
class NotAtStripe extends AppError {}

/**
 * Cancels everything that a customer pays for, at once: the open checkout page and every subscription that has not
 * ended. Safe to repeat. Throws PAYMENT_UNAVAILABLE.
 */
export async function cancelEverything(
  stripe: StripeClient,
  { customerId, checkoutSessionId }: { customerId: string; checkoutSessionId: string | null },
): Promise<void> {
  const checkout = checkoutSessionId === null ? null : await stripe.findCheckoutSession(checkoutSessionId);
  if (checkout?.status === "open") await stripe.expireCheckoutSession(checkout.id);
  for (const { id, status } of await stripe.listSubscriptions(customerId)) {
    if (status !== "canceled" && status !== "incomplete_expired") await stripe.cancelSubscription(id);
  }
}
