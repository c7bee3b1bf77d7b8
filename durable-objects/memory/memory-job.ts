import type { LanguageModelV4 } from "@ai-sdk/provider";
import { messageTokens } from "#workers/ai/context-window.ts";
import type { MemorySubject } from "#workers/ai/prompts/memory.ts";
import type { Timeouts } from "#workers/ai/reply-timeout.ts";
import { askInTime, type Job } from "../conversation/jobs.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import { CutOff } from "../conversation/outbox.ts";
import type { Readers } from "../conversation/readers.ts";
import type { Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-store.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { LeavingMessages } from "./prompt-window.ts";
import type { KeptEntry, MadeEntry, MemoryEntry } from "./schema.ts";
import { findFold, foldLines, type Summariser, summariseMessages } from "./summarise.ts";

/** Messages that are summarised at once: about what leaves the window in two steps. */
const SUMMARISED_AT_ONCE = 24;
/** The most tokens of these messages: if the question needs its own prompt, that prompt contains all of them. */
const SUMMARISED_TOKENS = 3_500;
/** Tokens of a memory line of the length that the prompt asks for. */
const LINE_TOKENS = 50;
/** This many messages nearly always fit into the window, so nothing has to be summarised. */
const NEVER_BEYOND_WINDOW = 10;
/** How many ids of messages are read at once. After an upgrade to a plan with memory there may be many. */
const BACKLOG_READ = 400;

/** The messages that the next prompts leave out soon, as `PromptWindow` finds them. */
export type Leaving = LeavingMessages &
  Pick<Summariser, "told" | "findTaskPrompt"> & {
    /** Tokens of all lines of memory. */
    memoryTokens: number;
  };

type Told = Pick<Summariser, "told" | "findTaskPrompt">;
const NOTHING_TOLD: Told = { told: [], findTaskPrompt: () => null };

type MemoryJobParts = {
  /** What kind of text it is. */
  subject: MemorySubject;
  memory: MemoryStore;
  tree: Pick<MessageTree, "get">;
  readers: Pick<Readers, "broadcast">;
  isBusy: () => boolean;
  /** `null`: nothing leaves yet, or the owner's plan gives the model no memory. */
  findLeaving: (owner: Owner, replyId: string) => Promise<Leaving | null>;
  /** The model for answers in JSON. */
  structured: () => LanguageModelV4;
  /** How long to wait for that model. */
  timeouts: () => Timeouts;
};

/** Summarises the messages that are about to leave the model's window, so that their memory exists when they leave. */
export class MemoryJob implements Job {
  readonly #parts: MemoryJobParts;

  constructor(parts: MemoryJobParts) {
    this.#parts = parts;
  }

  follows(reply: MessageRow, turn: Turn): boolean {
    return turn.kind !== "opening" && reply.depth > NEVER_BEYOND_WINDOW;
  }

  async run(reply: MessageRow, owner: Owner, idle: AbortSignal): Promise<void> {
    try {
      await this.#remember(reply, owner, idle);
    } finally {
      if (this.#parts.memory.reading !== null) this.#tell(null);
    }
  }

  /** The owner sees which messages are read, and at the end what was made of them. */
  #tell(reading: MemoryStore["reading"]): void {
    const { memory, readers } = this.#parts;
    memory.reading = reading;
    readers.broadcast({ type: "sheet-changed", sheet: "memory" });
  }

  async #remember(reply: MessageRow, owner: Owner, idle: AbortSignal): Promise<void> {
    const { memory, tree } = this.#parts;
    const leaving = await this.#parts.findLeaving(owner, reply.id);
    await this.#makeAnew(reply, leaving ?? NOTHING_TOLD, idle);
    if (leaving === null) return;
    for (let ids = memory.findBacklog(leaving.ahead, BACKLOG_READ); ids.length > 0; ) {
      const seen = memory.countEdits();
      const messages = takeBatch(ids.slice(0, SUMMARISED_AT_ONCE).flatMap((id) => tree.get(id) ?? []));
      const end = messages.at(-1);
      if (!end) return;
      const before = await this.#makeRoom(leaving, end, messages.length, idle);
      const added = await this.#summarise(leaving, before, messages, idle);
      const lines = [...before, ...added];
      const first = cutAfter(leaving.last, lines, messages);
      if (first !== null) memory.save(first.end, first.lines, seen);
      memory.save(end, lines, seen);
      // A reply is being written, which goes first. The job after that reply summarises the rest.
      if (this.#parts.isBusy()) return;
      // What was edited meanwhile: the next batch would store its stale lines as if they were made of the new text.
      await this.#makeAnew(end, leaving, idle);
      ids = ids.slice(ids.indexOf(end.id) + 1);
      if (ids.length === 0) ids = memory.findBacklog(leaving.ahead, BACKLOG_READ);
    }
  }

  /** Summarises the messages anew whose lines became stale, because one of them was edited. */
  async #makeAnew(head: MessageRow, told: Told, idle: AbortSignal): Promise<void> {
    const { memory, tree } = this.#parts;
    const seen = memory.countEdits();
    const row = memory.findLastOnPath(head);
    if (row === null || !row.lines.some(({ isStale }) => isStale)) return;
    const lines: MadeEntry[] = [];
    for (let at = 0; at < row.lines.length; ) {
      const stale = takeStale(row.lines.slice(at));
      const isPinned = stale[0]?.isPinned ?? false;
      const messages = takeBatch(stale.flatMap(({ fromId }) => tree.get(fromId) ?? []));
      if (messages.length === 0) {
        lines.push(...row.lines.slice(at, at + 1));
        at += 1;
        continue;
      }
      const before = row.lines.slice(0, at);
      const made = await this.#summarise(told, before, messages, idle);
      this.#requireSame(seen);
      lines.push(...made.map((line) => ({ ...line, isPinned })));
      at += messages.length;
    }
    memory.save({ id: row.messageId, depth: row.depth }, lines, seen);
  }

  #summarise(
    told: Told,
    before: readonly KeptEntry[],
    messages: readonly MessageRow[],
    idle: AbortSignal,
  ): Promise<MemoryEntry[]> {
    this.#tell({ from: messages.at(0)?.depth ?? 0, to: messages.at(-1)?.depth ?? 0 });
    return askInTime({ idle, timeouts: this.#parts.timeouts() }, (asked) =>
      summariseMessages(this.#toSummariser(told, asked), before, messages),
    );
  }

  /**
   * The memory lines from before some messages. If there is no room for the new lines, older lines are first summarised into fewer.
   * That is stored at once: if the person sends something meanwhile, only the rest of the job is lost.
   */
  async #makeRoom(
    leaving: Leaving,
    end: MessageRow,
    messages: number,
    idle: AbortSignal,
  ): Promise<KeptEntry[]> {
    const { memory } = this.#parts;
    const seen = memory.countEdits();
    const before = memory.findLastOnPath(end);
    if (before === null) return [];
    const added = (messages / 2) * LINE_TOKENS;
    const room = Math.max(leaving.memoryTokens / 2, leaving.memoryTokens - added);
    const fold = findFold(before.lines, room);
    if (fold === null) return before.lines;
    const lines = await askInTime({ idle, timeouts: this.#parts.timeouts() }, (asked) =>
      foldLines(this.#toSummariser(leaving, asked), before.lines, fold),
    );
    this.#requireSame(seen);
    memory.save({ id: before.messageId, depth: before.depth }, lines, seen);
    return memory.findLastOnPath(end)?.lines ?? [];
  }

  /** Ends the run if the owner has changed the memory meanwhile, or their change would be lost. The job runs again. */
  #requireSame(seen: number): void {
    if (this.#parts.memory.countEdits() !== seen) throw new CutOff("The owner has changed it meanwhile.");
  }

  #toSummariser({ told, findTaskPrompt }: Told, asked: Summariser["asked"]): Summariser {
    const { structured, subject } = this.#parts;
    return { model: structured(), subject, asked, told, findTaskPrompt };
  }
}

/** The stale lines at the beginning of some lines, all pinned or none, as many as are summarised at once. */
function takeStale(lines: readonly KeptEntry[]): readonly KeptEntry[] {
  const end = lines.findIndex(({ isStale, isPinned }) => !isStale || isPinned !== lines[0]?.isPinned);
  return lines.slice(0, Math.min(end < 0 ? lines.length : end, SUMMARISED_AT_ONCE));
}

/** The first of some messages that are summarised by one question; at least one. */
function takeBatch(messages: readonly MessageRow[]): MessageRow[] {
  let left = SUMMARISED_TOKENS;
  return messages.filter(({ content }, index) => {
    left -= messageTokens(content);
    return left >= 0 || index === 0;
  });
}

/**
 * A memory may be cut this many messages away from the wanted place, because no line may cover messages on both sides.
 */
const CUT_WITHIN = [0, 1, -1, 2, -2];

/** The lines up to a message in the middle of those that were summarised, or near it; `null`: there is no such place. */
function cutAfter(
  last: MessageRow,
  lines: readonly MadeEntry[],
  messages: readonly MessageRow[],
): { end: MessageRow; lines: MadeEntry[] } | null {
  const places = new Map(messages.map(({ id }, index) => [id, index]));
  const wanted = places.get(last.id);
  if (wanted === undefined) return null;
  const placeOf = (id: string) => places.get(id) ?? -1; // older ones lie before all of them
  for (const away of CUT_WITHIN) {
    const at = wanted + away;
    const end = messages[at];
    if (!end || at === messages.length - 1) continue;
    if (lines.some(({ fromId, toId }) => placeOf(fromId) <= at && placeOf(toId) > at)) continue;
    return { end, lines: lines.filter(({ toId }) => placeOf(toId) <= at) };
  }
  return null;
}
