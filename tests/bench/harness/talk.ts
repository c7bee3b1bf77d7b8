import * as v from "valibot";
import { encode } from "#domain/protocol.ts";
import { type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { type Frame, Line, type Reader } from "./line.ts";

/** One delta: when the model sent it and when it arrived, in milliseconds since 1970. */
export type Delta = { sent: number; arrived: number };

/** The times of one reply. Except for the deltas, in milliseconds since the message was sent. */
export type Reply = {
  accepted: number;
  firstChunk: number;
  complete: number;
  deltas: Delta[];
  /** Bytes of the frames that carried the text, and of the text in them. */
  wireBytes: number;
  textBytes: number;
};

export type ReplyPlan = Pick<ReplyScript, "pieces" | "everyMs">;

/** A connection to a conversation of either side. Replies are requested one at a time. */
export type Talk = { line: Line; ask: (plan: ReplyPlan) => Promise<Reply> };

/** The meaning of a side's frames. */
type Dialect = {
  wrap: (content: string, requestId: string) => string;
  isAccepted: (data: string) => boolean;
  isChunk: (data: string) => boolean;
  isEnd: (data: string) => boolean;
  isError: (data: string) => boolean;
  textOf: (data: string) => string;
  /** Matches a delta in the text and captures its time. */
  delta: RegExp;
};

const chunkSchema = v.object({ content: v.string() });

function ofStory(storyId: string): Dialect {
  return {
    wrap: (content, requestId) => encode({ type: "stream-message", requestId, storyId, content }),
    isAccepted: (data) => data.startsWith('{"type":"message-accepted"'),
    isChunk: (data) => data.startsWith('{"type":"stream-chunk"'),
    isEnd: (data) => data.startsWith('{"type":"stream-complete"'),
    isError: (data) => data.startsWith('{"type":"stream-error"'),
    textOf: (data) => v.parse(chunkSchema, JSON.parse(data)).content,
    delta: /(\d{13}) \d+ /g,
  };
}

const ofRelay: Dialect = {
  wrap: (content) => content,
  isAccepted: (data) => data === "accepted",
  isChunk: (data) => data.startsWith("read "),
  isEnd: (data) => data === "done",
  isError: () => false,
  textOf: (data) => data.slice("read ".length),
  delta: /"content":"(\d{13}) \d+ "/g,
};

/** Opens a story of the product and joins. */
export async function openStory(reader: Reader, storyId: string): Promise<Talk> {
  return talkOver(await reader.openLine(storyId), ofStory(storyId));
}

/** Opens a conversation of the relay. */
export async function openRelay(relayUrl: string, name: string): Promise<Talk> {
  return talkOver(await openSocket(relayUrl, `relay/${name}`), ofRelay);
}

/** Opens a conversation of the bare broadcast. It sends no acceptance: `accepted` is the first chunk. */
export async function openBroadcast(relayUrl: string, name: string): Promise<Talk> {
  return talkOver(await openSocket(relayUrl, `broadcast/${name}`), {
    ...ofRelay,
    isAccepted: ofRelay.isChunk,
  });
}

function openSocket(relayUrl: string, path: string): Promise<Line> {
  return Line.open(new WebSocket(`${relayUrl.replace(/^http/, "ws")}/${path}`));
}

function talkOver(line: Line, dialect: Dialect): Talk {
  return {
    line,
    async ask(plan) {
      line.take();
      const requestId = crypto.randomUUID();
      const frame = dialect.wrap(replyScript({ ...plan, stamped: true }), requestId);
      const start = performance.now();
      line.send(frame);
      const end = await line.until((data) => dialect.isEnd(data) || dialect.isError(data));
      const frames = line.take();
      if (dialect.isError(end.data)) throw new Error(`A reply failed: ${end.data}`);
      const deltas = readDeltas(frames, dialect);
      if (deltas.length !== plan.pieces) {
        throw new Error(`Of ${plan.pieces} deltas ${deltas.length} arrived.`);
      }
      return {
        accepted: timeOf(frames, dialect.isAccepted) - start,
        firstChunk: timeOf(frames, dialect.isChunk) - start,
        complete: end.at - start,
        deltas,
        ...measureBytes(frames, dialect),
      };
    },
  };
}

function measureBytes(frames: Frame[], dialect: Dialect) {
  const chunks = frames.filter(({ data }) => dialect.isChunk(data)).map(({ data }) => data);
  const countBytes = (texts: string[]) => Buffer.byteLength(texts.join(""));
  return { wireBytes: countBytes(chunks), textBytes: countBytes(chunks.map(dialect.textOf)) };
}

function timeOf(frames: Frame[], fits: (data: string) => boolean): number {
  const frame = frames.find(({ data }) => fits(data));
  if (frame === undefined) throw new Error("A reply came without a frame that every reply has.");
  return frame.at;
}

/** Finds the deltas in the text of the chunks; a delta that two chunks share arrived with the second. */
function readDeltas(frames: Frame[], dialect: Dialect): Delta[] {
  const chunks = frames.filter(({ data }) => dialect.isChunk(data));
  let text = "";
  const ends = chunks.map(({ data, wall }) => {
    text += dialect.textOf(data);
    return { end: text.length, wall };
  });
  let chunk = 0;
  return [...text.matchAll(dialect.delta)].map((match) => {
    const end = match.index + match[0].length;
    while ((ends[chunk]?.end ?? Number.POSITIVE_INFINITY) < end) chunk += 1;
    return { sent: Number(match[1]), arrived: ends[chunk]?.wall ?? Number.NaN };
  });
}
