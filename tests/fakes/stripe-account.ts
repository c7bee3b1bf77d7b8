import Stripe from "stripe";

/** An emulated Stripe account for one test: the real SDK, and the emulator's control calls. */
export class StripeAccount {
  readonly url: string;
  readonly secretKey: string;
  readonly api: Stripe;

  constructor(url: string, secretKey = `sk_test_${crypto.randomUUID().replaceAll("-", "")}`) {
    this.url = url;
    this.secretKey = secretKey;
    const { hostname, port } = new URL(url);
    this.api = new Stripe(secretKey, {
      host: hostname,
      port,
      protocol: "http",
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }

  /** Pays an open checkout session, as the person on its page does. */
  async pay(session: string): Promise<void> {
    await this.#press(`${this.url}/c/pay/${session}`, "pay");
  }

  /** Cancels the customer's subscription at the end of the paid month, or takes that back, as the person does in the portal. */
  async setCancelAtPeriodEnd(customer: string, cancel: boolean): Promise<void> {
    const { url } = await this.api.billingPortal.sessions.create({ customer });
    await this.#press(url, cancel ? "cancel" : "resume");
  }

  /** Advances the account's clock by `days` and processes everything that becomes due. */
  async advance(days: number): Promise<void> {
    await this.#control("clock", { seconds: days * 86_400 });
  }

  /** Sets whether the bank refuses the customer's card from now on. */
  async setCard(customer: string, declines: boolean): Promise<void> {
    await this.#control("card", { customer, declines });
  }

  /** Makes the next calls of a path fail: with a status, a dropped connection, or an answer that is not Stripe's. */
  async fail(path: string, kind: number | "drop" | "odd", times = 1): Promise<void> {
    await this.#control("faults", { path, kind, times });
  }

  /** All events of the account, the oldest first. */
  async events(): Promise<Stripe.Event[]> {
    const { data } = await this.api.events.list({ limit: 100 });
    return data.reverse();
  }

  /** Presses a button of a page of the emulator. */
  async #press(page: string, action: string): Promise<void> {
    const body = new URLSearchParams({ action });
    const { status } = await fetch(page, { method: "POST", body, redirect: "manual" });
    if (status !== 303) throw new Error(`${action} on ${page}: ${status}`);
  }

  async #control(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${this.secretKey}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}
