import * as v from "valibot";
import { createId } from "#domain/ids.ts";

/** Stored with a socket: the question that it has not answered yet, and how many bytes were unread then. */
export const askedSchema = v.object({ mark: v.string(), bytes: v.number() });
type Asked = v.InferOutput<typeof askedSchema>;

/** A read check is sent when this part of the limit is unread. */
const ASKED_AT = 1 / 4;

/**
 * Counts the bytes that were sent to a socket and may still be unread. The runtime does not tell, so the reader is asked
 * now and then to send a mark back. The answer shows that everything before the mark was read.
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

  /** Whether this many bytes may be sent. One event may always be sent to a reader who has read everything. */
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
