import { asc, desc, eq, sql } from "drizzle-orm";
import { chooseEmblem } from "#domain/choose-emblem.ts";
import { requireUnchanged } from "#domain/edit-conflict.ts";
import { AppError } from "#domain/errors.ts";
import type { Genre } from "#domain/genres.ts";
import { createId } from "#domain/ids.ts";
import type { FilePerson, TreeBeside } from "#domain/story-file.ts";
import type { CastMember, PersonCorrection } from "#domain/story-record.ts";
import type { CastEntry } from "#workers/ai/cast/merge-cast.ts";
import { limited } from "#workers/db/limited.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { matchesIds, matchesPath } from "../conversation/message-statements.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import { messages } from "../conversation/schema.ts";
import { type Correction, cast, castFacts, type PersonFacts } from "./schema.ts";

export type CastRow = typeof cast.$inferSelect;

/** The most people that a story stores. Nobody new is added beyond that. */
const CAST_MAX = 200;

/** Somebody as a passage leaves them. `id`: of a person who was known before; `counted`: how often the passage names them. */
export type ReadPerson = CastEntry & { id?: string; counted: number };

type CastTree = Pick<MessageTree, "headId" | "findAncestorIdAt">;

/** What a path has told of somebody so far. */
type Told = { facts: PersonFacts; mentions: number; passages: number };

/**
 * The people of a story, most mentioned first. What is known of them hangs on the passages that told it: each path has its own. The rows
 * are those of the open path; those of another one are made of its passages when they are needed. What the person has corrected holds on
 * every path.
 */
export class CastStore {
  readonly #db: ObjectDatabase;
  readonly #tree: CastTree;
  /** Built once: they run several times in every turn. */
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ObjectDatabase, tree: CastTree) {
    this.#db = db;
    this.#tree = tree;
    this.#statements = prepare(db);
  }

  /** Those whom the open path has met. */
  rows(): CastRow[] {
    return this.#statements.rows.all();
  }

  /** Those whom the path of a message has met; `null`: before the first. */
  rowsAt(message: Pick<MessageRow, "id" | "parentId"> | null): CastRow[] {
    const headId = this.#tree.headId();
    // A message that is not stored yet continues the open path.
    const isEnd = message === null ? headId === null : message.id === headId || message.parentId === headId;
    return isEnd ? this.rows() : this.#read(message?.id ?? null);
  }

  members(): CastMember[] {
    return this.rows().map(toMember);
  }

  /** All that the path of a message has ever told of its people, as facts that still hold with the person's corrections. */
  listTold(message: Pick<MessageRow, "id">): PersonFacts[] {
    const people = new Map(this.#all().map((row) => [row.id, row]));
    const base = [...people.values()].flatMap(({ id, base: known }) => (known ? [{ id, facts: known }] : []));
    const read = this.#readFacts(message.id).flatMap(({ personId: id, facts }) =>
      facts ? [{ id, facts }] : [],
    );
    return [...base, ...read].flatMap(({ id, facts }) => {
      const person = people.get(id);
      return person && isShown(person) ? [{ ...facts, ...person.correction }] : [];
    });
  }

  /**
   * Stores who is in a passage: one with an id that is known is changed, the others are added. Each new one is given an emblem that no
   * other of the story has. Safe to repeat.
   */
  save(
    people: readonly ReadPerson[],
    { storyId, genre }: { storyId: string; genre: Genre },
    passage: Pick<MessageRow, "id" | "parentId" | "depth">,
  ): void {
    const all = this.#all();
    const known = new Map(all.map((row) => [row.id, row]));
    const before = new Map(this.rowsAt(passage).map((row) => [row.id, row]));
    const own = chooseEmblem(genre, storyId);
    const taken = [
      own,
      ...all.flatMap(({ emblem, isMainCharacter }) => (isMainCharacter ? [] : (emblem ?? []))),
    ];
    for (const { id, counted, ...entry } of people) {
      const person =
        (id === undefined ? undefined : known.get(id)) ?? all.find(({ name }) => name === entry.name);
      if (person?.isNobody || person?.sameAsId != null || (!person && known.size >= CAST_MAX)) continue;
      const emblem =
        person?.emblem ?? (entry.isMainCharacter ? own : chooseEmblem(genre, storyId + entry.name, taken));
      if (!person?.emblem) taken.push(emblem);
      const facts = this.#withoutCorrection(toFacts(entry), person);
      const row = { ...(person ?? newPerson()), ...entry, emblem };
      if (!person?.emblem) {
        const added = { ...row, isOnPath: false, changed: true };
        this.#db.insert(cast).values(added).onConflictDoUpdate({ target: cast.id, set: { emblem } }).run();
        known.set(row.id, added);
      }
      const told = before.get(row.id);
      const isNews = !told || !isSameFacts(this.#withoutCorrection(toFacts(told), person), facts);
      this.saveFacts(passage.id, row.id, counted, isNews ? facts : null);
    }
    const headId = this.#tree.headId();
    if (headId !== null && this.#tree.findAncestorIdAt(headId, passage.depth) === passage.id)
      this.refresh(headId);
  }

  /** What a passage tells of somebody. The rows follow with `refresh`. */
  saveFacts(messageId: string, personId: string, mentions: number, facts: PersonFacts | null): void {
    if (mentions === 0 && facts === null) return;
    this.#db
      .insert(castFacts)
      .values({ messageId, personId, mentions, facts })
      .onConflictDoUpdate({
        target: [castFacts.messageId, castFacts.personId],
        // Read again, the passage says nothing new; what it said at first stays.
        set: { mentions, facts: sql`coalesce(excluded.facts, ${castFacts.facts})` },
      })
      .run();
  }

  /** Stores the people of a tree from elsewhere; `toId`: their ids here. `refresh` then finds who is on the open path. */
  take(people: TreeBeside["people"], toId: (id: string) => string): void {
    const taken = people.slice(0, CAST_MAX);
    const targets = new Map(taken.map(({ personId, sameAsId }) => [personId, sameAsId]));
    for (const { personId, sameAsId, ...person } of taken) {
      const target = leadsBack(targets, personId) ? null : sameAsId;
      targets.set(personId, target);
      const row = { ...person, id: toId(personId), sameAsId: target && toId(target), mentions: 0 };
      const hidden = { isNew: false, isOnPath: false, changed: true };
      this.#db
        .insert(cast)
        .values({ ...row, ...hidden })
        .onConflictDoNothing()
        .run();
    }
  }

  /** What the AI has found, where the person's correction stands in its place. */
  #withoutCorrection(facts: PersonFacts, person: CastRow | undefined): PersonFacts {
    const corrected = Object.keys(person?.correction ?? {}) as (keyof Correction)[];
    if (!person || corrected.length === 0) return facts;
    const found = this.#statements.latestFacts.get({ personId: person.id })?.facts ?? person.base ?? facts;
    return { ...facts, ...Object.fromEntries(corrected.map((field) => [field, found[field]])) };
  }

  /**
   * What was read from these messages holds no longer: their text has changed, or they are gone. Returns how many facts that were; `refresh`
   * then takes them out of the rows.
   */
  forget(messageIds: readonly string[]): number {
    const isOfThese = matchesIds(castFacts.messageId, messageIds);
    return this.#db.delete(castFacts).where(isOfThese).returning({ messageId: castFacts.messageId }).all()
      .length;
  }

  /** The rows become those of the path of that message; `null`: before the first. */
  refresh(messageId: string | null): void {
    const all = this.#all();
    const onPath = new Map(this.#read(messageId, all).map((row) => [row.id, row]));
    for (const before of all) {
      const row = onPath.get(before.id) ?? { ...before, isOnPath: false };
      if (isSame(before, row)) continue;
      const { isOnPath } = row;
      const changed = isOnPath || before.changed;
      this.#db
        .update(cast)
        .set({ ...row, changed })
        .where(eq(cast.id, row.id))
        .run();
    }
  }

  /** See `correctPersonSchema`. Throws NOT_FOUND for a person who is not there, and EDIT_CONFLICT as `requireUnchanged` does. */
  correct(personId: string, { sameAs, isPerson, before, ...texts }: PersonCorrection): void {
    const people = new Map(this.#all().map((row) => [row.id, row]));
    const person = people.get(personId);
    if (!person) throw new AppError("NOT_FOUND");
    if (sameAs != null && (sameAs === personId || !isShownIn(people, sameAs))) {
      throw new AppError("NOT_FOUND", { field: "sameAs" });
    }
    requireUnchanged(person.correction ?? {}, before, texts);
    const corrected = { ...person.correction, ...texts };
    const correction = Object.fromEntries(Object.entries(corrected).filter(([, text]) => text !== ""));
    this.#db
      .update(cast)
      .set({
        correction: Object.keys(correction).length === 0 ? null : correction,
        sameAsId: sameAs === undefined ? person.sameAsId : sameAs,
        isNobody: isPerson === undefined ? person.isNobody : !isPerson,
        changed: true,
      })
      .where(eq(cast.id, personId))
      .run();
    this.refresh(this.#tree.headId());
  }

  /** Those of all paths, for the owner's file. */
  listFilePeople(): FilePerson[] {
    return this.#all().map(({ id: personId, name, aliases, isMainCharacter, ...row }) => {
      const { emblem, base, correction, sameAsId, isNobody } = row;
      return { personId, name, aliases, isMainCharacter, emblem, base, correction, sameAsId, isNobody };
    });
  }

  listFacts(messageIds: readonly string[]): (typeof castFacts.$inferSelect)[] {
    return this.#db.select().from(castFacts).where(matchesIds(castFacts.messageId, messageIds)).all();
  }

  /** Names that belong to nobody, as the person says. */
  listNobodies(): string[] {
    return this.#all()
      .filter(({ isNobody }) => isNobody)
      .flatMap(({ name, aliases }) => [name, ...aliases]);
  }

  /** Those who changed since they were last delivered to D1. `hidden`: the person has said that they are nobody, or somebody else. */
  findChanged(): { shown: CastRow[]; hidden: CastRow[] } {
    const changed = this.#statements.changed.all();
    return { shown: changed.filter(isShown), hidden: changed.filter((row) => !isShown(row)) };
  }

  /** They were delivered; those who changed meanwhile are delivered again. */
  markDelivered(rows: readonly CastRow[]): void {
    for (const row of rows) {
      const isRow = eq(cast.id, row.id);
      const now = this.#db.select().from(cast).where(isRow).get();
      if (now && isSame(now, row)) this.#db.update(cast).set({ changed: false }).where(isRow).run();
    }
  }

  #all(): CastRow[] {
    return this.#statements.all.all();
  }

  #readFacts(messageId: string): { personId: string; mentions: number; facts: PersonFacts | null }[] {
    return this.#statements.factsOnPath.all({ id: messageId });
  }

  /** The rows of the path of a message, made of its passages. */
  #read(messageId: string | null, all = this.#all()): CastRow[] {
    const people = new Map(all.map((row) => [row.id, row]));
    const told = new Map<string, Told>();
    for (const { id, base } of people.values()) {
      if (base) told.set(id, { facts: base, mentions: base.mentions, passages: 2 });
    }
    for (const { personId, mentions, facts } of messageId === null ? [] : this.#readFacts(messageId)) {
      const before = told.get(personId);
      const latest = facts ?? before?.facts;
      if (!latest) continue;
      told.set(personId, {
        facts: latest,
        mentions: (before?.mentions ?? 0) + mentions,
        passages: (before?.passages ?? 0) + (mentions > 0 ? 1 : 0),
      });
    }
    for (const [id, one] of told) {
      const targetId = people.get(id)?.sameAsId ?? null;
      if (targetId === null) continue;
      told.delete(id);
      const target = told.get(targetId);
      told.set(targetId, target ? join(target, one) : one);
    }
    return [...told]
      .flatMap(([id, { facts, mentions, passages }]) => {
        const person = people.get(id);
        if (!person || !isShown(person)) return [];
        const named = withCorrection(facts, person.correction);
        return [{ ...person, ...named, mentions, isNew: passages <= 1, isOnPath: true }];
      })
      .sort((one, other) => other.mentions - one.mentions || (one.name < other.name ? -1 : 1));
  }
}

function prepare(db: ObjectDatabase) {
  return {
    rows: db
      .select()
      .from(cast)
      .where(sql`${cast.isOnPath} AND NOT ${cast.isNobody} AND ${cast.sameAsId} IS NULL`)
      .orderBy(desc(cast.mentions), limited(cast.name, CAST_MAX))
      .prepare(),
    all: db.select().from(cast).prepare(),
    changed: db
      .select()
      .from(cast)
      .where(sql`${cast.changed} AND (${cast.isOnPath} OR ${cast.isNobody} OR ${cast.sameAsId} IS NOT NULL)`)
      .prepare(),
    latestFacts: db
      .select({ facts: castFacts.facts })
      .from(castFacts)
      .where(sql`${castFacts.personId} = ${sql.placeholder("personId")} AND ${castFacts.facts} IS NOT NULL`)
      .orderBy(desc(sql`rowid`))
      .prepare(),
    factsOnPath: db
      .select({ personId: castFacts.personId, mentions: castFacts.mentions, facts: castFacts.facts })
      .from(castFacts)
      .innerJoin(messages, eq(messages.id, castFacts.messageId))
      .where(matchesPath(castFacts.messageId, sql.placeholder("id")))
      .orderBy(asc(messages.depth))
      .prepare(),
  };
}

/** Whether somebody is in the end the same as themselves. Only a file that was changed by hand says so; `#read` would not end. */
function leadsBack(targets: ReadonlyMap<string, string | null>, personId: string): boolean {
  const seen = new Set<string>();
  let at = targets.get(personId) ?? null;
  while (at !== null && at !== personId && !seen.has(at)) {
    seen.add(at);
    at = targets.get(at) ?? null;
  }
  return at === personId;
}

function newPerson() {
  return {
    id: createId(),
    changed: true,
    isOnPath: true,
    base: null,
    correction: null,
    sameAsId: null,
    isNobody: false,
  };
}

/** Whether the person lets somebody be one of the cast. */
function isShown({ isNobody, sameAsId }: CastRow): boolean {
  return !isNobody && sameAsId === null;
}

function isShownIn(people: ReadonlyMap<string, CastRow>, id: string): boolean {
  const person = people.get(id);
  return person !== undefined && isShown(person);
}

function toFacts({
  name,
  aliases,
  description,
  role,
  personality,
  isMainCharacter,
}: PersonFacts): PersonFacts {
  return { name, aliases, description, role, personality, isMainCharacter };
}

/** The name that was corrected is still found in the text. */
function withCorrection(facts: PersonFacts, correction: Correction | null): PersonFacts {
  if (correction === null) return facts;
  const isRenamed = correction.name !== undefined && correction.name !== facts.name;
  const aliases = isRenamed ? [...new Set([...facts.aliases, facts.name])] : facts.aliases;
  return { ...facts, ...correction, aliases: aliases.filter((alias) => alias !== correction.name) };
}

/** What is told of two who are the same. */
function join(one: Told, other: Told): Told {
  const { facts } = one;
  const names = new Set([...facts.aliases, other.facts.name, ...other.facts.aliases]);
  names.delete(facts.name);
  return {
    facts: {
      ...facts,
      aliases: [...names],
      description: facts.description ?? other.facts.description,
      role: facts.role ?? other.facts.role,
      personality: facts.personality ?? other.facts.personality,
    },
    mentions: one.mentions + other.mentions,
    passages: one.passages + other.passages,
  };
}

function isSameFacts(one: PersonFacts, other: PersonFacts): boolean {
  return JSON.stringify(toFacts(one)) === JSON.stringify(toFacts(other));
}

function isSame(before: CastRow, after: CastRow): boolean {
  return (
    JSON.stringify({ ...before, changed: true }) === JSON.stringify({ ...before, ...after, changed: true })
  );
}

function toMember({
  id,
  name,
  aliases,
  isNew,
  mentions,
  description,
  role,
  personality,
  isMainCharacter,
  emblem,
  correction,
}: CastRow): CastMember {
  const corrected = Object.keys(correction ?? {});
  const texts = { name, description, role, personality, corrected };
  const member: CastMember = { personId: id, isNew, mentions, isMainCharacter, ...texts };
  if (aliases.length > 0) member.aliases = aliases;
  return emblem === null ? member : { ...member, emblem };
}
