import type { Analysis } from "#domain/message.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { type KnownName, MentionFinder } from "#workers/ai/cast/mention-finder.ts";
import type { FollowedReply, ReplyAnalysis } from "../conversation/conversation-kind.ts";

/** The people whose names are known. */
type Cast = { rows: () => readonly KnownName[] };

const { mentionsPerReply } = CONVERSATION_LIMITS;
/**
 * Each analysis contains all mentions so far. Up to this number of mentions, each new one is sent at once. After that,
 * an analysis is sent only when there are a quarter more mentions, so that the total size grows in proportion to the
 * reply and not with its square. At its end all are sent.
 */
const ALL_TOLD = 50;
const TOLD_AGAIN_AT = 1.25;

/** Finds the names of the known cast in replies. */
export class KnownNameFinder implements ReplyAnalysis {
  readonly #cast: Cast;

  constructor(cast: Cast) {
    this.#cast = cast;
  }

  follow(text: string): FollowedReply {
    const cast = this.#cast.rows();
    if (cast.length === 0) return { read: () => undefined };
    const finder = new MentionFinder(cast, mentionsPerReply);
    let told = 0;
    const read = (piece: string) => {
      finder.push(piece);
      const { count } = finder;
      if (count === told || (count > ALL_TOLD && count < told * TOLD_AGAIN_AT)) return undefined;
      told = count;
      return finder.analysis();
    };
    if (text !== "") read(text);
    return { read };
  }

  analyse(text: string): Analysis | null {
    return findKnownNames(this.#cast.rows(), text);
  }
}

/** The known names in a whole text; `null`: there are none. */
export function findKnownNames(known: readonly KnownName[], text: string): Analysis | null {
  if (known.length === 0) return null;
  const finder = new MentionFinder(known, mentionsPerReply);
  finder.push(text);
  finder.end();
  const analysis = finder.analysis();
  return analysis.mentionedCharacters.length === 0 ? null : analysis;
}
