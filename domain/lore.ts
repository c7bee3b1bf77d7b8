import * as v from "valibot";
import { characterRecordSchema } from "./character-record.ts";
import { idSchema, requestIdSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { countSchema, timeSchema } from "./record-parts.ts";

/*
 * Lorebooks: what a person, a character or a story knows of its world. An entry is given to the model always, or when one of its keys is
 * mentioned (`choose-lore.ts` has the rules).
 */

export const BOOK_NAME_MAX = 100;
export const BOOK_DESCRIPTION_MAX = 500;
export const ENTRY_NAME_MAX = 120;
/** Of a text that is written here. Longer imported ones are kept, and may be made shorter. */
export const ENTRY_TEXT_MAX = 1_500;
export const KEY_MAX = 100;
export const KEYS_MAX = 50;
export const GROUPS_MAX = 10;
/** The latest messages that an entry's keys are looked for in, at most. */
export const DEPTH_MAX = 100;
/** Of a number of messages: longer than any conversation is read. */
export const MESSAGES_MAX = 10_000;

export const ENTRIES_PER_BOOK = 500;
/** Of all books of one conversation together, those of its own book first. */
export const ENTRIES_IN_USE = 1_000;
/** Books that a person chooses for one conversation, beside its own. */
export const BOOKS_IN_USE = 10;
/** Of a longer imported text the model is given so much, in UTF-16 code units. */
export const GIVEN_TEXT_MAX = 4_000;

/** Of one file, and how many come in one request. */
export const LORE_FILE_MAX_BYTES = 5 * 1024 * 1024;
export const LORE_FILES_MAX = 10;

export const LORE_KINDS = ["person", "place", "thing", "rule", "past", "other"] as const;
export type LoreKind = (typeof LORE_KINDS)[number];

/** When an entry is given to the model. */
export const LORE_WHEN = ["mentioned", "always", "off"] as const;
/** What of the second keys is needed beside one of the keys. `not-all`: at least one is missing. */
export const SECOND_KEY_LOGICS = ["any", "all", "none", "not-all"] as const;

const keysSchema = v.pipe(
  v.array(boundedText({ ...atMost(KEY_MAX, "A key can be"), required: "A key can't be empty." })),
  v.maxLength(KEYS_MAX, `An entry can have at most ${KEYS_MAX} keys.`),
);

function numberUpTo(most: number) {
  const message = `This must be a whole number from 0 to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(0, message), v.maxValue(most, message));
}

const ORDER = "This must be a whole number.";

/** When an entry is used, and what it does to others. */
export const loreRulesSchema = v.object({
  when: v.picklist(LORE_WHEN, "Choose always, when mentioned, or off."),
  keys: keysSchema,
  secondKeys: keysSchema,
  logic: v.picklist(SECOND_KEY_LOGICS),
  /** Of two that don't both fit the higher one is taken; in the prompt it stands later. */
  order: v.pipe(v.number(ORDER), v.integer(ORDER), v.minValue(-100_000, ORDER), v.maxValue(100_000, ORDER)),
  /** A key of one word counts only where it is a whole word. */
  wholeWords: v.boolean(),
  caseSensitive: v.boolean(),
  /** The keys are regular expressions. A key between slashes always is one. */
  isPattern: v.boolean(),
  /** The latest messages that its keys are looked for in; `null`: as many as the book says. */
  depth: v.nullable(numberUpTo(DEPTH_MAX)),
  /** In percent. */
  probability: numberUpTo(100),
  /** For so many messages it stays once it was used; then so many it is not used again; so many there must be at first. */
  sticky: numberUpTo(MESSAGES_MAX),
  cooldown: numberUpTo(MESSAGES_MAX),
  delay: numberUpTo(MESSAGES_MAX),
  /** Of each group one entry is used. */
  groups: v.pipe(
    v.array(
      boundedText({ max: KEY_MAX, tooLong: "This group's name is too long.", required: "Name the group." }),
    ),
    v.maxLength(GROUPS_MAX, `An entry can be in at most ${GROUPS_MAX} groups.`),
  ),
  groupWeight: numberUpTo(10_000),
  /** In its groups the highest order wins, not chance. */
  isFirstOfGroup: v.boolean(),
  /** In its groups only those with the most matching keys take part. */
  isGroupScored: v.boolean(),
  /** Entries that are used don't call it with their text; it calls none with its own. */
  isNotCalledByEntries: v.boolean(),
  callsNoEntries: v.boolean(),
  /** Only entries call it, those of this level after those of lower ones; 0: messages do. */
  onlyCalledByEntries: numberUpTo(100),
  /** It is used even if the budget is full. */
  ignoresBudget: v.boolean(),
});
export type LoreRules = v.InferOutput<typeof loreRulesSchema>;

/** The same as they are stored: imported keys and groups may be longer, and more. */
export const storedRulesSchema = v.object({
  ...loreRulesSchema.entries,
  keys: v.array(v.string()),
  secondKeys: v.array(v.string()),
  groups: v.array(v.string()),
});

/** The rules of a new entry. */
export const USUAL_RULES: LoreRules = {
  when: "mentioned",
  keys: [],
  secondKeys: [],
  logic: "any",
  order: 100,
  wholeWords: true,
  caseSensitive: false,
  isPattern: false,
  depth: null,
  probability: 100,
  sticky: 0,
  cooldown: 0,
  delay: 0,
  groups: [],
  groupWeight: 100,
  isFirstOfGroup: false,
  isGroupScored: false,
  isNotCalledByEntries: false,
  callsNoEntries: false,
  onlyCalledByEntries: 0,
  ignoresBudget: false,
};

const nameSchema = boundedText({
  ...atMost(ENTRY_NAME_MAX, "A name can be"),
  required: "Please give it a name.",
});
const textSchema = boundedText(atMost(ENTRY_TEXT_MAX, "An entry can be"));

/** What a person can change of an entry. */
const entryFields = {
  name: nameSchema,
  kind: v.picklist(LORE_KINDS),
  text: textSchema,
  /** The model is given the name as well. */
  isNameGiven: v.boolean(),
  /** No proposal changes it. */
  isLocked: v.boolean(),
  ...loreRulesSchema.entries,
};

/** A new entry. A field that is left out is as usual; without keys its name is the key. */
export const createEntrySchema = v.object({
  ...v.partial(v.object(entryFields)).entries,
  name: nameSchema,
  /** A second request with the same id changes the entry that the first one has created. */
  requestId: v.optional(requestIdSchema),
});
export type CreateEntry = v.InferOutput<typeof createEntrySchema>;
/** The same fields as they are stored. */
const storedEntrySchema = v.object({
  name: v.string(),
  kind: v.picklist(LORE_KINDS),
  text: v.string(),
  isNameGiven: v.boolean(),
  isLocked: v.boolean(),
  ...storedRulesSchema.entries,
});
export const someEntryFieldsSchema = v.partial(storedEntrySchema);
export type SomeEntryFields = v.InferOutput<typeof someEntryFieldsSchema>;

/**
 * A field that is left out stays as it is. `before`: what the changed fields were when the change began; if one is something else by then,
 * the answer is EDIT_CONFLICT.
 */
export const changeEntrySchema = v.partial(v.object({ ...entryFields, before: someEntryFieldsSchema }));
export type ChangeEntry = v.InferOutput<typeof changeEntrySchema>;

/** The passage that an entry or a proposal came from. */
const loreOriginSchema = v.object({ storyId: v.string(), messageId: v.string() });
export type LoreOrigin = v.InferOutput<typeof loreOriginSchema>;

export const loreEntrySchema = v.object({
  entryId: v.string(),
  lorebookId: v.string(),
  ...storedEntrySchema.entries,
  /** Keys that can't be read as patterns: they match nothing. */
  unreadableKeys: v.array(v.string()),
  /** `null`: a person wrote or imported it. */
  origin: v.nullable(loreOriginSchema),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type LoreEntryRecord = v.InferOutput<typeof loreEntrySchema>;

export const entryPageSchema = v.array(loreEntrySchema);

const bookFields = {
  name: boundedText({
    ...atMost(BOOK_NAME_MAX, "A name can be"),
    required: "Please give it a name.",
  }),
  description: boundedText(atMost(BOOK_DESCRIPTION_MAX, "A description can be")),
  /** The latest messages that keys are looked for in, where an entry does not say. */
  depth: numberUpTo(DEPTH_MAX),
  /** The texts of entries that are used call others. */
  isRecursive: v.boolean(),
};
export const USUAL_DEPTH = 4;

/** A new book: the person's own; or that of a character or a story of theirs, which have one each. */
export const createLorebookSchema = v.object({
  ...v.partial(v.object(bookFields)).entries,
  name: bookFields.name,
  characterId: v.optional(idSchema),
  storyId: v.optional(idSchema),
});
export type CreateLorebook = v.InferOutput<typeof createLorebookSchema>;
export const changeLorebookSchema = v.partial(v.object(bookFields));
export type ChangeLorebook = v.InferOutput<typeof changeLorebookSchema>;

export const lorebookSchema = v.object({
  lorebookId: v.string(),
  name: v.string(),
  description: v.string(),
  depth: countSchema,
  isRecursive: v.boolean(),
  /** Whose book it is; both `null`: the person's. */
  characterId: v.nullable(v.string()),
  storyId: v.nullable(v.string()),
  entryCount: countSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type LorebookRecord = v.InferOutput<typeof lorebookSchema>;

/** The books that a conversation uses beside its own and its characters'. */
export const chooseLorebooksSchema = v.object({
  lorebookIds: v.pipe(
    v.array(idSchema),
    v.maxLength(BOOKS_IN_USE, `A story can use at most ${BOOKS_IN_USE} books.`),
    v.check((ids) => new Set(ids).size === ids.length, "Please choose each only once."),
  ),
});
/** `own`: those that it has anyway. */
export const usedLorebooksSchema = v.object({
  own: v.array(lorebookSchema),
  chosen: v.array(lorebookSchema),
});
export type UsedLorebooks = v.InferOutput<typeof usedLorebooksSchema>;

/** What became of one imported file. Sentences for a person. */
const importReportSchema = v.object({
  file: v.string(),
  /** The format that was found; `null`: none. */
  format: v.nullable(v.string()),
  lorebook: v.nullable(lorebookSchema),
  /** How many entries came in. */
  taken: countSchema,
  /** What is different here from what the file says, and what is kept but not acted upon. */
  changed: v.array(v.string()),
  notUnderstood: v.array(v.string()),
  /** Why nothing came in; `null`: it did. */
  error: v.nullable(v.string()),
});
export type ImportReport = v.InferOutput<typeof importReportSchema>;
/** `lorebook`: what became of that of its card; `null`: the card has none. */
export const importedCharacterSchema = v.object({
  ...characterRecordSchema.entries,
  lorebook: v.nullable(importReportSchema),
});
export type ImportedCharacter = v.InferOutput<typeof importedCharacterSchema>;
export const importAnswerSchema = v.object({ files: v.array(importReportSchema) });

export const EXPORT_FORMATS = ["sillytavern", "v3"] as const;
export type LoreExportFormat = (typeof EXPORT_FORMATS)[number];

/** Why an entry is used. `key`: the one that was found, as it is written in the entry. */
const loreReasonSchema = v.variant("by", [
  v.object({ by: v.literal("always") }),
  v.object({ by: v.literal("message"), key: v.string() }),
  /** Its time has not passed since it was called by that key. */
  v.object({ by: v.literal("sticky"), key: v.string() }),
  v.object({ by: v.literal("entry"), key: v.string() }),
]);
export type LoreReason = v.InferOutput<typeof loreReasonSchema>;

/** `because of: reef`, as people read it. */
export function describeLoreReason(reason: LoreReason): string {
  switch (reason.by) {
    case "always":
      return "always";
    case "message":
      return `because of: ${reason.key}`;
    case "sticky":
      return `still, because of: ${reason.key}`;
    case "entry":
      return `called by another entry: ${reason.key}`;
  }
}

/** Why an entry that was called is not used. */
export const LORE_REFUSALS = ["budget", "group", "chance"] as const;

/** What became of an entry the last time that it was called on the open path: one of the two is `null`. */
export const loreUseSchema = v.object({
  entryId: v.string(),
  /** The reply that it was called for, and how many messages lie before and with it. */
  messageId: v.string(),
  depth: countSchema,
  /** Why it was used. An entry that is always used has the first reply that had it. */
  reason: v.nullable(loreReasonSchema),
  /** Why it was left out. */
  refusal: v.nullable(v.picklist(LORE_REFUSALS)),
});
export type LoreUse = v.InferOutput<typeof loreUseSchema>;

export const lorePreviewSchema = v.object({
  text: boundedText({ max: 10_000, tooLong: "This text is too long.", required: "Write a text to try." }),
});
const namedEntry = { entryId: v.string(), name: v.string() };
export const lorePreviewAnswerSchema = v.object({
  used: v.array(v.object({ ...namedEntry, reason: loreReasonSchema, tokens: countSchema })),
  left: v.array(v.object({ ...namedEntry, why: v.picklist(LORE_REFUSALS) })),
  /** What the entries may take of a prompt. */
  budgetTokens: countSchema,
});
export type LorePreview = v.InferOutput<typeof lorePreviewAnswerSchema>;

/** Something worth keeping that a passage has told. */
export const loreProposalSchema = v.object({
  proposalId: v.string(),
  /** The passage that it came from. */
  messageId: v.string(),
  name: v.string(),
  kind: v.picklist(LORE_KINDS),
  /** What the passage tells. */
  text: v.string(),
  keys: v.array(v.string()),
  /** The entry that it adds to, and its text before and after; `null`: it is a new one. */
  addsTo: v.nullable(v.object({ entryId: v.string(), before: v.string(), after: v.string() })),
});
export type LoreProposal = v.InferOutput<typeof loreProposalSchema>;

/** The text of an entry with what a proposal adds to it. */
export function growText(text: string, added: string): string {
  return text === "" ? added : `${text}\n${added}`;
}

/**
 * Keeps a proposal as it is, or as the person changes it. `before`: the text of the entry that it adds to when the person saw it; if it is
 * another one by then, the answer is EDIT_CONFLICT.
 */
export const keepProposalSchema = v.partial(
  v.object({
    ...{ name: nameSchema, kind: v.picklist(LORE_KINDS), text: textSchema, keys: keysSchema },
    before: v.object({ text: v.string() }),
  }),
);
export type KeepProposal = v.InferOutput<typeof keepProposalSchema>;
