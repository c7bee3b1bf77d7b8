import type { LanguageModelV4 } from "@ai-sdk/provider";
import { fillWindow } from "#workers/ai/context-window.ts";
import type { MemorySubject } from "#workers/ai/prompts/memory.ts";
import { askInTime, type Job } from "../conversation/jobs.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import type { Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-log.ts";
import type { MemoryStore } from "./memory-store.ts";
import { summariseMessages } from "./summarise.ts";

/** Messages that are summarised at once, and at least that many have to have left the window. */
const SUMMARISED_AT_ONCE = 8;
/** A path of so few messages is all in the window, or nearly. */
const NEVER_BEYOND_WINDOW = 10;
/** Ids of a backlog that are read at once: one that comes to a plan with memory late has a long one. */
const BACKLOG_READ = 400;

type MemoryJobParts = {
  /** What kind of text it is. */
  subject: MemorySubject;
  memory: MemoryStore;
  tree: Pick<MessageTree, "get" | "head" | "walkFrom">;
  isBusy: () => boolean;
  /**
   * Whether the owner's plan gives the model a memory: one with a limited history is given the last messages only, and
   * nothing is summarised for it.
   */
  hasMemory: (owner: Owner, replyId: string) => Promise<boolean>;
  /** The model for answers in JSON. */
  structured: () => LanguageModelV4;
  /** Tokens of the conversation itself in a prompt. */
  windowTokens: () => number;
};

/** Summarises the messages that have left the model's window, some at a time. */
export class MemoryJob implements Job {
  readonly #parts: MemoryJobParts;

  constructor(parts: MemoryJobParts) {
    this.#parts = parts;
  }

  follows(reply: MessageRow, turn: Turn): boolean {
    return turn.kind !== "opening" && reply.depth > NEVER_BEYOND_WINDOW;
  }

  async run(reply: MessageRow, owner: Owner, idle: AbortSignal): Promise<void> {
    const { memory, tree } = this.#parts;
    const last = this.#findLastBeyondWindow();
    if (last === null || memory.findBacklog(last, SUMMARISED_AT_ONCE).length < SUMMARISED_AT_ONCE) return;
    if (!(await this.#parts.hasMemory(owner, reply.id))) return;
    for (let ids = memory.findBacklog(last, BACKLOG_READ); ids.length >= SUMMARISED_AT_ONCE; ) {
      // The next reply asks for it again; one that is written goes before one that is summarised.
      if (this.#parts.isBusy()) return;
      const messages = ids.slice(0, SUMMARISED_AT_ONCE).flatMap((id) => tree.get(id) ?? []);
      const end = messages.at(-1);
      if (!end) return;
      const before = memory.findLastOnPath(end)?.lines ?? [];
      const lines = await askInTime(idle, (signal) =>
        summariseMessages(
          { model: this.#parts.structured(), subject: this.#parts.subject, signal },
          before,
          messages,
        ),
      );
      memory.save(end, lines);
      ids = ids.slice(SUMMARISED_AT_ONCE);
      if (ids.length < SUMMARISED_AT_ONCE) ids = memory.findBacklog(last, BACKLOG_READ);
    }
  }

  /** The last message that has left the window; `null`: all of them are in it. */
  #findLastBeyondWindow(): MessageRow | null {
    const { tree } = this.#parts;
    const budget = { tokens: this.#parts.windowTokens(), messages: null };
    const [first] = fillWindow(tree.walkFrom(tree.head()), budget);
    return first?.parentId == null ? null : tree.get(first.parentId);
  }
}
