import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { buildTitlePrompt, buildTitleTask } from "#workers/ai/prompts/title.ts";
import { findTitleFault, toPremiseTitle } from "#workers/ai/story-title.ts";
import { askText } from "#workers/ai/structured.ts";
import { setFirstTitle } from "#workers/stories/store.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import type { Turn } from "../../conversation/turn-store.ts";
import type { StoryParts } from "../story-parts.ts";

/** The maximum of an answer that is read, in characters; a title that is too long is requested again. */
const ANSWER_MAX = 200;

/**
 * Gives a story its title, from its opening, unless the person has given it one. If the model gives no usable title
 * twice, the title is made from the premise.
 */
export class TitleJob implements Job {
  readonly #parts: StoryParts;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  follows(_opening: MessageRow, turn: Turn): boolean {
    return turn.kind === "opening";
  }

  async run(opening: MessageRow, owner: Owner, idle: AbortSignal): Promise<void> {
    const facts = await this.#parts.findFacts(owner, opening.id);
    if (facts?.brief.title !== DEFAULT_STORY_TITLE) return;
    const task = { asked: "writer", last: opening, request: buildTitleTask() } as const;
    const prompt =
      this.#parts.prompts.past.findTaskPrompt(facts, task) ?? buildTitlePrompt(facts.brief, opening.content);
    const given = await askInTime({ idle, timeouts: this.#parts.timeouts() }, (asked) =>
      askText(this.#parts.model(), prompt, {
        ...asked,
        maxLength: ANSWER_MAX,
        findFault: (title) => findTitleFault(title, opening.content),
      }),
    );
    const title = given ?? toPremiseTitle(facts.brief);
    if (title === null) return;
    if (await this.#save(owner, title))
      this.#parts.readers.broadcast({ type: "conversation-updated", title });
  }
  /** Returns whether the story had no title of its own. */
  async #save(owner: Owner, title: string): Promise<boolean> {
    const { demo, openDatabase } = this.#parts;
    const row = demo.find();
    if (row === null) return setFirstTitle(openDatabase(owner), owner.userId, owner.conversationId, title);
    // Its row in D1 is being made. The queue runs this job again later.
    if (row.adoptedBy !== null) throw new Error("A demo is being given to somebody.");
    demo.setTitle(title);
    return true;
  }
}
