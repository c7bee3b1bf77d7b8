import * as v from "valibot";
import { chatConfigSchema } from "./chat.ts";
import { GENRES } from "./genres.ts";
import { idSchema } from "./ids.ts";
import { LORE_KINDS, lorebookSchema, loreEntrySchema, storedRulesSchema } from "./lore.ts";
import { analysisSchema, MESSAGE_STATUSES, ROLES } from "./message.ts";
import { notesSchema, USUAL_NOTES } from "./notes.ts";
import { ART_STYLES } from "./portraits.ts";
import { characterTextsSchema, countSchema, emblemSchema, timeSchema } from "./record-parts.ts";
import { STORY_LENGTH_VALUES, STORY_STATUSES } from "./story-record.ts";

/*
 * The JSON file of a story or of a character chat: everything in it, on all its paths. Its ids hold within the file alone. The JSON Schema
 * that is made of this is published at STORY_FILE_SCHEMA_PATH. The fields of `storyFileHeadSchema` come first in a file and
 * `messages` last, each after its parent: so it can be written and read in pieces.
 */

/** A change that an older reader can't read makes it a higher number. */
export const STORY_FILE_VERSION = 1;
export const STORY_FILE_FORMAT = "talespark-story";
export const STORY_FILE_SCHEMA_PATH = `/api/schemas/story-file-${STORY_FILE_VERSION}.json`;

const positionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));
const objectSchema = v.record(v.string(), v.unknown());

/** One of the texts that a message has had. */
const fileTextSchema = v.object({
  content: v.string(),
  /** When it was written by hand; `null`: it is the text that came first. */
  editedAt: v.nullable(timeSchema),
});

/** More than is ever told of somebody: the row of a story has the texts of all its people. In UTF-16 code units. */
const TOLD_MAX = 2_000;
const toldSchema = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, TOLD_MAX).toWellFormed()),
);
/** What a passage has told of somebody; `facts`: all that is known of them from here on, `null`: the same as before. */
const personFactsSchema = v.object({
  name: toldSchema,
  description: v.nullable(toldSchema),
  role: v.nullable(toldSchema),
  personality: v.nullable(toldSchema),
  isMainCharacter: v.boolean(),
  aliases: v.array(v.string()),
});

const memoryLineSchema = v.object({
  lineId: v.string(),
  text: v.string(),
  /** 0: of messages; 1 and more: of lines of the layer below. */
  layer: countSchema,
  /** The first and the last message that it was made from. */
  fromId: idSchema,
  toId: idSchema,
  /** Its owner has added it. */
  isAdded: v.optional(v.boolean()),
});

/** Something worth keeping that a passage has told. */
const fileProposalSchema = v.object({
  name: v.string(),
  kind: v.picklist(LORE_KINDS),
  text: v.string(),
  keys: v.array(v.string()),
  /** The entry of a book that it adds to; `null`: it would be a new one. */
  entryId: v.nullable(idSchema),
  state: v.picklist(["waiting", "kept", "dismissed"]),
});

export const fileMessageSchema = v.object({
  messageId: idSchema,
  /** `null`: it is a beginning. Messages with the same parent are versions, in the order of `version`. */
  parentId: v.nullable(idSchema),
  version: positionSchema,
  role: v.picklist(ROLES),
  /** The text that is shown. */
  content: v.string(),
  status: v.picklist(MESSAGE_STATUSES),
  timestamp: timeSchema,
  /** Which of `texts` is shown, from 1. */
  revision: positionSchema,
  /** All texts that it has had, the shown one included; empty: it never had another. */
  texts: v.array(fileTextSchema),
  editedAt: v.nullable(timeSchema),
  /** `edits` of the file when the text that is shown was chosen; `null`: it never changed. */
  editNumber: v.nullable(countSchema),
  /** What the person wished of this version. */
  wish: v.nullable(v.string()),
  /** The id of the model that wrote it. */
  model: v.nullable(v.string()),
  /** What happens in it, in a few words. */
  heading: v.nullable(v.string()),
  /** The names in its text. */
  analysis: v.nullable(analysisSchema),
  /** The name of its picture's file, and what it was asked for. */
  picture: v.nullable(v.object({ file: v.string(), prompt: v.string() })),
  /** The end of the path that was read last below this message, where that is another than the newest. */
  resumeLeafId: v.nullable(idSchema),
  /** When it was removed with all that follows; it can be restored for 30 days. */
  removedAt: v.nullable(timeSchema),
  people: v.array(
    v.object({ personId: idSchema, mentions: countSchema, facts: v.nullable(personFactsSchema) }),
  ),
  /** Where the passage ends. */
  location: v.nullable(v.string()),
  /**
   * The memory of the path up to here, oldest line first; `edits`: those of the file when it was made. A line that a message before has
   * is only its id.
   */
  memory: v.nullable(
    v.object({ edits: countSchema, lines: v.array(v.union([memoryLineSchema, v.string()])) }),
  ),
  proposals: v.array(fileProposalSchema),
});
export type FileMessage = v.InferOutput<typeof fileMessageSchema>;
/** What was found out in a message. */
export type FoundInMessage = Pick<FileMessage, "people" | "location" | "proposals">;
export const NOTHING_FOUND: FoundInMessage = { people: [], location: null, proposals: [] };

/** Somebody of a story, on whatever path. What is known of them stands in the messages that told it. */
const filePersonSchema = v.object({
  personId: idSchema,
  name: toldSchema,
  aliases: v.array(v.string()),
  isMainCharacter: v.boolean(),
  emblem: v.nullable(emblemSchema),
  /** What holds on every path. */
  base: v.nullable(v.object({ ...personFactsSchema.entries, mentions: countSchema })),
  /** What the person has corrected. */
  correction: v.nullable(
    v.partial(
      v.object({ name: toldSchema, description: toldSchema, role: toldSchema, personality: toldSchema }),
    ),
  ),
  /** Is the same as that one. */
  sameAsId: v.nullable(idSchema),
  isNobody: v.boolean(),
});

export type FilePerson = v.InferOutput<typeof filePersonSchema>;

const loreSourceSchema = v.nullable(
  v.object({ format: v.string(), raw: objectSchema, at: v.optional(v.string()) }),
);
export const fileBookSchema = v.object({
  /** Whose book it is: that of this story, of the chat's or a story's character, or one that the person chose for it. */
  belongsTo: v.picklist(["story", "character", "person"]),
  ...v.pick(lorebookSchema, ["name", "description", "depth", "isRecursive"]).entries,
  /** The file of another program that it came from, without its entries. */
  source: loreSourceSchema,
  entries: v.array(
    v.object({
      entryId: idSchema,
      ...v.pick(loreEntrySchema, ["name", "kind", "text", "isNameGiven", "isLocked"]).entries,
      rules: storedRulesSchema,
      /** The message of this file that it was taken from. */
      fromMessageId: v.nullable(idSchema),
      source: loreSourceSchema,
    }),
  ),
});
export type FileBook = v.InferOutput<typeof fileBookSchema>;

export const storySettingsSchema = v.object({
  kind: v.literal("story"),
  status: v.picklist(STORY_STATUSES),
  genre: v.picklist(GENRES),
  subGenre: v.nullable(v.string()),
  categories: v.array(v.string()),
  tropes: v.array(v.string()),
  setting: v.string(),
  /** The person's own character. */
  character: v.string(),
  storyLength: v.picklist(STORY_LENGTH_VALUES),
  customData: objectSchema,
});

export const chatSettingsSchema = v.object({
  kind: v.literal("chat"),
  config: v.object(chatConfigSchema.entries),
  character: v.object({
    ...characterTextsSchema.entries,
    role: v.nullable(v.string()),
    customAttributes: objectSchema,
    isNSFW: v.boolean(),
    emblem: v.object({ ...emblemSchema.entries, style: v.picklist(ART_STYLES) }),
    /** The name of the picture's file; `null`: there is none. */
    portrait: v.nullable(v.string()),
    /** The character card that it came with. */
    card: v.nullable(objectSchema),
  }),
  /** What the character of a story knows of it, as it was when the chat began. */
  story: v.nullable(objectSchema),
});

export const storyFileHeadSchema = v.object({
  $schema: v.optional(v.string()),
  format: v.literal(STORY_FILE_FORMAT),
  version: v.literal(STORY_FILE_VERSION),
  exportedAt: timeSchema,
  /** In the archive of a library: it was deleted, and can be restored until then. */
  goneAt: v.optional(timeSchema),
  title: v.string(),
  description: v.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  isNSFW: v.boolean(),
  settings: v.variant("kind", [storySettingsSchema, chatSettingsSchema]),
  /** What the writer always keeps in mind, and how it tells. */
  notes: notesSchema,
  /** The message at the end of the path that is open; `null`: there is none. */
  openLeafId: v.nullable(idSchema),
  /** The paths that have a name, by the message at their end. */
  pathNames: v.array(v.object({ leafId: idSchema, name: v.string() })),
  /** Where the owner reads: the offset of a line in a message, in UTF-16 code units. */
  readingPlace: v.nullable(v.object({ messageId: idSchema, offset: countSchema, at: countSchema })),
  /** How often something was changed by hand of what prompts are made of. */
  edits: countSchema,
  people: v.array(filePersonSchema),
  /** What the person has made of lines of memory; `text`: theirs, `null`: the AI's. */
  memoryMarks: v.array(
    v.object({
      lineId: v.string(),
      text: v.nullable(v.string()),
      isPinned: v.boolean(),
      isForgotten: v.boolean(),
    }),
  ),
  lorebooks: v.array(fileBookSchema),
});
export type StoryFileHead = v.InferOutput<typeof storyFileHeadSchema>;

export const storyFileSchema = v.object({
  ...storyFileHeadSchema.entries,
  messages: v.array(fileMessageSchema),
});
export type StoryFile = v.InferOutput<typeof storyFileSchema>;

/** A part of a conversation that a book tells in one go: what follows after the message at the depth `after`, up to the leaf. */
const stretchSchema = v.object({
  leafId: idSchema,
  after: countSchema,
  length: countSchema,
  /** The name of its path; `null`: it has none. */
  name: v.nullable(v.string()),
  /** What happens where it leaves what was told before, as the AI has named it; `null`: it has not. */
  turnName: v.nullable(v.string()),
});
export type PathStretch = v.InferOutput<typeof stretchSchema>;

const { notes, openLeafId, pathNames, readingPlace, edits, people, memoryMarks } =
  storyFileHeadSchema.entries;

/** All messages in the order in which they were written, so that each comes after its parent. `next` continues after a page. */
export const treePageSchema = v.object({
  messages: v.array(fileMessageSchema),
  next: v.nullable(v.string()),
});
export type TreePage = v.InferOutput<typeof treePageSchema>;

/** What a conversation's object gives for its file first. `stretches`: the open path, then the others, each message once. */
export const fileStartSchema = v.object({
  head: v.object({ notes, openLeafId, pathNames, readingPlace, edits, people, memoryMarks }),
  stretches: v.array(stretchSchema),
  ...treePageSchema.entries,
});
export type FileStart = v.InferOutput<typeof fileStartSchema>;

/** What a book needs of a message. */
const bookMessageSchema = v.pick(fileMessageSchema, ["messageId", "role", "content", "heading", "picture"]);
export type BookMessage = v.InferOutput<typeof bookMessageSchema>;

/** A page of a path, oldest first; `leafId`: its end, `null` if nothing was written yet; `next`: the depth to go on after. */
export const pathTextSchema = v.object({
  leafId: v.nullable(idSchema),
  messages: v.array(bookMessageSchema),
  next: v.nullable(countSchema),
});
export type PathText = v.InferOutput<typeof pathTextSchema>;

/** What a file has whose conversation has stored nothing yet. */
export const NOTHING_BESIDE: FileStart["head"] = {
  notes: USUAL_NOTES,
  openLeafId: null,
  pathNames: [],
  readingPlace: null,
  edits: 0,
  people: [],
  memoryMarks: [],
};

/*
 * What a file of ours brings into a `TreeMessage` and a `TreeEnd`. There the numbers of messages stand for their ids.
 */

/** The ids of people and entries hold within the tree: the object makes its own of them (`toOwnId`). */
export type TreeFacts = FoundInMessage & {
  memory: {
    edits: number;
    lines: readonly {
      lineId: string;
      text: string;
      layer: number;
      from: number;
      to: number;
      isAdded?: boolean | undefined;
    }[];
  } | null;
};

/** What holds for all paths. */
export type TreeBeside = Pick<StoryFileHead, "people" | "memoryMarks" | "edits"> & {
  /** The ends of the paths that were read last below a message. */
  resume: readonly { message: number; leaf: number }[];
  readingPlace: { message: number; offset: number; at: number } | null;
};

const amountSchema = v.object({
  messages: countSchema,
  /** Of their texts in UTF-8. */
  bytes: countSchema,
  pictures: countSchema,
});
/** How much a conversation's object has to take out. */
export const exportAmountsSchema = v.object({
  pathCount: countSchema,
  /** Of the open path; `null`: it has none. */
  pathName: v.nullable(v.string()),
  open: amountSchema,
  /** Of every path, each message once. */
  all: amountSchema,
  /** Of everything, as JSON has it. */
  whole: amountSchema,
});
export type ExportAmounts = v.InferOutput<typeof exportAmountsSchema>;

const nothing = { messages: 0, bytes: 0, pictures: 0 };
/** Of a conversation that has not begun. */
export const NOTHING_TO_EXPORT: ExportAmounts = {
  pathCount: 0,
  pathName: null,
  open: nothing,
  all: nothing,
  whole: nothing,
};
