import { createHmac } from "node:crypto";
import type { AccountState, DeliveryRecord, EventRecord } from "./records.ts";

/** A delivery that is not accepted is repeated after 1 s, 2 s, 4 s …, at most this long after the attempt before. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** About ten minutes of attempts. Stripe tries for three days. */
const ATTEMPTS_MAX = 15;
const ANSWER_LIMIT_MS = 10_000;

export type WebhookTarget = { url: string; secret: string };

/** How events are delivered; tests change it while the emulator runs. */
export type WebhookBehaviour = {
  /** Holds events back until they are released. */
  hold: boolean;
  /** How many more times each event is sent after it was accepted. */
  duplicates: number;
};

export type Sent = { eventId: string; type: string; status: number | null };

type WebhookParts = {
  state: Pick<AccountState, "events" | "deliveries">;
  target: WebhookTarget | null;
  toBody: (event: EventRecord) => string;
  save: () => void;
};

/** Delivers an account's events to its webhook, signed, and retries until they are accepted. */
export class Webhooks {
  readonly #parts: WebhookParts;
  #behaviour: WebhookBehaviour = { hold: false, duplicates: 0 };
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

  /**
   * Sends the events that are held, each once and then `duplicates` more times. `shuffle` puts them in a random order;
   * `lose` of them (0 to 1) are never sent. Returns the status of each answer, in the order of sending.
   */
  async release(how: { shuffle: boolean; duplicates: number; lose: number }): Promise<Sent[]> {
    const held = this.#parts.state.deliveries.splice(0);
    const copies = held.flatMap((delivery) => Array.from({ length: how.duplicates + 1 }, () => delivery));
    const order = how.shuffle ? shuffled(copies) : copies;
    const sent: Sent[] = [];
    for (const { eventId } of order) {
      if (Math.random() < how.lose) continue;
      const event = this.#event(eventId);
      sent.push({ eventId, type: event.type, status: await this.#send(event) });
    }
    this.#parts.save();
    return sent;
  }

  /** Changes how events are delivered from now on. */
  behave(change: Partial<WebhookBehaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...change };
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    this.stop();
    const waiting = this.#parts.state.deliveries.filter((delivery) => !this.#underWay.has(delivery));
    if (waiting.length === 0 || this.#behaviour.hold) return;
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
    const event = this.#event(delivery.eventId);
    const accepted = isAccepted(await this.#send(event));
    if (accepted) {
      for (let copy = 0; copy < this.#behaviour.duplicates; copy++) await this.#send(event);
    }
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

function shuffled<T>(items: T[]): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    const [a, b] = [order[last], order[other]];
    if (a === undefined || b === undefined) continue;
    order[last] = b;
    order[other] = a;
  }
  return order;
}

/** The `Stripe-Signature` header of a webhook's body: the time, in seconds since 1970, and an HMAC over time and body. */
function signWebhook(body: string, secret: string, time: number): string {
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${mac}`;
}
