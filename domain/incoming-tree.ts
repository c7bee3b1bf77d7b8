import { v5 as uuidv5 } from "uuid";
import type { Analysis, GeneratedImage, MESSAGE_STATUSES, Role } from "./message.ts";
import type { ChangeNotes } from "./notes.ts";
import type { TreeBeside, TreeFacts } from "./story-file.ts";

/*
 * A whole conversation that comes from elsewhere: an imported file, or what somebody else lets others read. Every format becomes this, and
 * `TreeWriter` writes it. Its number in the list names a message, from 0; its id follows from that.
 */

/** A text that a message has had; `editedAt`: when it was written by hand, ISO 8601; `null`: it came so. */
export type TreeText = { content: string; editedAt: string | null };

export type TreeMessage = {
  /** The number of its parent, which is smaller than its own; `null`: it begins a path. Siblings are versions, in the order of their numbers. */
  parent: number | null;
  /** Which version it is; `null`: the next one. */
  version: number | null;
  role: Role;
  /** ISO 8601. */
  timestamp: string;
  /** Its texts, oldest first: mostly one. */
  texts: readonly [TreeText, ...TreeText[]];
  /** Which of the texts is shown, from 1. */
  shown: number;
  status: (typeof MESSAGE_STATUSES)[number];
  model: string | null;
  wish: string | null;
  /** What happens in it, in a few words. */
  heading: string | null;
  /** Since when it is in the bin with all that follows, in milliseconds since 1970. */
  removedAt: number | null;
  analysis: Analysis | null;
  /** Its picture, which is stored already. */
  image: GeneratedImage | null;
  /** Which change by hand gave it its text; see `editCount`. */
  editNumber: number | null;
  /** What was read from it; `null`: nothing yet. */
  facts: TreeFacts | null;
};

/** What stands beside the messages, once all of them are written. */
export type TreeEnd = {
  /** How many messages there are: the end is refused while some are missing. */
  count: number;
  /** The message at the end of the open path; `null`: there is none. */
  head: number | null;
  pathNames: readonly { leaf: number; name: string }[];
  notes: ChangeNotes;
  /** Exchanges that count for the plan's limit. */
  exchangeCount: number;
  /** What comes from a file of ours alone. */
  beside?: TreeBeside;
};

/** A message as most sources have it: one text, written at some time. */
export function toTreeMessage(
  message: Pick<TreeMessage, "parent" | "role" | "timestamp"> & { content: string } & Partial<TreeMessage>,
): TreeMessage {
  const { content, ...fields } = message;
  return {
    texts: [{ content, editedAt: null }],
    shown: 1,
    version: null,
    status: "complete",
    model: null,
    wish: null,
    heading: null,
    removedAt: null,
    analysis: null,
    image: null,
    editNumber: null,
    facts: null,
    ...fields,
  };
}

/** The id that something of a tree has in a conversation: the same each time it is asked for. */
export function toOwnId(conversationId: string, idInTree: string): string {
  return uuidv5(idInTree, conversationId);
}

/** The id that the message with that number has. */
export function toMessageId(conversationId: string, number: number): string {
  return toOwnId(conversationId, `message ${number}`);
}

/** The most messages and characters that an object takes at once: one transaction, a fraction of a second. */
const PIECE_MESSAGES = 200;
const PIECE_CHARACTERS = 500_000;

/** Divides messages into pieces that an object takes, each with the number of its first message. */
export function* cutIntoPieces(
  messages: Iterable<TreeMessage>,
): Generator<{ first: number; messages: TreeMessage[] }> {
  let first = 0;
  let piece: TreeMessage[] = [];
  let characters = 0;
  for (const message of messages) {
    const length = message.texts.reduce((sum, { content }) => sum + content.length, 0);
    if (piece.length === PIECE_MESSAGES || (piece.length > 0 && characters + length > PIECE_CHARACTERS)) {
      yield { first, messages: piece };
      first += piece.length;
      piece = [];
      characters = 0;
    }
    piece.push(message);
    characters += length;
  }
  if (piece.length > 0) yield { first, messages: piece };
}
