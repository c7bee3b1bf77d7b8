import * as v from "valibot";
import { idSchema } from "#domain/ids.ts";
import { lastPromptAnswerSchema } from "#domain/last-prompt.ts";
import { chooseLorebooksSchema, usedLorebooksSchema } from "#domain/lore.ts";
import { addLineSchema, changeLineSchema, memoryPageSchema } from "#domain/memory.ts";
import {
  MESSAGES_PER_PAGE_MAX,
  messageSchema,
  openPathSchema,
  PASSAGE_MAX,
  revisionSchema,
} from "#domain/message.ts";
import { changeNotesSchema, notesAnswerSchema } from "#domain/notes.ts";
import {
  addVersionSchema,
  editMessageSchema,
  namePathSchema,
  PATHS_PER_PAGE,
  PATHS_PER_PAGE_MAX,
  pathPageSchema,
} from "#domain/paths.ts";
import { exportChoiceSchema, exportSizesSchema } from "#domain/story-export.ts";
import type { ChangeInputs, ChangeName } from "#durable-objects/conversation/conversation-changes.ts";
import type { OpenConversations } from "../conversations/access.ts";
import { BODY_MAX_BYTES } from "../http/receive-body.ts";
import type { Services } from "../services.ts";
import { CHANGED_FIELDS, created, LIMITS, nothing, ok, paged, sendFile } from "./answers.ts";
import type { ApiArea } from "./operation.ts";
import { cursorSchema, limitSchema, linkNext } from "./paging.ts";

/** A whole passage: its characters have up to four bytes. */
const PASSAGE_BODY_MAX_BYTES = 4 * PASSAGE_MAX + BODY_MAX_BYTES;

/** A page of messages. `path`: the leaf of the path whose messages are read; absent: the open path. */
export const messagesQuery = v.object({
  before: cursorSchema,
  path: v.optional(idSchema),
  limit: limitSchema(MESSAGES_PER_PAGE_MAX),
});
const pathsQuery = v.object({ cursor: cursorSchema, limit: limitSchema(PATHS_PER_PAGE_MAX) });

/** What differs in the calls of stories and chats: ids, sentences, the parameter with the conversation's id, and why nothing may be written. */
const KINDS = {
  story: { name: "Story", noun: "a story", idName: "storyId", readOnlyErrors: ["STORY_READ_ONLY"] },
  "character-chat": { name: "Chat", noun: "a chat", idName: "chatId", readOnlyErrors: [] },
} as const;

/** Adds what is the same for stories and chats: what is changed by hand (texts, paths, notes, memory), lorebooks, the last prompt. */
export function addConversationOperations(
  area: ApiArea,
  kind: keyof typeof KINDS,
  findConversations: (services: Services) => OpenConversations,
): void {
  const { name, noun, idName, readOnlyErrors } = KINDS[kind];
  const base: string = `/:${idName}`;
  const message = `${base}/messages/:messageId` as const;
  const changed = {
    limits: LIMITS.changes,
    errors: ["STREAM_IN_PROGRESS", ...readOnlyErrors] as const,
  };
  const idOf = (params: Record<string, string>) => params[idName] ?? "";
  /** Handles a call by that of the object with this name; `toInput`: what it gets of the path and the body. */
  const run =
    <Schema extends v.GenericSchema, Change extends ChangeName, Body>(
      how: "change" | "read",
      schema: Schema,
      change: Change,
      toInput: (params: Record<string, string>, body: Body) => ChangeInputs[Change],
    ) =>
    ({ services, params, body }: { services: Services; params: Record<string, string>; body: Body }) =>
      findConversations(services)[how](idOf(params), schema, change, ...toInput(params, body));

  area.on("GET", `${base}/last-prompt`, {
    id: `get${name}Prompt`,
    summary: `Read what the model was given for the last reply of ${noun}`,
    answer: ok(lastPromptAnswerSchema, "The prompt in its parts; `null`: there is no reply yet."),
    handle: async ({ services, params }) => ({
      prompt: await findConversations(services).readLastPrompt(idOf(params)),
    }),
  });
  area.on("PATCH", message, {
    id: `edit${name}Message`,
    summary: `Change a text of ${noun}`,
    description:
      "What follows stays. The text before it stays as a version. `revision` is that of the text that was changed; if the message has another by now, EDIT_CONFLICT gives both texts in `details`.",
    body: editMessageSchema,
    bodyMaxBytes: PASSAGE_BODY_MAX_BYTES,
    answer: ok(messageSchema, "The message as it is now."),
    ...changed,
    errors: [...changed.errors, "EDIT_CONFLICT"],
    handle: run("change", messageSchema, "edit", ({ messageId = "" }, body) => [messageId, body]),
  });
  area.on("POST", `${message}/versions`, {
    id: `add${name}Version`,
    summary: `Write another version of a text of ${noun}, and go on from it`,
    description: "It stands beside the message. What follows the message stays on its own path.",
    body: addVersionSchema,
    bodyMaxBytes: PASSAGE_BODY_MAX_BYTES,
    answer: created(messageSchema, "The new message, at the end of the open path."),
    ...changed,
    errors: [...changed.errors, "REQUEST_CONFLICT"],
    handle: run("change", messageSchema, "addVersion", ({ messageId = "" }, body) => [messageId, body]),
  });
  area.on("POST", `${message}/continue-from`, {
    id: `continue${name}From`,
    summary: `Go on from a message of ${noun}`,
    description: "The open path ends there. What followed stays as a path of its own.",
    answer: ok(openPathSchema, "What is open now."),
    ...changed,
    handle: run("change", openPathSchema, "continueFrom", ({ messageId = "" }) => [messageId]),
  });
  area.on("DELETE", message, {
    id: `remove${name}Message`,
    summary: `Remove a message of ${noun} and all that follows it`,
    description: "It can be restored for 30 days.",
    answer: ok(openPathSchema, "What is open now."),
    ...changed,
    handle: run("change", openPathSchema, "removeFrom", ({ messageId = "" }) => [messageId]),
  });
  area.on("POST", `${message}/restore`, {
    id: `restore${name}Message`,
    summary: `Bring back a removed part of ${noun}`,
    answer: ok(openPathSchema, "What is open now."),
    ...changed,
    handle: run("change", openPathSchema, "restorePart", ({ messageId = "" }) => [messageId]),
  });
  area.on("GET", `${message}/revisions`, {
    id: `list${name}Revisions`,
    summary: `Read all texts that a message of ${noun} has had`,
    answer: ok(v.array(revisionSchema), "The texts, oldest first."),
    handle: run("read", v.array(revisionSchema), "listRevisions", ({ messageId = "" }) => [messageId]),
  });
  area.on("GET", `${base}/export`, {
    id: `export${name}`,
    summary: `Take ${noun} out as a file`,
    description:
      "EPUB, Markdown or plain text of one path (`path`: the message at its end; `all`: every path, each message once; absent: the open one), or JSON of everything, which can be brought in again. `author`, `cover`, `ownLines` and `credit` are about books.",
    query: exportChoiceSchema,
    answer: {
      statuses: [200],
      mediaTypes: ["application/epub+zip", "text/markdown", "text/plain", "application/json"],
      description: "The file.",
    },
    errors: ["EPUB_NOT_IN_PLAN"],
    limits: LIMITS.cards,
    handle: async ({ context, services: { exports }, params, query }) =>
      sendFile(context, await exports.exportConversation({ kind, id: idOf(params) }, query)),
  });
  area.on("GET", `${base}/export/sizes`, {
    id: `measure${name}Export`,
    summary: `How large the files of ${noun} are`,
    description: "Estimates in bytes, of the open path and of all.",
    answer: ok(exportSizesSchema, "The sizes."),
    handle: ({ services: { exports }, params }) => exports.measure({ kind, id: idOf(params) }),
  });
  area.on("GET", `${base}/paths`, {
    id: `list${name}Paths`,
    summary: `List the paths of ${noun}`,
    description: "The open path first, then those that changed last. `removed` stands on the first page.",
    query: pathsQuery,
    answer: paged(pathPageSchema, "A page of the paths."),
    handle: async ({ context, services, params, query }) => {
      const { cursor = null, limit = PATHS_PER_PAGE } = query;
      const page = await findConversations(services).read(idOf(params), pathPageSchema, "listPaths", {
        cursor,
        limit,
      });
      linkNext(context, "cursor", page.next);
      return page;
    },
  });
  area.on("PATCH", `${base}/paths/:leafId`, {
    id: `name${name}Path`,
    summary: `Name a path of ${noun}`,
    body: namePathSchema,
    ...changed,
    errors: readOnlyErrors,
    answer: nothing("It has that name."),
    handle: async ({ services, params, body }) => {
      await findConversations(services).change(
        idOf(params),
        v.null(),
        "namePath",
        params.leafId ?? "",
        body.name,
      );
    },
  });
  area.on("POST", `${base}/paths/:leafId/open`, {
    id: `open${name}Path`,
    summary: `Open a path of ${noun}`,
    description: "In every tab and on every device.",
    answer: ok(openPathSchema, "What is open now."),
    ...changed,
    handle: run("change", openPathSchema, "openPath", ({ leafId = "" }) => [leafId]),
  });
  area.on("GET", `${base}/notes`, {
    id: `get${name}Notes`,
    summary: `Read what the AI always keeps in mind in ${noun}, and how it tells`,
    answer: ok(notesAnswerSchema, "The notes."),
    handle: run("read", notesAnswerSchema, "readNotes", () => []),
  });
  area.on("PATCH", `${base}/notes`, {
    id: `change${name}Notes`,
    summary: `Change what the AI always keeps in mind in ${noun}, or how it tells`,
    description: `It counts from the next reply. ${CHANGED_FIELDS}`,
    body: changeNotesSchema,
    answer: ok(notesAnswerSchema, "The notes as they are now."),
    ...changed,
    errors: [...readOnlyErrors, "EDIT_CONFLICT"],
    handle: run("change", notesAnswerSchema, "changeNotes", (_, body) => [body]),
  });
  area.on("GET", `${base}/memory`, {
    id: `get${name}Memory`,
    summary: `Read the memory of ${noun}'s open path`,
    answer: ok(memoryPageSchema, "Its lines, oldest first."),
    handle: run("read", memoryPageSchema, "readMemory", () => []),
  });
  area.on("POST", `${base}/memory`, {
    id: `add${name}MemoryLine`,
    summary: `Add a line to the memory of ${noun}'s open path`,
    description:
      "At its end, and pinned. Where nothing is remembered yet there is nothing to add to: write a note.",
    body: addLineSchema,
    answer: ok(memoryPageSchema, "The lines as they are now."),
    ...changed,
    errors: readOnlyErrors,
    handle: run("change", memoryPageSchema, "addLine", (_, body) => [body.text]),
  });
  area.on("PATCH", `${base}/memory/:lineId`, {
    id: `change${name}MemoryLine`,
    summary: `Pin, correct or forget a line of the memory of ${noun}`,
    description: "The AI never overwrites it. A field that is left out stays as it is.",
    body: changeLineSchema,
    answer: ok(memoryPageSchema, "The lines as they are now."),
    ...changed,
    errors: readOnlyErrors,
    handle: run("change", memoryPageSchema, "changeLine", ({ lineId = "" }, body) => [lineId, body]),
  });
  area.on("DELETE", `${base}/memory/:lineId`, {
    id: `forget${name}MemoryLine`,
    summary: `Forget a line of the memory of ${noun}`,
    description: "It is in no prompt any more. `isForgotten: false` brings it back.",
    answer: ok(memoryPageSchema, "The lines as they are now."),
    ...changed,
    errors: readOnlyErrors,
    handle: run("change", memoryPageSchema, "changeLine", ({ lineId = "" }) => [
      lineId,
      { isForgotten: true },
    ]),
  });
  area.on("GET", `${base}/lorebooks`, {
    id: `list${name}Lorebooks`,
    summary: `List the lorebooks that ${noun} uses`,
    description: "`own` are those that it has anyway: its own and those of its characters.",
    answer: ok(usedLorebooksSchema, "The books."),
    handle: ({ services, params }) => services.lorebooks.listUsed({ kind, id: idOf(params) }),
  });
  area.on("PUT", `${base}/lorebooks`, {
    id: `choose${name}Lorebooks`,
    summary: `Choose the lorebooks that ${noun} uses`,
    description: "It counts from the next reply.",
    body: chooseLorebooksSchema,
    answer: ok(usedLorebooksSchema, "The books that are used now."),
    handle: ({ services, params, body }) =>
      services.lorebooks.choose({ kind, id: idOf(params) }, body.lorebookIds),
  });
}
