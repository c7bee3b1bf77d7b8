import * as v from "valibot";
import { encode } from "#domain/protocol.ts";
import { Reader as ApiReader } from "#tests/faults/harness/reader.ts";
import { Line } from "./line.ts";

/** A person with an account, who calls the API and opens stories with a bearer token. */
export class Reader {
  readonly sub: string;
  readonly api: ApiReader;
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, sub: string, token: string) {
    this.sub = sub;
    this.api = new ApiReader(origin, sub, token);
    this.#origin = origin;
    this.#token = token;
  }

  /** Opens a connection to a story and joins. */
  async open(storyId: string): Promise<Line> {
    const url = `${this.#origin}/live/stories/${storyId}`;
    const line = await Line.open(url, { Authorization: `Bearer ${this.#token}` }, (data) => {
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
