import * as v from "valibot";
import { GENRES } from "./genres.ts";
import { countSchema, timeSchema } from "./record-parts.ts";

/** Of all files of an import together, also once they are unpacked. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
/** Of all conversations of an import together; each message counts once, however many versions it has. */
export const IMPORT_MESSAGES_MAX = 20_000;
/** With all versions. */
export const IMPORT_VERSIONS_MAX = 60_000;
export const IMPORT_FILES_MAX = 500;
/** Where the files of an import are kept, until it has ended. */
export function toImportPrefix(importId: string): string {
  return `imports/${importId}/`;
}

export function toImportFilesKey(importId: string): string {
  return `${toImportPrefix(importId)}files`;
}

/** A pasted draft has no file. */
export const DRAFT_NAME = "Pasted text";
/** Imports of one person that run at the same time. */
export const IMPORTS_RUNNING_MAX = 3;
/** Imports of one person whose files are kept after they have ended, for 30 days each. */
export const IMPORTS_KEPT_MAX = 5;
/** What a report lists of each kind; the rest is counted. */
export const REPORTED_MAX = 100;

/**
 * `waiting`: it has not begun; `undone`: what it brought was taken away again. A failed or cancelled one has left nothing of the conversation
 * that it was at.
 */
export const IMPORT_STATES = ["waiting", "running", "done", "failed", "cancelled", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** The states in which the job still works. */
export const OPEN_STATES = ["waiting", "running"] as const satisfies readonly ImportState[];

const reportedPathSchema = v.object({
  /** The name of its file. */
  name: v.string(),
  firstWords: v.string(),
  /** How many messages it shares with the path that was read before. */
  leavesAt: countSchema,
  /** Messages after that. */
  length: countSchema,
});
export type ReportedPath = v.InferOutput<typeof reportedPathSchema>;

const reportedSchema = v.object({
  kind: v.picklist(["story", "character-chat"]),
  /** Of the story or the chat. */
  id: v.string(),
  title: v.string(),
  /** Of a story, as it is now; `null`: it is a chat. */
  genre: v.nullable(v.picklist(GENRES)),
  /** `false`: it was deleted since. */
  isOnShelf: v.optional(v.boolean(), true),
  /** The format that it came in. */
  format: v.string(),
  messageCount: countSchema,
  pathCount: countSchema,
  paths: v.array(reportedPathSchema),
});
export type ReportedConversation = v.InferOutput<typeof reportedSchema>;

const remarkSchema = v.object({ what: v.string(), why: v.string() });
export type ImportRemark = v.InferOutput<typeof remarkSchema>;

/** `place`: where it is now; absent: it is not one thing, or it was deleted since. `id`: of that; `null`: they are several. */
const broughtSchema = v.object({
  ...remarkSchema.entries,
  place: v.optional(
    v.object({
      kind: v.picklist(["story", "character-chat", "character"]),
      id: v.nullable(v.string()),
      sheet: v.nullable(v.picklist(["notes", "lore"])),
    }),
  ),
});
export type BroughtRemark = v.InferOutput<typeof broughtSchema>;

/** `number`: of the story or chat among those of the files, if it may still come; `isPlanLimit`: a larger plan has room for it. */
const leftOutSchema = v.object({
  ...remarkSchema.entries,
  number: v.optional(countSchema),
  isPlanLimit: v.optional(v.boolean(), false),
});

const storyImportReportSchema = v.object({
  conversations: v.array(reportedSchema),
  /** What came beside the text. */
  cameAlong: v.array(broughtSchema),
  leftOut: v.array(leftOutSchema),
  /** Until then the files are kept, so that what was left out may still come; `null`: they are not. */
  filesKeptUntil: v.optional(v.nullable(timeSchema), null),
});
export type StoryImportReport = v.InferInput<typeof storyImportReportSchema>;

export const EMPTY_REPORT: StoryImportReport = { conversations: [], cameAlong: [], leftOut: [] };

/** An import of the API. */
export const importSchema = v.object({
  importId: v.string(),
  /** The name of its file, or of the first of several. */
  name: v.string(),
  fileCount: countSchema,
  state: v.picklist(IMPORT_STATES),
  /** Messages that are written; `total`: of how many, 0 before they are counted. */
  progress: v.object({ written: countSchema, total: countSchema }),
  report: storyImportReportSchema,
  /** Why it has failed; `null`: it has not. */
  error: v.nullable(v.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type ImportRecord = v.InferOutput<typeof importSchema>;

/** Whether its job still works. */
export function isOpenImport({ state }: { state: ImportState }): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** What `POST /api/imports` answers. `isRepeat`: these files came before, and this is that import; nothing was brought a second time. */
export const startedImportSchema = v.object({ import: importSchema, isRepeat: v.boolean() });
export type StartedImport = v.InferOutput<typeof startedImportSchema>;
