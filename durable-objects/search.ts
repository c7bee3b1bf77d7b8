import { DurableObject } from "cloudflare:workers";
import { createId } from "#domain/ids.ts";
import type { SearchPage, SearchRequest } from "#domain/search.ts";
import type { SourceUpdate } from "#domain/search-update.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import type { Database } from "#workers/db/client.ts";
import { CONVERSATION_KINDS } from "#workers/db/schema/index.ts";
import { describeError, logLine } from "#workers/logging.ts";
import {
  dropChanges,
  listChanges,
  listConversationIds,
  markAllChanged,
  readThings,
} from "#workers/search/store.ts";
import { toUpdates } from "./search/library-updates.ts";
import { SearchIndex } from "./search/search-index.ts";

/** The version of the tables and of what is written into them. An index of another version is built anew. */
const VERSION = 3;
/** Conversations that send their messages at the same time while the index is built. */
const BUILT_AT_ONCE = 2;
/** Between two steps of the building, in ms and in times of a step: searches and pages are answered in between. */
const STEP_PAUSE = { least: 20, steps: 2 };
const RETRY_MS = 30_000;

/** Whose index it is. `shard`: the database with the rows; `null`: not known. */
export type IndexOwner = { userId: string; shard?: number | null };
/** How far a building has come; absent: it is built. `id`: another one may begin while a step is made. */
type Building = { id: string; kind: number; after: string };

/**
 * The index of all that one person has written; the object's name is the person's id, so nobody can search another one's words.
 * Conversations send what changes in them. What is in D1 is read from there, before each search, where triggers have noted a change.
 */
export class SearchObject extends DurableObject<Env> {
  #index: SearchIndex | null = null;
  #reading: Promise<void> | null = null;

  /** See `SearchIndex.apply`. */
  async apply(owner: IndexOwner, update: SourceUpdate): Promise<number | null> {
    await this.#open(owner);
    return this.#use().apply(update);
  }

  summarise(source: string): { count: number; sum: number } {
    return this.#isCurrent() ? this.#use().summarise(source) : { count: 0, sum: 0 };
  }

  /** Searches, after it has read what has changed in D1. */
  async find(owner: IndexOwner, request: SearchRequest): Promise<SearchPage> {
    await this.#open(owner);
    await this.readChanges(owner);
    const isBuilding = this.ctx.storage.kv.get<Building>("building") !== undefined;
    return { ...this.#use().find(request), isBuilding };
  }

  /** Reads what has changed in D1. One run at a time, so that nothing that was read earlier is stored later. */
  async readChanges(owner: IndexOwner): Promise<void> {
    if (this.#reading !== null) await this.#reading;
    this.#reading ??= this.#readChanges(owner).finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #readChanges(owner: IndexOwner): Promise<void> {
    const db = this.#openDatabase(owner);
    while (true) {
      const changes = await listChanges(db, owner.userId);
      if (changes.length === 0) return;
      const things = await readThings(db, owner.userId, changes);
      const { updates, removedEntries } = toUpdates(changes, things);
      for (const update of updates) this.#use().apply(update);
      this.#use().removeEntries(removedEntries);
      await dropChanges(db, owner.userId, changes);
    }
  }

  /** Builds the index anew, in pieces: from D1, then from one conversation after the other. What is there stays until it is replaced. */
  async build(owner: IndexOwner): Promise<void> {
    const { kv } = this.ctx.storage;
    kv.put("owner", owner);
    kv.put("version", VERSION);
    kv.put<Building>("building", { id: createId(), kind: 0, after: "" });
    await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const owner = kv.get<IndexOwner>("owner");
    const building = kv.get<Building>("building");
    if (owner === undefined || building === undefined) return;
    const began = Date.now();
    await this.ctx.storage.setAlarm(began + RETRY_MS);
    try {
      const next = await this.#buildStep(owner, building);
      if (kv.get<Building>("building")?.id !== building.id) return;
      if (next === null) {
        kv.delete("building");
        return await this.ctx.storage.deleteAlarm();
      }
      kv.put("building", next);
      const pause = Math.max(STEP_PAUSE.least, STEP_PAUSE.steps * (Date.now() - began));
      await this.ctx.storage.setAlarm(Date.now() + pause);
    } catch (error) {
      logLine("warn", "search.build-retry", { userId: owner.userId, ...describeError(error) });
    }
  }

  async #buildStep(owner: IndexOwner, { id, kind, after }: Building): Promise<Building | null> {
    const db = this.#openDatabase(owner);
    if (kind === 0 && after === "") {
      await markAllChanged(db, owner.userId);
      await this.readChanges(owner);
    }
    const name = CONVERSATION_KINDS[kind];
    if (name === undefined) return null;
    const ids = await listConversationIds(db, owner.userId, name, { after, limit: BUILT_AT_ONCE });
    const objects = name === "story" ? this.env.STORY : this.env.CHARACTER_CHAT;
    await Promise.all(ids.map((id) => objects.getByName(id).renewIndex()));
    const last = ids.at(-1);
    return last === undefined ? { id, kind: kind + 1, after: "" } : { id, kind, after: last };
  }

  /** The owner's account is deleted. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#index = null;
  }

  /** An index that is new, or of another version, is built. */
  async #open(owner: IndexOwner): Promise<void> {
    if (this.#isCurrent()) return;
    await this.purge();
    await this.build(owner);
  }

  #isCurrent(): boolean {
    return this.ctx.storage.kv.get<number>("version") === VERSION;
  }

  #use(): SearchIndex {
    this.#index ??= new SearchIndex(this.ctx.storage);
    return this.#index;
  }

  #openDatabase({ userId, shard = null }: IndexOwner): Database {
    return openAccountDatabase(this.env, { userId, shard }).db;
  }
}
