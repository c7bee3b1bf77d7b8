import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { findUsualSpeakers, type ReplyVoices } from "#workers/ai/reply/voices.ts";

/** A story in which nothing special is known. */
export function storyVoices(voices: Partial<ReplyVoices> = {}): ReplyVoices {
  const { earlier = [], action = null } = voices;
  const usual = findUsualSpeakers([...earlier, ...(action === null ? [] : [action])]);
  return { form: "story", player: null, writer: null, action, earlier, usual, ...voices };
}

/** A chat with Mara. */
export function chatVoices(voices: Partial<ReplyVoices> = {}): ReplyVoices {
  return storyVoices({ form: "chat", writer: "Mara", ...voices });
}

/** How a text is cut into pieces on its way: by the character, by a few, by words, and not at all. */
export const PIECES = [1, 2, 3, 7, 40, Number.POSITIVE_INFINITY];

export type Passed = { text: string; cut: string | null };

/** What becomes of a model's text. Throws where that depends on how it was cut into pieces. */
export function pass(text: string, voices = storyVoices(), beginsInThoughts = false): Passed {
  const [first, ...others] = PIECES.map((size) => passInPieces(text, size, voices, beginsInThoughts));
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
  voices = storyVoices(),
  beginsInThoughts = false,
): Passed {
  const reply = new ReplyText({ voices, beginsInThoughts });
  let at = 0;
  while (at < text.length && reply.cut === null) {
    reply.push(text.slice(at, at + size));
    at += size;
  }
  reply.end();
  return { text: reply.text.trim(), cut: reply.cut };
}
