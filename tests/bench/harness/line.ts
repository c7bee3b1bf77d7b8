import * as v from "valibot";
import { encode } from "#domain/protocol.ts";
import { Reader as ApiReader } from "#tests/faults/harness/reader.ts";

/** A received frame with its time by this process's clock and by the wall clock (milliseconds since 1970). */
export type Frame = { at: number; wall: number; data: string };
type Fits = (data: string) => boolean;

const WAIT_LIMIT_MS = 60_000;

/** The answer to a frame that is not part of the measurement; `null`: an ordinary frame. */
type Answering = (data: string) => string | null;

/** A WebSocket that records frames and their times, and parses almost nothing while the clock runs. */
export class Line {
  #frames: Frame[] = [];
  readonly #socket: WebSocket;
  #cut: Error | null = null;
  #waiting: { fits: Fits; resolve: (frame: Frame) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: WebSocket, answerTo: Answering) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const answer = answerTo(String(data));
      if (answer !== null) return socket.send(answer);
      const frame = { at: performance.now(), wall: Date.now(), data: String(data) };
      this.#frames.push(frame);
      if (this.#waiting?.fits(frame.data)) this.#waiting.resolve(frame);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.#cut = new Error(`The line was cut: ${code} ${reason}`);
      this.#waiting?.reject(this.#cut);
    });
  }

  static async open(socket: WebSocket, answerTo: Answering = () => null): Promise<Line> {
    const opened = new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error(`${socket.url} could not be opened.`)));
    });
    const line = new Line(socket, answerTo);
    await opened;
    return line;
  }

  send(frame: string): void {
    this.#socket.send(frame);
  }

  /** The frames since the last call. */
  take(): Frame[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  /** The first matching frame, of those not taken yet or still to come. Throws when the line is cut, or after 60 s. */
  async until(fits: Fits): Promise<Frame> {
    const found = this.#frames.find(({ data }) => fits(data));
    if (found !== undefined) return found;
    if (this.#cut !== null) throw this.#cut;
    let limit: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Frame>((resolve, reject) => {
        this.#waiting = { fits, resolve, reject };
        limit = setTimeout(
          () => reject(new Error(`Waited in vain; ${this.#frames.length} frames came.`)),
          WAIT_LIMIT_MS,
        );
      });
    } finally {
      clearTimeout(limit);
      this.#waiting = null;
    }
  }

  close(): void {
    this.#socket.close();
  }
}

/** A person with an account, who also opens lines to stories. */
export class Reader extends ApiReader {
  /** Opens a connection to a story and joins. */
  async openLine(storyId: string): Promise<Line> {
    const line = await Line.open(this.socketTo(storyId), (data) => {
      if (!data.startsWith('{"type":"read-check"')) return null;
      const { mark } = v.parse(v.object({ mark: v.string() }), JSON.parse(data));
      return encode({ type: "read-until", storyId, mark });
    });
    line.send(encode({ type: "join-story", storyId }));
    await line.until((data) => data.startsWith('{"type":"joined"'));
    line.take();
    return line;
  }
}
