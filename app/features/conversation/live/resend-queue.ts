import type { ClientEventInput, ServerEvent } from "#domain/protocol.ts";

/** `turn`: the request id whose end drops the entry; `null` for an event that is sent once. */
type Entry = { event: ClientEventInput; turn: string | null };

/**
 * The events that have to reach the server. A request is sent again on every new connection until its turn has ended; with
 * the same `requestId` it stays one turn. A stop is kept until its turn has ended, so that it never stops another one.
 */
export class ResendQueue {
  #entries: Entry[] = [];
  #running: string | null = null;
  readonly #ended = new Set<string>();

  /** Adds an event. `sent`: it was just sent. */
  add(event: ClientEventInput, sent: boolean): void {
    if (event.type === "keep-place") {
      this.#entries = this.#entries.filter((entry) => entry.event.type !== "keep-place");
    }
    const turn = this.#findTurn(event);
    if (!sent || turn !== null) this.#entries.push({ event, turn });
  }

  /** The events to send over a connection that has just joined. */
  takeDue(): ClientEventInput[] {
    const due = this.#entries.map(({ event }) => event);
    this.#entries = this.#entries.filter(({ turn }) => turn !== null);
    return due;
  }

  /**
   * Updates the queue by an event of the server. `false`: the event is out of date, its turn has ended; over HTTP a POST's
   * answer and the stream may overtake each other.
   */
  hear(event: ServerEvent): boolean {
    switch (event.type) {
      case "joined":
        this.#running = event.turn?.requestId ?? null;
        this.#dropLateStops();
        return true;
      case "message-accepted":
        return !this.#ended.has(event.requestId);
      case "stream-start":
        if (this.#ended.has(event.requestId)) return false;
        this.#running = event.requestId;
        return true;
      case "stream-complete":
      case "stream-error":
        if (event.requestId !== undefined) this.#settle(event.requestId);
        return true;
      default:
        return true;
    }
  }

  #settle(requestId: string): void {
    this.#ended.add(requestId);
    this.#entries = this.#entries.filter(({ turn }) => turn !== requestId);
    if (this.#running === requestId) this.#running = null;
  }

  #findTurn(event: ClientEventInput): string | null {
    if ("requestId" in event) return event.requestId;
    if (event.type !== "stream-stop") return null;
    return (
      this.#running ?? this.#entries.findLast(({ event: { type } }) => type !== "stream-stop")?.turn ?? null
    );
  }

  #dropLateStops(): void {
    const asked = new Set(this.#entries.map(({ event }) => ("requestId" in event ? event.requestId : null)));
    this.#entries = this.#entries.filter(
      ({ event, turn }) =>
        event.type !== "stream-stop" || turn === null || turn === this.#running || asked.has(turn),
    );
  }
}
