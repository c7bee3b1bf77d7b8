import { type EmulatedAccount, newestFirst } from "./account.ts";
import { findPrice } from "./catalogue.ts";
import { noSuch, StripeFailure } from "./failure.ts";
import type { FormValue } from "./form.ts";
import { toCustomer, toEvent, toListObject, toPortalSession } from "./objects.ts";
import { type CheckoutSessionRecord, newObjectId } from "./records.ts";
import * as requests from "./requests.ts";
import { parseRequest } from "./requests.ts";
import { cancelNow, DAY_SECONDS, expireSession } from "./subscriptions.ts";

type Form = { [name: string]: FormValue };

export type ApiCall = {
  account: EmulatedAccount;
  /** The id in the path; empty where it has none. */
  id: string;
  form: Form;
};

type Route = { method: string; path: RegExp; answer: (call: ApiCall) => object };

const ROUTES: Route[] = [
  { method: "POST", path: /^\/v1\/customers$/u, answer: createCustomer },
  { method: "GET", path: /^\/v1\/customers\/([^/]+)$/u, answer: retrieveCustomer },
  { method: "POST", path: /^\/v1\/checkout\/sessions$/u, answer: createCheckoutSession },
  { method: "GET", path: /^\/v1\/checkout\/sessions$/u, answer: listCheckoutSessions },
  { method: "GET", path: /^\/v1\/checkout\/sessions\/([^/]+)$/u, answer: retrieveCheckoutSession },
  { method: "POST", path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/u, answer: expireCheckoutSession },
  { method: "GET", path: /^\/v1\/subscriptions$/u, answer: listSubscriptions },
  { method: "DELETE", path: /^\/v1\/subscriptions\/([^/]+)$/u, answer: cancelSubscription },
  { method: "POST", path: /^\/v1\/billing_portal\/sessions$/u, answer: createPortalSession },
  { method: "GET", path: /^\/v1\/events$/u, answer: listEvents },
];

/** Answers one call of the API. Throws a `StripeFailure`. */
export function answerApi(method: string, path: string, call: Omit<ApiCall, "id">): object {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return route.answer({ ...call, id: decodeURIComponent(match[1] ?? "") });
  }
  throw new StripeFailure(404, `Unrecognized request URL (${method}: ${path}).`);
}

function createCustomer({ account, form }: ApiCall) {
  const { email = null, name = null, metadata } = parseRequest(requests.createCustomerSchema, form);
  const created = account.now();
  const customer = { id: newObjectId("cus"), created, email, name, metadata, cardDeclines: false };
  account.state.customers[customer.id] = customer;
  return toCustomer(customer);
}

function retrieveCustomer({ account, id }: ApiCall) {
  return toCustomer(account.customer(id));
}

/** Stripe's own limit: a checkout page stays open for a day. */
const SESSION_LIFETIME = DAY_SECONDS;

function createCheckoutSession({ account, form }: ApiCall) {
  const wanted = parseRequest(requests.checkoutSessionFormSchema, form);
  const [item] = wanted.line_items;
  if (item === undefined) throw new Error("A checkout without an item was let through.");
  if (findPrice(item.price) === null) throw noSuch("price", item.price, "line_items[0][price]");
  const now = account.now();
  const session: CheckoutSessionRecord = {
    id: newObjectId("cs_test"),
    created: now,
    expiresAt: now + SESSION_LIFETIME,
    status: "open",
    customer: account.customer(wanted.customer, "customer").id,
    clientReferenceId: wanted.client_reference_id ?? null,
    price: item.price,
    successUrl: wanted.success_url,
    cancelUrl: wanted.cancel_url ?? null,
    subscriptionMetadata: wanted.subscription_data?.metadata ?? {},
    subscription: null,
    invoice: null,
  };
  account.state.checkoutSessions[session.id] = session;
  return account.showCheckoutSession(session);
}

function retrieveCheckoutSession({ account, id }: ApiCall) {
  return account.showCheckoutSession(account.checkoutSession(id));
}

function listCheckoutSessions({ account, form }: ApiCall) {
  const { limit } = parseRequest(requests.listSchema, form);
  const sessions = newestFirst(account.state.checkoutSessions);
  return toPage("/v1/checkout/sessions", sessions, limit, (session) => account.showCheckoutSession(session));
}

function expireCheckoutSession({ account, id, form }: ApiCall) {
  parseRequest(requests.nothingSchema, form);
  const session = account.checkoutSession(id);
  expireSession(session);
  return account.showCheckoutSession(session);
}

function listSubscriptions({ account, form }: ApiCall) {
  const { customer, status, limit } = parseRequest(requests.listSubscriptionsSchema, form);
  const wanted = account
    .listSubscriptions(customer)
    .filter((subscription) => status === "all" || subscription.status !== "canceled");
  return toPage("/v1/subscriptions", wanted, limit, (subscription) => account.showSubscription(subscription));
}

function cancelSubscription({ account, id, form }: ApiCall) {
  parseRequest(requests.nothingSchema, form);
  const subscription = account.subscription(id);
  cancelNow(account, subscription);
  return account.showSubscription(subscription);
}

function createPortalSession({ account, form }: ApiCall) {
  const wanted = parseRequest(requests.portalSessionFormSchema, form);
  const session = {
    id: newObjectId("bps"),
    created: account.now(),
    customer: account.customer(wanted.customer, "customer").id,
    returnUrl: wanted.return_url ?? null,
  };
  account.state.portalSessions[session.id] = session;
  return toPortalSession(session, account.origin);
}

function listEvents({ account, form }: ApiCall) {
  const { limit } = parseRequest(requests.listSchema, form);
  const events = account.state.events.toReversed();
  return toPage("/v1/events", events, limit, toEvent);
}

function toPage<T>(url: string, records: readonly T[], limit: number, show: (record: T) => object) {
  return toListObject(url, records.slice(0, limit).map(show), records.length > limit);
}
