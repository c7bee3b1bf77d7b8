import { createHmac } from "node:crypto";
import type { AccountState, DeliveryRecord, EventRecord } from "./records.ts";

/** A delivery that is not accepted is repeated after 1 s, 2 s, 4 s …, at most this long after the attempt before. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** About ten minutes of attempts. Stripe tries for three days. */
const ATTEMPTS_MAX = 15;
const ANSWER_LIMIT_MS = 10_000;

export type WebhookTarget = { url: string; secret: string };

type WebhookParts = {
  state: Pick<AccountState, "events" | "deliveries">;
  target: WebhookTarget | null;
  toBody: (event: EventRecord) => string;
  save: () => void;
};

/** Delivers an account's events to its webhook, signed, and retries until they are accepted. */
export class Webhooks {
  readonly #parts: WebhookParts;
  #timer: NodeJS.Timeout | undefined;
  readonly #underWay = new Set<DeliveryRecord>();

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#schedule();
  }

  /** Queues an event. Without a webhook address it can only be read. */
  add(event: EventRecord): void {
    if (this.#parts.target === null) return;
    this.#parts.state.deliveries.push({ eventId: event.id, attempts: 0, dueAt: Date.now() });
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    this.stop();
    const waiting = this.#parts.state.deliveries.filter((delivery) => !this.#underWay.has(delivery));
    if (waiting.length === 0) return;
    const dueAt = Math.min(...waiting.map((delivery) => delivery.dueAt));
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, dueAt - Date.now()));
    this.#timer.unref();
  }

  #sendDue(): void {
    const now = Date.now();
    for (const delivery of this.#parts.state.deliveries) {
      if (delivery.dueAt <= now && !this.#underWay.has(delivery)) void this.#deliver(delivery);
    }
    this.#schedule();
  }

  async #deliver(delivery: DeliveryRecord): Promise<void> {
    this.#underWay.add(delivery);
    const accepted = isAccepted(await this.#send(this.#event(delivery.eventId)));
    this.#underWay.delete(delivery);
    delivery.attempts += 1;
    delivery.dueAt = Date.now() + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (delivery.attempts - 1));
    if (accepted || delivery.attempts >= ATTEMPTS_MAX) {
      const { deliveries } = this.#parts.state;
      const place = deliveries.indexOf(delivery);
      if (place >= 0) deliveries.splice(place, 1);
    }
    this.#parts.save();
    this.#schedule();
  }

  /** The status of the answer; null when there was none. */
  async #send(event: EventRecord): Promise<number | null> {
    const { target, toBody } = this.#parts;
    if (target === null) return null;
    const body = toBody(event);
    try {
      const response = await fetch(target.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": signWebhook(body, target.secret, Math.floor(Date.now() / 1000)),
          "User-Agent": "Stripe/1.0 (Talespark's local emulator)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null; // not reachable, or too slow: retried
    }
  }

  #event(id: string): EventRecord {
    const event = this.#parts.state.events.find((candidate) => candidate.id === id);
    if (event === undefined) throw new Error(`A delivery of the event ${id}, which is not kept.`);
    return event;
  }
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The `Stripe-Signature` header of a webhook's body: the time, in seconds since 1970, and an HMAC over time and body. */
function signWebhook(body: string, secret: string, time: number): string {
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${mac}`;
}
