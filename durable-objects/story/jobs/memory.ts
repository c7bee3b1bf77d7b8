import { fillWindow } from "#workers/ai/context-window.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import type { Turn } from "../../conversation/turn-log.ts";
import type { StoryParts } from "../story-parts.ts";
import { summariseMessages } from "../summarise.ts";

/** Messages that are summarised at once, and at least that many have to have left the window. */
const SUMMARISED_AT_ONCE = 8;
/** A path of so few messages is all in the window, or nearly. */
const NEVER_BEYOND_WINDOW = 10;
/** Ids of a backlog that are read at once: a story that comes to a plan with memory late has a long one. */
const BACKLOG_READ = 400;

/** Summarises the messages that have left the model's window, some at a time. */
export class MemoryJob implements Job {
  readonly #parts: StoryParts;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  follows(reply: MessageRow, turn: Turn): boolean {
    return turn.kind !== "opening" && reply.depth > NEVER_BEYOND_WINDOW;
  }

  async run(reply: MessageRow, owner: Owner): Promise<void> {
    const { memory, tree } = this.#parts;
    const last = this.#findLastBeyondWindow();
    if (last === null || memory.findBacklog(last, SUMMARISED_AT_ONCE).length < SUMMARISED_AT_ONCE) return;
    const facts = await this.#parts.findFacts(owner, reply.id);
    // A plan with a limited history gives the model the last messages only: nothing is summarised for it.
    if (facts?.limits.historyMessages !== null) return;
    for (let ids = memory.findBacklog(last, BACKLOG_READ); ids.length >= SUMMARISED_AT_ONCE; ) {
      // The next reply asks for it again; a story that is written goes before one that is summarised.
      if (this.#parts.isBusy()) return;
      const messages = ids.slice(0, SUMMARISED_AT_ONCE).flatMap((id) => tree.get(id) ?? []);
      const end = messages.at(-1);
      if (!end) return;
      const before = memory.findLastOnPath(end)?.lines ?? [];
      const lines = await askInTime((signal) =>
        summariseMessages(this.#parts.structured(), before, messages, signal),
      );
      memory.save(end, lines);
      ids = ids.slice(SUMMARISED_AT_ONCE);
      if (ids.length < SUMMARISED_AT_ONCE) ids = memory.findBacklog(last, BACKLOG_READ);
    }
  }

  /** The last message that has left the window; `null`: all of the story is in it. */
  #findLastBeyondWindow(): MessageRow | null {
    const { tree } = this.#parts;
    const budget = { tokens: this.#parts.windowTokens(), messages: null };
    const [first] = fillWindow(tree.walkFrom(tree.head()), budget);
    return first?.parentId == null ? null : tree.get(first.parentId);
  }
}
