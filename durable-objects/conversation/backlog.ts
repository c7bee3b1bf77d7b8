import * as v from "valibot";
import { createId } from "#domain/ids.ts";

/** Stored with a socket: what was unread when it was last asked whether it reads. */
export const askedSchema = v.object({ mark: v.string(), bytes: v.number() });
type Asked = v.InferOutput<typeof askedSchema>;

/** A reader is asked whether they read when they are this part of the most that may wait for them behind. */
const ASKED_AT = 1 / 4;

/**
 * What a socket was sent and is not known to have read. The runtime does not tell how much of it still waits, so the reader
 * is asked now and then to send a mark back: who answers has read all that was sent before it.
 */
export class Backlog {
  #unread: number;
  #asked: Asked | null;

  constructor(asked: Asked | null) {
    this.#asked = asked;
    this.#unread = asked?.bytes ?? 0;
  }

  /** The question that is not answered yet. */
  get asked(): Asked | null {
    return this.#asked;
  }

  /** Whether so many bytes may be sent. One event may always be sent to somebody who has read everything. */
  hasRoom(bytes: number, most: number): boolean {
    return this.#unread === 0 || this.#unread + bytes <= most;
  }

  add(bytes: number): void {
    this.#unread += bytes;
  }

  isAskDue(most: number): boolean {
    return this.#asked === null && this.#unread >= most * ASKED_AT;
  }

  /** The mark that is to come back. */
  ask(): string {
    const mark = createId();
    this.#asked = { mark, bytes: this.#unread };
    return mark;
  }

  /** Whether this is the answer to the question. */
  answer(mark: string): boolean {
    if (this.#asked?.mark !== mark) return false;
    this.#unread -= this.#asked.bytes;
    this.#asked = null;
    return true;
  }
}
