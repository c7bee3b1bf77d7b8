import { findPrice } from "./catalogue.ts";
import { noSuch } from "./failure.ts";
import { toCheckoutSession, toInvoice, toSubscription } from "./objects.ts";
import {
  type AccountState,
  type CheckoutSessionRecord,
  type CustomerRecord,
  type EmulatedSubscription,
  type EventRecord,
  type EventType,
  type InvoiceRecord,
  newObjectId,
} from "./records.ts";

export type AccountParts = {
  state: AccountState;
  /** The emulator's own origin, for the addresses of its pages. */
  origin: string;
  /** Writes the state to disk. */
  save: () => void;
  /** Called with every event when it happens, to deliver it. */
  onEvent: (event: EventRecord) => void;
};

/** One emulated Stripe account: what exists in it, its clock, and its events. */
export class EmulatedAccount {
  readonly state: AccountState;
  readonly origin: string;
  readonly save: () => void;
  readonly #onEvent: (event: EventRecord) => void;
  /** While the clock is being advanced: the time of the event that is processed. */
  #replayedTime: number | null = null;

  constructor({ state, origin, save, onEvent }: AccountParts) {
    this.state = state;
    this.origin = origin;
    this.save = save;
    this.#onEvent = onEvent;
  }

  /** Seconds since 1970, by the account's own clock. */
  now(): number {
    return this.#replayedTime ?? Math.floor(Date.now() / 1000) + this.state.clockAhead;
  }

  /** Runs something as if it happened at `time`. */
  at(time: number, run: () => void): void {
    this.#replayedTime = time;
    try {
      run();
    } finally {
      this.#replayedTime = null;
    }
  }

  customer(id: string, param?: string): CustomerRecord {
    return found(this.state.customers[id], "customer", id, param);
  }

  checkoutSession(id: string): CheckoutSessionRecord {
    return found(this.state.checkoutSessions[id], "checkout.session", id, "session");
  }

  subscription(id: string): EmulatedSubscription {
    return found(this.state.subscriptions[id], "subscription", id);
  }

  invoice(id: string): InvoiceRecord {
    return found(this.state.invoices[id], "invoice", id, "invoice");
  }

  /** A customer's subscriptions, or everybody's, the newest first, as Stripe lists them. */
  listSubscriptions(customerId: string | undefined): EmulatedSubscription[] {
    const all = newestFirst(this.state.subscriptions);
    return customerId === undefined ? all : all.filter(({ customer }) => customer === customerId);
  }

  /** Adds an event about an object, with the object's present state. */
  addEvent(type: EventType, object: Record<string, unknown>): void {
    const event = { id: newObjectId("evt"), created: this.now(), type, object: structuredClone(object) };
    this.state.events.push(event);
    this.#onEvent(event);
  }

  showCheckoutSession(session: CheckoutSessionRecord) {
    return toCheckoutSession(session, {
      customer: this.customer(session.customer),
      price: findKnownPrice(session),
      origin: this.origin,
    });
  }

  showSubscription(subscription: EmulatedSubscription) {
    return toSubscription(subscription, findKnownPrice(subscription));
  }

  showInvoice(invoice: InvoiceRecord) {
    return toInvoice(invoice, this.customer(invoice.customer), findKnownPrice(invoice));
  }
}

export function newestFirst<T>(records: Record<string, T>): T[] {
  return Object.values(records).reverse();
}

function found<T>(record: T | undefined, kind: string, id: string, param?: string): T {
  if (record === undefined) throw noSuch(kind, id, param);
  return record;
}

function findKnownPrice({ price }: { price: string }) {
  const known = findPrice(price);
  if (known === null) throw new Error(`A record has the price ${price}, which is not in the catalogue.`);
  return known;
}
