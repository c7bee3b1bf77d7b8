import * as v from "valibot";
import { searchSchema } from "#domain/library.ts";
import {
  changeEntrySchema,
  changeLorebookSchema,
  createEntrySchema,
  createLorebookSchema,
  EXPORT_FORMATS,
  entryPageSchema,
  importAnswerSchema,
  keepProposalSchema,
  LORE_FILE_MAX_BYTES,
  LORE_FILES_MAX,
  lorebookSchema,
  loreEntrySchema,
  lorePreviewAnswerSchema,
  lorePreviewSchema,
  loreProposalSchema,
} from "#domain/lore.ts";
import { CHANGED_FIELDS, created, LIMITS, nothing, ok, paged, sendFile } from "./answers.ts";
import { addDeletion } from "./deletion-operations.ts";
import { listFiles, readFileForm, requireFileCount } from "./input.ts";
import { ApiArea } from "./operation.ts";
import { answerPage, cursorSchema, limitSchema, linkNext, pageQuery } from "./paging.ts";

/** All files of one import together, and what stands around them. */
const LORE_IMPORT_MAX_BYTES = 12 * 1024 * 1024;

const NEW_BOOK_ERRORS = [
  "LOREBOOK_LIMIT_EXCEEDED",
  "LOREBOOK_TOTAL_EXCEEDED",
  "STORAGE_LIMIT_EXCEEDED",
] as const;
const NEW_ENTRY_ERRORS = ["LOREBOOK_FULL", "STORAGE_LIMIT_EXCEEDED"] as const;

const listQuery = v.object({ search: v.optional(searchSchema), ...pageQuery.entries });
const entriesQuery = v.object({
  cursor: v.pipe(
    cursorSchema,
    v.check(
      (cursor) => cursor === undefined || /^\d{1,9}$/.test(cursor),
      "This page of the list does not exist.",
    ),
  ),
  limit: limitSchema(100),
});
const exportQuery = v.object({
  format: v.optional(v.picklist(EXPORT_FORMATS, "Choose sillytavern or v3."), "sillytavern"),
});

/** `/api/lorebooks`: the caller's own books. */
export const lorebookArea = new ApiArea({ base: "/lorebooks", tag: "Lorebooks", access: "account" })
  .on("GET", "/", {
    id: "listLorebooks",
    summary: "List your lorebooks",
    description:
      "Those of your stories and characters as well, the latest changed first. `search` finds words of a book's name or of its entries.",
    query: listQuery,
    answer: paged(v.array(lorebookSchema), "A page of the list."),
    handle: async ({ context, services, query }) => answerPage(context, await services.lorebooks.list(query)),
  })
  .on("POST", "/", {
    id: "createLorebook",
    summary: "Create a lorebook",
    description:
      "With `characterId` or `storyId` it is the book of that character or story, which have one each. A character's begins with what its card has.",
    body: createLorebookSchema,
    answer: created(lorebookSchema, "The book."),
    errors: [...NEW_BOOK_ERRORS, "REQUEST_CONFLICT"],
    limits: LIMITS.newLorebooks,
    handle: ({ services, body }) => services.lorebooks.create(body),
  })
  .on("POST", "/import", {
    id: "importLorebooks",
    summary: "Import lorebooks",
    description: `Files of SillyTavern, of character cards (JSON, PNG, CHARX), of V3, NovelAI, AI Dungeon, Agnai and RisuAI, at most ${LORE_FILES_MAX} of 5 MB each and 12 MB together. Each becomes a book. What a file is, is read from its bytes; what is wrong with one stands in its report and does not stop the others.`,
    file: {
      mediaTypes: ["multipart/form-data"],
      maxBytes: LORE_IMPORT_MAX_BYTES,
      isLarge: true,
      description: "The files, each as a part with a file name.",
    },
    answer: ok(importAnswerSchema, "What became of each file."),
    errors: ["INVALID_INPUT", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
    limits: [...LIMITS.newLorebooks, ...LIMITS.cards],
    handle: async ({ context, services }) => {
      return { files: await services.lorebooks.importFiles(await readFiles(context.req.raw)) };
    },
  });
// Before `/:lorebookId`, which would take the `deleted` of `/deleted` for an id.
addDeletion(lorebookArea, {
  name: "Lorebook",
  names: "Lorebooks",
  nouns: "lorebooks",
  listPath: "",
  schema: lorebookSchema,
  restoreErrors: ["LOREBOOK_LIMIT_EXCEEDED", "REQUEST_CONFLICT"],
  findCalls: ({ lorebooks }) => lorebooks,
});
lorebookArea
  .on("GET", "/:lorebookId", {
    id: "getLorebook",
    summary: "Read a lorebook",
    answer: ok(lorebookSchema, "The book, without its entries."),
    handle: ({ services, params }) => services.lorebooks.get(params.lorebookId),
  })
  .on("PATCH", "/:lorebookId", {
    id: "changeLorebook",
    summary: "Change a lorebook",
    description: "A field that is left out stays as it is.",
    body: changeLorebookSchema,
    answer: ok(lorebookSchema, "The book as it is now."),
    handle: ({ services, params, body }) => services.lorebooks.update(params.lorebookId, body),
  })
  .on("GET", "/:lorebookId/export", {
    id: "exportLorebook",
    summary: "Export a lorebook",
    description:
      "As world info of SillyTavern, or as a lorebook of V3. What was imported and not changed comes out as it came.",
    query: exportQuery,
    answer: { statuses: [200], description: "The file.", mediaTypes: ["application/json"] },
    limits: LIMITS.cards,
    handle: async ({ context, services, params, query }) => {
      const { name, file } = await services.lorebooks.export(params.lorebookId, query.format);
      const body = JSON.stringify(file, null, 2);
      return sendFile(context, { body, mediaType: "application/json", name: `${name}.json` });
    },
  })
  .on("GET", "/:lorebookId/entries", {
    id: "listLoreEntries",
    summary: "List the entries of a lorebook",
    query: entriesQuery,
    answer: paged(entryPageSchema, "A page of the entries, in the book's order."),
    handle: async ({ context, services, params, query: { cursor, limit } }) => {
      const after = cursor === undefined ? undefined : Number(cursor);
      const { entries, next } = await services.lorebooks.listEntries(params.lorebookId, { after, limit });
      linkNext(context, "cursor", next === null ? null : String(next));
      return entries;
    },
  })
  .on("POST", "/:lorebookId/entries", {
    id: "createLoreEntry",
    summary: "Add an entry to a lorebook",
    description: "A field that is left out is as usual. Without `keys` the name is the key.",
    body: createEntrySchema,
    answer: created(loreEntrySchema, "The entry."),
    errors: NEW_ENTRY_ERRORS,
    handle: ({ services, params, body }) => services.lorebooks.createEntry(params.lorebookId, body),
  })
  .on("GET", "/:lorebookId/entries/:entryId", {
    id: "getLoreEntry",
    summary: "Read an entry",
    answer: ok(loreEntrySchema, "The entry."),
    handle: ({ services, params }) => services.lorebooks.getEntry(params.lorebookId, params.entryId),
  })
  .on("PATCH", "/:lorebookId/entries/:entryId", {
    id: "changeLoreEntry",
    summary: "Change an entry",
    description: `It counts from the next reply. ${CHANGED_FIELDS}`,
    body: changeEntrySchema,
    answer: ok(loreEntrySchema, "The entry as it is now."),
    errors: ["STORAGE_LIMIT_EXCEEDED", "EDIT_CONFLICT"],
    handle: ({ services, params, body }) =>
      services.lorebooks.changeEntry(params.lorebookId, params.entryId, body),
  })
  .on("DELETE", "/:lorebookId/entries/:entryId", {
    id: "deleteLoreEntry",
    summary: "Delete an entry",
    description: "It can be restored for 30 days; of a book the last hundred.",
    answer: nothing("It is deleted."),
    handle: ({ services, params }) => services.lorebooks.removeEntry(params.lorebookId, params.entryId),
  })
  .on("POST", "/:lorebookId/entries/:entryId/restore", {
    id: "restoreLoreEntry",
    summary: "Bring back a deleted entry",
    answer: ok(loreEntrySchema, "The entry."),
    errors: ["LOREBOOK_FULL"],
    handle: ({ services, params }) => services.lorebooks.restoreEntry(params.lorebookId, params.entryId),
  });

/** The files of a form. Throws INVALID_INPUT, BODY_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE. */
async function readFiles(request: Request): Promise<{ name: string; bytes: Uint8Array }[]> {
  const form = await readFileForm(
    request,
    LORE_IMPORT_MAX_BYTES,
    "These files are larger than 12 MB together.",
  );
  const files = listFiles(form);
  requireFileCount(files, LORE_FILES_MAX, "Choose at least one file.");
  const tooLarge = (file: File) => file.size > LORE_FILE_MAX_BYTES;
  return Promise.all(
    files.map(async (file) => ({
      name: file.name.slice(0, 200) || "file",
      // One more byte than is allowed is enough to refuse it.
      bytes: new Uint8Array(
        await (tooLarge(file) ? file.slice(0, LORE_FILE_MAX_BYTES + 1) : file).arrayBuffer(),
      ),
    })),
  );
}

/** Adds what a story proposes for its lorebook, and a try of what would be used. */
export function addStoryLore(area: ApiArea): void {
  const proposal = "/:storyId/lore-proposals/:proposalId" as const;
  area
    .on("GET", "/:storyId/lore-proposals", {
      id: "listLoreProposals",
      summary: "List what a story proposes to keep",
      description: "At most three, each from a passage of the open path.",
      answer: ok(v.array(loreProposalSchema), "The proposals, the oldest first."),
      handle: ({ services, params }) => services.loreProposals.list(params.storyId),
    })
    .on("POST", `${proposal}/keep`, {
      id: "keepLoreProposal",
      summary: "Keep a proposal",
      description:
        "As an entry of the story's own book, or added to the entry that it names. Fields that are given replace those of the proposal.",
      body: keepProposalSchema,
      answer: ok(loreEntrySchema, "The entry."),
      errors: [...NEW_BOOK_ERRORS, ...NEW_ENTRY_ERRORS, "ENTRY_LOCKED", "STORY_READ_ONLY"],
      handle: ({ services, params, body }) =>
        services.loreProposals.keep(params.storyId, params.proposalId, body),
    })
    .on("POST", `${proposal}/dismiss`, {
      id: "dismissLoreProposal",
      summary: "Dismiss a proposal",
      answer: nothing("It is not proposed again."),
      handle: ({ services, params }) =>
        services.loreProposals.change(params.storyId, params.proposalId, "dismissed"),
    })
    .on("POST", `${proposal}/restore`, {
      id: "restoreLoreProposal",
      summary: "Let a dismissed proposal wait again",
      answer: nothing("It waits to be kept."),
      handle: ({ services, params }) =>
        services.loreProposals.change(params.storyId, params.proposalId, "waiting"),
    })
    .on("POST", "/:storyId/lore-preview", {
      id: "previewLore",
      summary: "Try which entries would be used, and why",
      isBeforeConsent: true,
      description: "As if the text were the next message of the story. Nothing is written or changed.",
      body: lorePreviewSchema,
      answer: ok(lorePreviewAnswerSchema, "The entries, in the order of the prompt."),
      handle: ({ services, params, body }) => services.lorebooks.preview(params.storyId, body.text),
    });
}
