import { type ClientEventInput, decodeServerEvent, encode, type ServerEvent } from "#domain/protocol.ts";
import { type Readable, readerHeaders } from "./story-reader.ts";

/** A reader of a story over HTTP: receives events as a stream and sends them one by one. */
export class EventStreamReader {
  readonly events: ServerEvent[] = [];
  /** `messageId:offset` of the last text received. */
  lastEventId: string | null = null;
  readonly #story: Readable;
  readonly #abort = new AbortController();
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(story: Readable, response: Response) {
    if (!response.body) throw new Error(`No stream: ${response.status}`);
    this.#story = story;
    this.#lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(story: Readable, lastEventId: string | null = null): Promise<EventStreamReader> {
    const headers = new Headers(readerHeaders(story));
    headers.set("Accept", "text/event-stream");
    if (lastEventId) headers.set("Last-Event-ID", lastEventId);
    return new EventStreamReader(story, await story.stub.fetch("http://object/live", { headers }));
  }

  /** Sends one event and returns the events of the answer. */
  async send(event: ClientEventInput): Promise<{ events: ServerEvent[] }> {
    const body = encode(event);
    const response = await this.#story.stub.fetch("http://object/live", {
      method: "POST",
      headers: readerHeaders(this.#story),
      body,
    });
    return response.json();
  }

  async leave(): Promise<void> {
    this.#abort.abort();
    await this.#lines.cancel();
  }

  /** Reads until an event of that type has arrived. */
  async until(type: ServerEvent["type"]): Promise<void> {
    while (this.events.at(-1)?.type !== type) {
      const { done, value } = await this.#lines.read();
      if (done) throw new Error(`The stream ended before ${type} came.`);
      this.#take(value);
    }
  }

  #take(text: string): void {
    this.#rest += text;
    for (let end = this.#rest.indexOf("\n\n"); end >= 0; end = this.#rest.indexOf("\n\n")) {
      const lines = this.#rest.slice(0, end).split("\n");
      this.#rest = this.#rest.slice(end + 2);
      for (const line of lines) {
        if (line.startsWith("id: ")) this.lastEventId = line.slice(4);
        if (!line.startsWith("data: ")) continue;
        const decoded = decodeServerEvent(line.slice(6));
        if (!decoded.ok) throw new Error(decoded.fault.message);
        this.events.push(decoded.event);
      }
    }
  }
}
