import type { LoreEntry } from "#domain/choose-lore.ts";
import { createId } from "#domain/ids.ts";
import { toOwnId } from "#domain/incoming-tree.ts";
import type { LorePreview, LoreProposal } from "#domain/lore.ts";
import { isPassage, type Role } from "#domain/message.ts";
import { toPreviewPrefix } from "#domain/share.ts";
import type { FoundInMessage, TreeBeside, TreeFacts } from "#domain/story-file.ts";
import type { CastMember, PersonCorrection } from "#domain/story-record.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import { findPlayerName } from "#workers/ai/cast/player.ts";
import { fillWindow } from "#workers/ai/context-window.ts";
import { toLoreBudget } from "#workers/ai/prompt-budget.ts";
import { toStoryAsk } from "#workers/ai/prompts/story-requests.ts";
import { projectCharacters, removeProjected } from "#workers/characters/store.ts";
import { type Database, runBatch } from "#workers/db/client.ts";
import { purgeRow } from "#workers/db/owned-rows.ts";
import { stories } from "#workers/db/schema/index.ts";
import { readUsedLore } from "#workers/lorebooks/used-lore-store.ts";
import { removeFolder } from "#workers/pictures/stored-pictures.ts";
import { adoptStory, findStoryBrief, projectStory } from "#workers/stories/store.ts";
import type {
  BuiltPrompt,
  ConversationKind,
  ConversationSummary,
  Delivery,
  KindParts,
  OpenedTurn,
  PromptBuilder,
  ReplyContext,
  Writing,
} from "../conversation/conversation-kind.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import type { Migrations } from "../conversation/migrations.ts";
import { purgeDueAfterDeletion } from "../conversation/purge.ts";
import type { ConversationRow, Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-store.ts";
import { type Leaving, MemoryJob } from "../memory/memory-job.ts";
import type { MemoryStore, Recollection } from "../memory/memory-store.ts";
import { toBeginning } from "../memory/summarise.ts";
import { openSparkAccount } from "../owners-account.ts";
import type { CastStore } from "./cast-store.ts";
import { Demo, type DemoConversation, refuseInteraction } from "./demo.ts";
import type { DemoRow } from "./demo-store.ts";
import { AnalysisJob } from "./jobs/analysis.ts";
import { SuggestionJob } from "./jobs/suggestion.ts";
import { TitleJob } from "./jobs/title.ts";
import type { ProposalState } from "./lore-proposals.ts";
import { findKnownNames, KnownNameFinder } from "./reply-mentions.ts";
import {
  createStoryParts,
  type StoryFacts,
  type StoryParts,
  toDemoFacts,
  toStoryFacts,
} from "./story-parts.ts";

/** Tokens of the latest passages that a chat with one of its characters gets. */
const RECALLED_TOKENS = 1_500;
/**
 * Tokens of passages that no line of memory covers yet: more than a model's window has. Only the beginnings of the
 * older ones are used.
 */
const UNREMEMBERED_TOKENS = 10_000;

/** Lines of memory, then the last passages, oldest first; `location` `null`: not known. */
export type StoryRecollection = {
  memory: string[];
  latest: { role: Role; content: string }[];
  location: string | null;
};

const MIGRATIONS: Migrations = {
  part: "story",
  files: import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
};

/** In messages from the end of the path. */
const NEAR = 200;

export class StoryKind implements ConversationKind {
  readonly idField = "storyId";
  readonly migrations = MIGRATIONS;
  readonly unread = null;
  readonly analysis: KnownNameFinder;
  readonly memory: MemoryStore;
  readonly writing: Writing;
  readonly jobsAfterEdit = [
    { name: "analysis", reads: "message" },
    { name: "memory", reads: "head" },
  ] as const;
  readonly jobs;
  readonly #parts: StoryParts;
  readonly #bucket: R2Bucket;

  constructor(env: Env, kindParts: KindParts) {
    const parts = createStoryParts(env, kindParts);
    this.#parts = parts;
    this.#bucket = env.PORTRAITS;
    this.analysis = new KnownNameFinder(parts.cast);
    this.memory = parts.memory;
    this.writing = parts;
    this.jobs = {
      analysis: new AnalysisJob(parts),
      title: new TitleJob(parts),
      suggestion: new SuggestionJob(parts),
      memory: new MemoryJob({
        ...parts,
        findLeaving: (owner, replyId) => this.#findLeaving(owner, replyId),
        subject: "story",
      }),
    };
  }

  hasAccount(): boolean {
    return this.#parts.demo.find()?.adoptedBy !== null;
  }

  onLeavePath(to: MessageRow | null): void {
    this.#refresh(to?.id ?? null);
  }

  /**
   * The people follow at once, so that the next prompt has none whom the text no longer tells of; the job of the edit reads who is in it
   * now. Far up the open path, where nothing had been read from the message, that job does all: the walk there takes time.
   */
  onTextChanged(message: MessageRow): void {
    const { cast, tree, suggestions } = this.#parts;
    const isToldOf = this.forget([message.id]);
    const head = tree.head();
    if (head === null || (!isToldOf && head.depth - message.depth > NEAR)) return;
    if (tree.findAncestorIdAt(head.id, message.depth) !== message.id) return;
    suggestions.forget([head.id]);
    if (isToldOf) this.#refresh(head.id);
    const analysis = isPassage(message) ? findKnownNames(cast.rows(), message.content) : null;
    if (analysis !== null) tree.setAnalysis(message.id, analysis);
  }

  /** Says whether people or places were read from these messages. */
  forget(messageIds: readonly string[]): boolean {
    const { cast, state, proposals, suggestions } = this.#parts;
    proposals.forget(messageIds);
    suggestions.forget(messageIds);
    const people = cast.forget(messageIds);
    const places = state.forget(messageIds);
    return people + places > 0;
  }

  takeFacts(message: MessageRow, facts: TreeFacts): void {
    const { cast, state, proposals, record } = this.#parts;
    const { conversationId = "" } = record.get() ?? {};
    const toId = (id: string) => toOwnId(conversationId, id);
    for (const { personId, mentions, facts: told } of facts.people) {
      cast.saveFacts(message.id, toId(personId), mentions, told);
    }
    if (facts.location !== null) state.saveLocation(message.id, facts.location);
    proposals.take(message.id, facts.proposals, toId);
  }

  takeBeside(beside: TreeBeside): void {
    const { cast, record } = this.#parts;
    const { conversationId = "", headId = null } = record.get() ?? {};
    cast.take(beside.people, (id) => toOwnId(conversationId, id));
    this.#refresh(headId);
  }

  /** The people and the place become those of the path of a message. */
  #refresh(messageId: string | null): void {
    this.#parts.cast.refresh(messageId);
    this.#parts.state.refresh(messageId);
  }

  listFilePeople() {
    return this.#parts.cast.listFilePeople();
  }

  findInMessages(messageIds: readonly string[]): Map<string, FoundInMessage> {
    const { cast, state, proposals } = this.#parts;
    const facts = Map.groupBy(cast.listFacts(messageIds), ({ messageId }) => messageId);
    const places = new Map(state.listLocations(messageIds).map((row) => [row.messageId, row.location]));
    const proposed = Map.groupBy(proposals.listMade(messageIds), ({ messageId }) => messageId);
    const toFound = (id: string): FoundInMessage => ({
      people: facts.get(id)?.map(({ messageId: _, ...found }) => found) ?? [],
      location: places.get(id) ?? null,
      proposals: proposed.get(id)?.map(({ id: _, messageId: __, ...proposal }) => proposal) ?? [],
    });
    return new Map(messageIds.map((id) => [id, toFound(id)]));
  }

  listFacts() {
    const { cast, state } = this.#parts;
    return { cast: cast.members(), currentLocation: state.find().currentLocation };
  }

  /** Corrects somebody of the cast, and tells readers and D1. Throws NOT_FOUND. */
  correctPerson(personId: string, correction: PersonCorrection): CastMember[] {
    const { cast, record, readers, transaction, addProjection } = this.#parts;
    transaction(() => {
      cast.correct(personId, correction);
      record.countEdit();
      addProjection();
    });
    readers.broadcast({ type: "conversation-updated", ...this.listFacts() });
    return cast.members();
  }

  async open(owner: ConversationRow, turn: Turn): Promise<OpenedTurn> {
    const demo = this.#parts.demo.findRunning();
    if (demo) return this.#openDemo(owner, demo, turn);
    const db = this.#parts.openDatabase(owner);
    const [[row], , [reserved]] = await db.batch([
      findStoryBrief(db, owner.userId, owner.conversationId),
      ...openSparkAccount(db, owner, turn.replyId).reserve("story-passage"),
    ]);
    if (!row) return { ok: false, code: "NOT_FOUND" };
    const facts = toStoryFacts(row);
    if (facts.isReadOnly) return { ok: false, code: "STORY_READ_ONLY" };
    const limit = TURN_KINDS[turn.kind].countsAsExchange ? facts.limits.exchangesPerStory : null;
    if (limit !== null && owner.exchangeCount >= limit) return { ok: false, code: "STORY_LENGTH_EXCEEDED" };
    if (!reserved) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    await this.#renewLore(db, owner, facts);
    return {
      ok: true,
      isStopFree: reserved.isStopFree,
      buildPrompt: this.#toBuilder(facts),
      reservation: { facts: JSON.stringify(facts), sparksLeft: reserved.sparksLeft },
    };
  }

  /** If its lorebooks have changed since their entries were stored here: reads and stores them again, with their new stamp. */
  async #renewLore(db: Database, owner: Owner, { lore: stamp, brief }: StoryFacts): Promise<void> {
    const { lore, transaction } = this.#parts;
    if (lore.stamp === stamp) return;
    const story = { kind: "story", id: owner.conversationId } as const;
    const now = await readUsedLore(db, owner.userId, story, findPlayerName(brief.character));
    transaction(() => lore.save(now.stamp, now.entries));
  }

  /** Nothing is paid for and nothing is asked outside: the interactions are counted here, as exchanges. */
  #openDemo({ conversationId, exchangeCount }: ConversationRow, demo: DemoRow, turn: Turn): OpenedTurn {
    const code = refuseInteraction(turn.kind, exchangeCount);
    if (code !== null) return { ok: false, code };
    const buildPrompt = this.#toBuilder(toDemoFacts(conversationId, demo));
    return { ok: true, isStopFree: true, buildPrompt, reservation: null };
  }

  recallPrompt(facts: string, context: ReplyContext): BuiltPrompt | null {
    const known: StoryFacts = JSON.parse(facts);
    if (known.lore !== this.#parts.lore.stamp) return null;
    if (known.brief.isNSFW) return null; // only D1 knows whether the person allows adult content still
    return this.#parts.prompts.recall(known, context, toAsk(context));
  }

  async reopen(owner: Owner): Promise<PromptBuilder | null> {
    const { conversationId } = owner;
    const demo = this.#parts.demo.findRunning();
    if (demo) return this.#toBuilder(toDemoFacts(conversationId, demo));
    const facts = await this.#readFacts(owner);
    return facts && this.#toBuilder(facts);
  }

  /** The facts and the lorebooks as they are now; `null`: the story is gone. */
  async #readFacts(owner: Owner): Promise<StoryFacts | null> {
    const db = this.#parts.openDatabase(owner);
    const [row] = await findStoryBrief(db, owner.userId, owner.conversationId);
    if (!row) return null;
    const facts = toStoryFacts(row);
    await this.#renewLore(db, owner, facts);
    return facts;
  }

  #toBuilder(facts: StoryFacts): PromptBuilder {
    return (context) => this.#parts.prompts.build(facts, context, toAsk(context));
  }

  async deliver(owner: Owner, { settlements, summary }: Delivery): Promise<void> {
    const { cast, demo } = this.#parts;
    const demoRow = demo.find();
    if (demoRow?.adoptedBy === null) return; // It has no row in D1 before it has an owner
    if (demoRow && !(await this.#deliverAdopted(owner, demoRow))) return;
    const db = this.#parts.openDatabase(owner);
    const changed = summary === null ? { shown: [], hidden: [] } : cast.findChanged();
    await runBatch(db, [
      ...settlements.map(({ replyId, settlement }) =>
        openSparkAccount(db, owner, replyId).settle(settlement),
      ),
      ...(summary === null ? [] : this.#toProjection(db, owner, summary, changed)),
    ]);
    cast.markDelivered([...changed.shown, ...changed.hidden]);
  }

  /** Makes the row of a demo that a person took over. Returns `false` if their account was deleted: then the demo is deleted too. */
  async #deliverAdopted(owner: Owner, { title, premise, createdAt }: DemoRow): Promise<boolean> {
    const { demo } = this.#parts;
    const { userId, conversationId: id } = owner;
    const row = {
      ...premise,
      id,
      userId,
      title,
      categories: [...premise.categories],
      tropes: [...premise.tropes],
      playerName: findPlayerName(premise.character),
      customData: {},
      cast: [],
      createdAt,
      updatedAt: createdAt,
    };
    const isTheirs = await adoptStory(this.#parts.openDatabase(owner), row);
    if (isTheirs) demo.remove();
    else demo.expire();
    return isTheirs;
  }

  /** A demo is deleted a day after it was begun. */
  purgeDueAt(row: ConversationRow): number | null {
    return this.#parts.demo.findRunning()?.expiresAt ?? purgeDueAfterDeletion(row);
  }

  /** Deletes its row in D1, which a demo does not have, and the pictures of its reading copies. */
  async purge(owner: Owner): Promise<boolean> {
    const { userId, conversationId } = owner;
    const gone = await purgeRow(this.#parts.openDatabase(owner), stories, userId, conversationId);
    if (gone) await removeFolder(this.#bucket, toPreviewPrefix(conversationId));
    return gone;
  }

  /** What a visitor may do with their story. */
  makeDemo(conversation: DemoConversation): Demo {
    return new Demo({ ...this.#parts, conversation });
  }

  /** What waits to be kept, on the open path. Reads the lore again first: an entry that a proposal adds to may have changed. */
  async listLoreProposals(): Promise<LoreProposal[]> {
    const { proposals, record, tree } = this.#parts;
    const owner = record.get();
    if (owner !== null) await this.#readFacts(owner);
    return proposals.list(tree.head());
  }

  /** Throws NOT_FOUND. */
  settleLoreProposal(proposalId: string, state: ProposalState): null {
    const { proposals, readers, transaction } = this.#parts;
    transaction(() => proposals.settle(proposalId, state));
    readers.broadcast({ type: "sheet-changed", sheet: "lore" });
    return null;
  }

  /** Which entries of its lorebooks would be used if that were the next message. Stores nothing of it. */
  async previewLore(owner: Owner, content: string): Promise<LorePreview | null> {
    const { tree, contextBudget, lore } = this.#parts;
    if ((await this.#readFacts(owner)) === null) return null;
    const message = {
      id: createId(),
      parentId: tree.headId(),
      role: "user",
      content,
      status: "complete",
    } as const;
    const { used, left } = lore.choose(tree.preview(message), message.id);
    const toNamed = ({ entryId, name }: LoreEntry) => ({ entryId, name });
    return {
      used: used.map(({ entry, reason }) => ({ ...toNamed(entry), reason, tokens: entry.tokens })),
      left: left.map(({ entry, why }) => ({ ...toNamed(entry), why })),
      budgetTokens: toLoreBudget(contextBudget()),
    };
  }

  /** What happened in the story up to now, and where it is. */
  recall(): StoryRecollection {
    const { tree, memory, state } = this.#parts;
    const head = tree.head();
    const told: Recollection =
      head === null ? { memory: [], gap: [] } : memory.recall(head, UNREMEMBERED_TOKENS);
    const latest = fillWindow(told.gap.toReversed(), { tokens: RECALLED_TOKENS, messages: null });
    const older = told.gap.slice(0, told.gap.length - latest.length);
    return {
      memory: [...told.memory.map(({ text }) => text), ...older.map(({ content }) => toBeginning(content))],
      latest: latest.map(({ role, content }) => ({ role, content })),
      location: state.find().currentLocation,
    };
  }

  /** The messages that the next prompts will leave out, for its memory. */
  async #findLeaving(owner: Owner, replyId: string): Promise<Leaving | null> {
    const { prompts, tree, findFacts } = this.#parts;
    const facts = await findFacts(owner, replyId);
    const head = tree.head();
    return facts && head && prompts.past.findLeaving(facts, head);
  }

  /** The statements that store the story's summary and its characters in D1. */
  #toProjection(
    db: Database,
    { userId, conversationId: storyId }: Owner,
    summary: ConversationSummary,
    { shown, hidden }: ReturnType<CastStore["findChanged"]>,
  ) {
    const { cast, state } = this.#parts;
    const projection = { ...summary, cast: cast.members(), currentLocation: state.find().currentLocation };
    return [
      projectStory(db, userId, storyId, projection),
      ...projectCharacters(
        db,
        { userId, storyId },
        shown.filter(({ isMainCharacter }) => !isMainCharacter),
        new Date(),
      ),
      ...hidden.map(({ id }) => removeProjected(db, userId, id)),
    ];
  }
}

function toAsk({ turn, parent, avoid }: ReplyContext) {
  return toStoryAsk(turn, { parent, avoid: avoid?.content ?? null });
}
