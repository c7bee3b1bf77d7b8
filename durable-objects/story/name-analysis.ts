import type { Analysis } from "#domain/message.ts";
import { MentionFinder } from "#workers/ai/cast/mention-finder.ts";
import type { FollowedReply, ReplyAnalysis } from "../conversation/conversation-kind.ts";
import type { CastStore } from "./cast-store.ts";

/** Finds the names of the known cast in replies. */
export class NameAnalysis implements ReplyAnalysis {
  readonly #cast: Pick<CastStore, "rows">;

  constructor(cast: Pick<CastStore, "rows">) {
    this.#cast = cast;
  }

  follow(text: string): FollowedReply {
    const cast = this.#cast.rows();
    if (cast.length === 0) return { read: () => undefined };
    const finder = new MentionFinder(cast);
    let found = 0;
    const read = (piece: string) => {
      finder.push(piece);
      const analysis = finder.analysis();
      const count = analysis.mentionedCharacters.reduce((sum, { positions }) => sum + positions.length, 0);
      if (count === found) return undefined;
      found = count;
      return analysis;
    };
    if (text !== "") read(text);
    return { read };
  }

  analyse(text: string): Analysis | null {
    const cast = this.#cast.rows();
    return cast.length === 0 ? null : analyseNames(new MentionFinder(cast), text);
  }
}

/** The names in a whole text; `null`: there are none. `finder` has read nothing yet. */
export function analyseNames(finder: MentionFinder, text: string): Analysis | null {
  finder.push(text);
  finder.end();
  const analysis = finder.analysis();
  return analysis.mentionedCharacters.length === 0 ? null : analysis;
}
