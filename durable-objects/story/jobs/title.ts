import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { TITLE_MAX } from "#domain/story-schemas.ts";
import { titlePrompt } from "#workers/ai/prompts/title.ts";
import { askText } from "#workers/ai/structured.ts";
import { setFirstTitle } from "#workers/stories/store.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import type { Turn } from "../../conversation/turn-log.ts";
import type { StoryParts } from "../story-parts.ts";

/** Gives a story its title, from its opening, unless the person has given it one. */
export class TitleJob implements Job {
  readonly #parts: StoryParts;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  follows(_opening: MessageRow, turn: Turn): boolean {
    return turn.kind === "opening";
  }

  async run(opening: MessageRow, owner: Owner): Promise<void> {
    const facts = await this.#parts.findFacts(owner, opening.id);
    if (facts?.brief.title !== DEFAULT_STORY_TITLE) return;
    const prompt = titlePrompt(facts.brief, opening.content);
    const title = await askInTime((signal) =>
      askText(this.#parts.writer(), prompt, { signal, maxLength: TITLE_MAX }),
    );
    if (title === null) return;
    if (await this.#save(owner, title))
      this.#parts.readers.broadcast({ type: "conversation-updated", title });
  }
  /** Returns whether the story had no title of its own. */
  async #save({ userId, conversationId }: Owner, title: string): Promise<boolean> {
    const { demo, openDatabase } = this.#parts;
    const row = demo.find();
    if (row === null) return setFirstTitle(openDatabase(), userId, conversationId, title, new Date());
    // Its row in D1 is being made: the queue comes back to this.
    if (row.adoptedBy !== null) throw new Error("A demo is being given to somebody.");
    demo.setTitle(title);
    return true;
  }
}
