import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { findUsualSpeakers, type ReplySpeakers } from "#workers/ai/reply/speakers.ts";

/** A story in which nothing special is known. */
export function storySpeakers(speakers: Partial<ReplySpeakers> = {}): ReplySpeakers {
  const { earlier = [], action = null } = speakers;
  const usual = findUsualSpeakers([...earlier, ...(action === null ? [] : [action])]);
  return { form: "story", player: null, writer: null, action, earlier, usual, ...speakers };
}

/** A chat with Mara. */
export function chatSpeakers(speakers: Partial<ReplySpeakers> = {}): ReplySpeakers {
  return storySpeakers({ form: "chat", writer: "Mara", ...speakers });
}

/** How a text is cut into pieces on its way: by the character, by a few, by words, and not at all. */
export const PIECES = [1, 2, 3, 7, 40, Number.POSITIVE_INFINITY];

export type Passed = { text: string; cut: string | null };

/** What becomes of a model's text. Throws where that depends on how it was cut into pieces. */
export function pass(text: string, speakers = storySpeakers(), beginsInThoughts = false): Passed {
  const [first, ...others] = PIECES.map((size) => passInPieces(text, size, speakers, beginsInThoughts));
  if (first === undefined) throw new Error("There is a size.");
  for (const other of others) {
    if (other.text !== first.text || other.cut !== first.cut) {
      throw new Error(`The pieces matter: ${JSON.stringify([first, other])}`);
    }
  }
  return first;
}

export function passInPieces(
  text: string,
  size: number,
  speakers = storySpeakers(),
  beginsInThoughts = false,
): Passed {
  const reply = new ReplyText({ speakers, beginsInThoughts });
  let at = 0;
  while (at < text.length && reply.cut === null) {
    reply.push(text.slice(at, at + size));
    at += size;
  }
  reply.end();
  return { text: reply.text.trim(), cut: reply.cut };
}
