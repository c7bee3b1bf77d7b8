import * as v from "valibot";
import { DIALECTS } from "./model-dialects.ts";

/** Instructions for the scripted model server, inside the player's text. */
export const scriptSchema = v.object({
  /** Finds the request in the log. */
  id: v.optional(v.string(), ""),
  text: v.optional(v.string()),
  /** The answer to a request that is not streamed, as JSON. */
  json: v.optional(v.unknown()),
  /** The answer to the first request of this id, if it is not streamed. */
  first: v.optional(v.string()),
  /**
   * Answers to background requests, by task: `suggestion`, `title`, `analysis`, `memory`. A list is used one after
   * another.
   */
  answers: v.optional(v.record(v.string(), v.unknown()), {}),
  /** How long these answers take. */
  taskMs: v.optional(v.number(), 0),
  /** The people whom an analysis returns if the passage names them and they are not known yet. */
  people: v.optional(
    v.array(v.object({ name: v.string(), short: v.string(), role: v.optional(v.string()) })),
    [],
  ),
  pieces: v.optional(v.number(), 12),
  firstMs: v.optional(v.number(), 0),
  everyMs: v.optional(v.number(), 0),
  /** Each piece is the time at which it is sent, in milliseconds since 1970, and its number: no two are the same. */
  stamped: v.optional(v.boolean(), false),
  fault: v.optional(
    v.picklist([
      "status-500",
      "status-429",
      "no-schemas", // 400 for a request with a JSON schema
      "hang",
      "cut",
      "malformed",
      "huge-line",
      "endless",
      "empty",
      "refused",
    ]),
  ),
  /** It writes as this server does. */
  dialect: v.optional(v.picklist(DIALECTS)),
  /** Thoughts that the server tells from the text; with a dialect. */
  thoughts: v.optional(v.array(v.string()), []),
  /** Why it ends; with a dialect. */
  finish: v.optional(v.string(), "stop"),
  /** An error in the middle of the stream, after all pieces; with a dialect. */
  fails: v.optional(v.string()),
  /** What it says in place of text; with a dialect. */
  refusal: v.optional(v.string()),
  /** What it writes when it is asked to carry on. */
  rest: v.optional(v.string()),
  /** Parameters that it refuses by a 400, in the words of `refuses`. */
  unknown: v.optional(v.array(v.string()), []),
  /** How its chat template refuses a system message: by that name, or because roles do not alternate then. */
  roles: v.optional(v.picklist(["alternate", "no-system"])),
  /** A prompt of more messages is longer than its context: it is answered so, by an event of a stream or by JSON. */
  tooLong: v.optional(v.object({ most: v.number(), status: v.number(), body: v.string() })),
  /** So many requests are answered by 503, because the model is being loaded. */
  loading: v.optional(v.number(), 0),
  /** After so many pieces it waits for `goOn`, at the first request of this id. */
  waitsAfter: v.optional(v.number()),
  /** Pieces before the fault. */
  after: v.optional(v.number(), 0),
});
export type Script = v.InferOutput<typeof scriptSchema>;
export type ReplyScript = v.InferInput<typeof scriptSchema>;

/** The player's text with instructions for the fake. */
export function replyScript(script: ReplyScript, action = "I look around"): string {
  return `${action} #reply ${JSON.stringify(script)}`;
}

/** The text that the fake writes for a script with this number of pieces. */
export function scriptedText(pieces: number, id = ""): string {
  return Array.from({ length: pieces }, (_, index) => pieceOf(id, index)).join("");
}

export function pieceOf(id: string, index: number): string {
  return `${id ? `${id}-` : ""}word${index} `;
}

/** A request that the fake received, as returned by `GET /log?id=…`. */
export type LoggedRequest = {
  id: string;
  model: string;
  /** The requested format of the answer, if there was one. */
  format: { type: string } | null;
  messages: { role: string; content: string }[];
  /** All else that it was asked with: how to pick words, how many. */
  parameters: Record<string, unknown>;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The client closed it before the reply was complete. */
  aborted: boolean;
};

/** A fake model's answer when it is asked to fill in the form of a new story. */
export const FILLED_FORM = {
  character: "Mara Voss, a harbour master who has not slept since the fog came",
  genre: "Mystery",
  subGenre: "Cold Case",
  categories: [],
  tropes: [],
  description:
    "A boat that was lost thirty years ago asks for a berth, and Mara knows the voice on the radio.",
  suggestedLength: "short",
};
