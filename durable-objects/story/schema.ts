import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EmblemDesign } from "#domain/choose-emblem.ts";
import type { DemoPremise } from "#domain/demo.ts";
import { LORE_KINDS } from "#domain/lore.ts";
import type { MetNames } from "#workers/ai/cast/read-passage.ts";

/** Exactly one row, once there is something to store: what is true of the story now. */
export const story = sqliteTable("story", {
  id: integer("id").primaryKey(),
  currentLocation: text("current_location"),
  /** Exchanges when a model was last asked who is in the story; `null`: it never was. */
  castAskedAt: integer("cast_asked_at"),
  /** Names that belong to nobody in the cast. */
  metNames: text("met_names", { mode: "json" }).$type<MetNames>(),
});

/** What was found out about somebody, as far as it can be read from the text. */
export type PersonFacts = {
  name: string;
  aliases: string[];
  description: string | null;
  role: string | null;
  personality: string | null;
  isMainCharacter: boolean;
};
/** What the person has corrected of somebody. */
export type Correction = { name?: string; description?: string; role?: string; personality?: string };

/**
 * The people of a story, of all its paths. The facts and mentions are those of the open path: they follow from `castFacts`, `base` and the
 * person's corrections.
 */
export const cast = sqliteTable("cast", {
  /** Also their id as a character in D1. */
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  aliases: text("aliases", { mode: "json" }).$type<string[]>().notNull(),
  isNew: integer("is_new", { mode: "boolean" }).notNull(),
  mentions: integer("mentions").notNull(),
  description: text("description"),
  role: text("role"),
  personality: text("personality"),
  isMainCharacter: integer("is_main_character", { mode: "boolean" }).notNull(),
  /** Changed since they were last delivered to D1. */
  changed: integer("changed", { mode: "boolean" }).notNull(),
  /** Chosen as they first appear. */
  emblem: text("emblem", { mode: "json" }).$type<EmblemDesign>(),
  /** Whether the open path has met them. */
  isOnPath: integer("is_on_path", { mode: "boolean" }).notNull().default(true),
  /** What was known before facts were stored by passage; `null`: nothing. It holds on every path. */
  base: text("base", { mode: "json" }).$type<PersonFacts & { mentions: number }>(),
  /** The person's corrections; `null`: none. */
  correction: text("correction", { mode: "json" }).$type<Correction>(),
  /** The person is the same as that one. */
  sameAsId: text("same_as_id"),
  /** Nobody is called that. */
  isNobody: integer("is_nobody", { mode: "boolean" }).notNull().default(false),
});

/** What a passage has told of somebody. */
export const castFacts = sqliteTable(
  "cast_facts",
  {
    messageId: text("message_id").notNull(),
    personId: text("person_id").notNull(),
    /** How often the passage names them. */
    mentions: integer("mentions").notNull(),
    /** All that is known of them from here on; `null`: the same as before. */
    facts: text("facts", { mode: "json" }).$type<PersonFacts>(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.personId] })],
);

/** What a passage has told that is worth keeping. */
export const loreProposals = sqliteTable(
  "lore_proposals",
  {
    /** Also the id of the entry that is made from it. */
    id: text("id").primaryKey(),
    messageId: text("message_id").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: LORE_KINDS }).notNull(),
    text: text("text").notNull(),
    keys: text("keys", { mode: "json" }).$type<string[]>().notNull(),
    /** The entry that it adds to; `null`: it is a new one. */
    entryId: text("entry_id"),
    state: text("state", { enum: ["waiting", "kept", "dismissed"] }).notNull(),
  },
  (table) => [index("lore_proposals_message").on(table.messageId)],
);

/** Where a passage ends, where that was found out. */
export const locations = sqliteTable("locations", {
  messageId: text("message_id").primaryKey(),
  location: text("location").notNull(),
});

/**
 * Exactly one row while the story belongs to a visitor: what D1 stores of other stories. It is deleted once a person
 * has taken the story over and D1 has its row.
 */
export const demo = sqliteTable("demo", {
  id: integer("id").primaryKey(),
  title: text("title").notNull(),
  premise: text("premise", { mode: "json" }).$type<DemoPremise>().notNull(),
  /** ISO 8601. */
  createdAt: text("created_at").notNull(),
  /** The story deletes itself then, in milliseconds since 1970. */
  expiresAt: integer("expires_at").notNull(),
  /** The person that it was given to, whose row in D1 is still to be made; `null`: it is a visitor's. */
  adoptedBy: text("adopted_by"),
});

export { memories, memoryMarks } from "../memory/schema.ts";

/** What the person could write next, at a place in the story. */
export const suggestions = sqliteTable("suggestions", {
  /** The head that it was made for; `""` before the first message. */
  headId: text("head_id").primaryKey(),
  text: text("text").notNull(),
  /** The person has seen it, so it is paid for. */
  shown: integer("shown", { mode: "boolean" }).notNull(),
  /** How many others were asked for at the same place. */
  others: integer("others").notNull(),
});
