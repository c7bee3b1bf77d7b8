import { eq } from "drizzle-orm";
import type { ErrorCode } from "#domain/errors.ts";
import type { Analysis } from "#domain/message.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { DEFAULT_STORY_TITLE, type StoryBrief } from "#domain/story-record.ts";
import { TITLE_MAX } from "#domain/story-schemas.ts";
import { type FoundCharacter, findCharacters } from "#workers/ai/cast/find-characters.ts";
import { findLocation } from "#workers/ai/cast/locate.ts";
import { MentionFinder } from "#workers/ai/cast/mention-finder.ts";
import { type CastEntry, mergeCast } from "#workers/ai/cast/merge-cast.ts";
import { findPlayerName, NAMELESS_PLAYER } from "#workers/ai/cast/player.ts";
import { fillWindow, windowTokens } from "#workers/ai/context-window.ts";
import { languageModel, structuredModel } from "#workers/ai/language-model.ts";
import { analysisAnswerSchema, analysisPrompt } from "#workers/ai/prompts/analysis.ts";
import { suggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { titlePrompt } from "#workers/ai/prompts/title.ts";
import { askStructured, askText } from "#workers/ai/structured.ts";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import { findStoryBrief, setFirstTitle, toStoryBrief } from "#workers/stories/store.ts";
import { CastBook, type CastRow } from "./conversation/cast-book.ts";
import { Memory } from "./conversation/memory.ts";
import type { MessageRow } from "./conversation/message-tree.ts";
import { analysisOf } from "./conversation/running-names.ts";
import { type MemoryEntry, suggestions, type ThoughtTopic } from "./conversation/schema.ts";
import type { Owner } from "./conversation/script.ts";
import type { Known, MindParts, NameFinder, Thoughts } from "./conversation/thoughts.ts";
import type { Turn } from "./conversation/turn-log.ts";
import { replySparks } from "./spark-account.ts";
import { remember } from "./story-memory.ts";

/** A thought that takes longer is given up. */
const THOUGHT_TIMEOUT_MS = 60_000;
/** Messages that are remembered at once, and at least that many have to have left the window. */
const REMEMBERED_AT_ONCE = 8;
/** A path of so few messages is all in the window, or nearly. */
const NEVER_BEYOND_WINDOW = 10;
/** Ids of a backlog that are read at once: a story that comes to a plan with memory late has a long one. */
const BACKLOG_READ = 400;

/** Tokens of the story that a suggestion is thought of from. */
const SUGGESTION_TOKENS = 1_500;
/** Other suggestions at one place: they are free, but not without end. */
const OTHERS_MAX = 10;

type StoryRow = Awaited<ReturnType<typeof findStoryBrief>>[number];
export type SuggestionResult = { ok: true; suggestion: string } | { ok: false; code: ErrorCode };

/** Nobody is known yet: there is nothing to look for. */
const NOBODY: NameFinder = {
  push: () => undefined,
  end: () => undefined,
  analysis: () => ({ mentionedCharacters: [] }),
};

/** What a story works out for itself after each passage. */
export class StoryThoughts implements Thoughts {
  readonly #env: Env;
  readonly #parts: MindParts;
  readonly #cast: CastBook;
  readonly #memory: Memory;
  #suggesting: Promise<SuggestionResult> | null = null;
  #read: { replyId: string; row: StoryRow | null } | null = null;

  constructor(env: Env, parts: MindParts) {
    this.#env = env;
    this.#parts = parts;
    this.#cast = new CastBook(parts.db);
    this.#memory = new Memory(parts.db, parts.tree);
  }

  after(reply: MessageRow, turn: Turn): readonly ThoughtTopic[] {
    if (turn.kind === "opening") return ["study", "entitle", "suggest"];
    return reply.depth > NEVER_BEYOND_WINDOW ? ["study", "suggest", "remember"] : ["study", "suggest"];
  }

  async think(owner: Owner, topic: ThoughtTopic, replyId: string): Promise<void> {
    if (topic === "suggest" && this.#headId() !== replyId) return; // the story has gone on
    if (topic === "remember" && this.#hasNothingToRemember()) return;
    const row = await this.#rowFor(owner, replyId);
    const reply = this.#parts.tree.get(replyId);
    if (!row || !reply) return;
    const brief = toStoryBrief(row.story);
    switch (topic) {
      case "study":
        return this.#study(brief, reply);
      case "entitle":
        return this.#entitle(owner, brief, reply);
      case "suggest":
        return this.#suggest(brief, reply);
      case "remember":
        // The free plan gives the model the last messages only; nothing is summarised for it.
        return row.tier === "free" ? undefined : this.#remember();
    }
  }

  /** The story's row, read once for all that is thought about one reply. */
  async #rowFor(owner: Owner, replyId: string): Promise<StoryRow | null> {
    if (this.#read?.replyId === replyId) return this.#read.row;
    const [row] = await findStoryBrief(openPrimaryDatabase(this.#env.DB), owner.userId, owner.conversationId);
    this.#read = { replyId, row: row ?? null };
    return this.#read.row;
  }

  known(): Known {
    return {
      cast: this.#cast.members(),
      location: this.#parts.record.get()?.currentLocation ?? null,
      before: (message) => {
        const parent = message.parentId === null ? null : this.#parts.tree.get(message.parentId);
        if (parent === null) return { memory: [], unremembered: [] };
        const memory = this.#memory.lastOnPathOf(parent)?.lines.map(({ text }) => text) ?? [];
        return { memory, unremembered: this.#memory.unremembered(parent) };
      },
    };
  }

  untold(): CastRow[] {
    return this.#cast.changed();
  }

  markTold(people: readonly CastRow[]): void {
    this.#cast.markTold(people);
  }

  finder(): NameFinder {
    const known = this.#cast.rows();
    return known.length === 0 ? NOBODY : new MentionFinder(known);
  }

  /** Who is in the passage and where it ends: asked of the model, found by the fallback where that can't say. */
  async #study(brief: StoryBrief, reply: MessageRow): Promise<void> {
    const known = this.#cast.rows();
    const player = findPlayerName(brief.character);
    const location = this.#parts.record.get()?.currentLocation ?? null;
    const prompt = analysisPrompt({ passage: reply.content, cast: known, character: brief.character });
    const answer = await inTime((signal) =>
      askStructured(this.#structured(), prompt, analysisAnswerSchema, { signal, temperature: 0 }),
    );
    const news =
      answer?.characters.filter(({ name }) => reply.content.includes(name)) ?? found(reply, known, player);
    const uncounted = news.map((one) => ({ ...one, mentions: 0 }));
    const merged = knowing(player, mergeCast(known, uncounted));
    const analysis = analysisOf(new MentionFinder(merged), reply.content);
    const place =
      answer?.currentLocation ?? findLocation(reply.content, location, namesOf(merged)) ?? location;
    const nothingNew = analysis === null && place === location && merged.length === known.length;
    if (nothingNew && known.every(({ isNew }) => !isNew)) return;
    this.#parts.transaction(() => {
      this.#cast.save(counted(merged, analysis).map((entry, index) => ({ ...entry, id: known[index]?.id })));
      if (analysis) this.#parts.tree.setAnalysis(reply.id, analysis);
      this.#parts.record.setLocation(place);
      this.#parts.changed();
    });
    this.#parts.audience.broadcast({
      type: "conversation-updated",
      messageId: reply.id,
      cast: this.#cast.members(),
      ...(analysis === null ? {} : { analysis }),
      ...(place === null ? {} : { currentLocation: place }),
    });
  }

  /** Once, while the story is still called as every story is. */
  async #entitle(owner: Owner, brief: StoryBrief, opening: MessageRow): Promise<void> {
    if (brief.title !== DEFAULT_STORY_TITLE) return;
    const prompt = titlePrompt(brief, opening.content);
    const title = await inTime((signal) => askText(this.#writer(), prompt, { signal, maxLength: TITLE_MAX }));
    if (title === null) return;
    const db = openPrimaryDatabase(this.#env.DB);
    const changed = await setFirstTitle(db, owner.userId, owner.conversationId, title, new Date());
    if (changed) this.#parts.audience.broadcast({ type: "conversation-updated", title });
  }

  async #suggest(brief: StoryBrief, reply: MessageRow): Promise<void> {
    if (this.#suggestionAt(reply.id) !== null) return;
    const text = await this.#suggestionFor(brief, null);
    if (text === null || this.#headId() !== reply.id) return;
    this.#keepSuggestion({ headId: reply.id, text, shown: false, others: 0 });
  }

  /**
   * What the person could write next, as they are shown it: mostly thought of already. Charged once per place in the story.
   * `another`: a different one from what was shown last.
   */
  suggest(another: boolean): Promise<SuggestionResult> {
    // One at a time: who asks meanwhile gets the same.
    this.#suggesting ??= this.#suggestNow(another).finally(() => {
      this.#suggesting = null;
    });
    return this.#suggesting;
  }

  async #suggestNow(another: boolean): Promise<SuggestionResult> {
    const owner = this.#parts.record.get();
    if (owner === null || owner.closedAt !== null) return { ok: false, code: "NOT_FOUND" };
    const db = openPrimaryDatabase(this.#env.DB);
    const headId = owner.headId ?? "";
    const here = this.#suggestionAt(headId);
    if (here?.shown && !another) return { ok: true, suggestion: here.text };
    if (here && here.others >= OTHERS_MAX) return { ok: false, code: "RATE_LIMITED" };

    const sparks = replySparks(db, owner, `suggestion:${headId}`);
    const [rows, , reserved] = await db.batch([
      findStoryBrief(db, owner.userId, owner.conversationId),
      ...sparks.reserve("suggestion"),
    ]);
    const [row] = rows;
    if (!row) return { ok: false, code: "NOT_FOUND" };
    if (reserved.length === 0) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    // What nobody has seen is different from whatever was shown.
    const ready = here && !(another && here.shown) ? here.text : null;
    const text = ready ?? (await this.#suggestionFor(toStoryBrief(row.story), here?.text ?? null));
    if (text === null) {
      if (!here?.shown) await sparks.settle(false);
      return { ok: false, code: "MODEL_UNAVAILABLE" };
    }
    await sparks.settle(true);
    const others = (here?.others ?? 0) + (another && here?.shown ? 1 : 0);
    this.#keepSuggestion({ headId, text, shown: true, others });
    return { ok: true, suggestion: text };
  }

  #suggestionAt(headId: string) {
    return this.#parts.db.select().from(suggestions).where(eq(suggestions.headId, headId)).get() ?? null;
  }

  #keepSuggestion(row: typeof suggestions.$inferInsert): void {
    const { db } = this.#parts;
    db.insert(suggestions).values(row).onConflictDoUpdate({ target: suggestions.headId, set: row }).run();
  }

  /** `null`: the model has no idea. */
  #suggestionFor(brief: StoryBrief, avoid: string | null): Promise<string | null> {
    const { tree, record } = this.#parts;
    const { cast, location } = this.known();
    const material = {
      brief,
      pace: { exchanges: record.get()?.exchangeCount ?? 0 },
      cast,
      location,
      passages: fillWindow(tree.pathFrom(tree.head()), { tokens: SUGGESTION_TOKENS, messages: null }),
    };
    const prompt = suggestionPrompt(material, avoid);
    return inTime((signal) => askText(this.#writer(), prompt, { signal, maxLength: MESSAGE_MAX }));
  }

  #headId(): string {
    return this.#parts.record.get()?.headId ?? "";
  }

  /** The last message that has left the window; `null`: all of the story is in it. */
  #lastBeyondWindow(): MessageRow | null {
    const { tree } = this.#parts;
    const tokens = windowTokens(parseSettings(this.#env));
    const [first] = fillWindow(tree.pathFrom(tree.head()), { tokens, messages: null });
    return first?.parentId == null ? null : tree.get(first.parentId);
  }

  #hasNothingToRemember(): boolean {
    const last = this.#lastBeyondWindow();
    return last === null || this.#memory.backlog(last, REMEMBERED_AT_ONCE).length < REMEMBERED_AT_ONCE;
  }

  /** Puts what left the window into memory, some messages at a time. */
  async #remember(): Promise<void> {
    const last = this.#lastBeyondWindow();
    if (last === null) return;
    for (let ids = this.#memory.backlog(last, BACKLOG_READ); ids.length >= REMEMBERED_AT_ONCE; ) {
      // The next reply asks for it again; a story that is written goes before one that is summarised.
      if (this.#parts.busy()) return;
      const messages = ids.slice(0, REMEMBERED_AT_ONCE).flatMap((id) => this.#parts.tree.get(id) ?? []);
      const end = messages.at(-1);
      if (!end) return;
      const before: MemoryEntry[] = this.#memory.lastOnPathOf(end)?.lines ?? [];
      const lines = await inTime((signal) => remember(this.#structured(), before, messages, signal));
      this.#memory.store(end, lines);
      ids = ids.slice(REMEMBERED_AT_ONCE);
      if (ids.length < REMEMBERED_AT_ONCE) ids = this.#memory.backlog(last, BACKLOG_READ);
    }
  }

  #writer() {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  #structured() {
    return structuredModel(parseSettings(this.#env), this.#env);
  }
}

/** Asks with a limit. The timer ends with the answer: a pending one would keep the object from hibernating. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), THOUGHT_TIMEOUT_MS);
  try {
    return await ask(abort.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Who stands in a passage, without a model: by capitals, titles and what is said around a name. */
function found(reply: MessageRow, known: readonly CastRow[], player: string): FoundCharacter[] {
  return findCharacters(reply.content, {
    knownNames: namesOf(known),
    ...(player === NAMELESS_PLAYER ? {} : { playerName: player }),
  });
}

/** The person's own character is one of the cast where the text calls them by name. */
function knowing(player: string, cast: readonly CastEntry[]): CastEntry[] {
  return cast.map((entry) => ({
    ...entry,
    isMainCharacter: entry.name === player || entry.aliases.includes(player),
  }));
}

function namesOf(cast: readonly CastEntry[]): string[] {
  return cast.flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** Each with the mentions of this passage added. */
function counted(cast: readonly CastEntry[], analysis: Analysis | null): CastEntry[] {
  const counts = new Map(
    analysis?.mentionedCharacters.map(({ name, positions }) => [name, positions.length]),
  );
  return cast.map((entry) => ({ ...entry, mentions: entry.mentions + (counts.get(entry.name) ?? 0) }));
}
