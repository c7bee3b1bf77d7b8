import type { ClientEventInput, ServerEvent } from "#domain/protocol.ts";

/** `turn` is the request whose end makes sending it again pointless, `null` for what is sent once. */
type Entry = { event: ClientEventInput; turn: string | null };

/**
 * What has to reach the server: a request again on every new line until its turn has ended, with its `requestId`, so that
 * it is one turn; a stop until the turn that it is about has ended, so that it never stops another one.
 */
export class ResendQueue {
  #entries: Entry[] = [];
  #running: string | null = null;
  readonly #ended = new Set<string>();

  /** Takes an event. `sent`: it is on its way already. */
  add(event: ClientEventInput, sent: boolean): void {
    const turn = this.#turnOf(event);
    if (!sent || turn !== null) this.#entries.push({ event, turn });
  }

  /** What a line that has just joined is to be sent. */
  takeDue(): ClientEventInput[] {
    const due = this.#entries.map(({ event }) => event);
    this.#entries = this.#entries.filter(({ turn }) => turn !== null);
    return due;
  }

  /**
   * Learns from what the server says. `false`: it is old news, of a turn that has ended; over HTTP an answer and the stream
   * may overtake each other.
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

  #turnOf(event: ClientEventInput): string | null {
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
