import { AppError } from "#domain/errors.ts";
import {
  DRAFT_NAME,
  IMPORT_FILES_MAX,
  IMPORT_MAX_BYTES,
  importSchema,
  startedImportSchema,
} from "#domain/imports.ts";
import { LIMITS, nothing, ok } from "./answers.ts";
import { listFiles, readFileForm, requireFileCount } from "./input.ts";
import { ApiArea } from "./operation.ts";

/** The files, and what stands around them in a form. */
const FORM_MAX_BYTES = IMPORT_MAX_BYTES + 1024 * 1024;

/** `/api/imports`: what the caller brings in from elsewhere. */
export const importArea = new ApiArea({ base: "/imports", tag: "Imports", access: "account" })
  .on("POST", "/", {
    id: "createImport",
    summary: "Bring in stories and chats",
    description: `Chats of SillyTavern, saves of KoboldAI and KoboldAI Lite, stories of NovelAI, files of Talespark, text and Markdown, also in a ZIP: at most 20 MB together. Chats that begin alike become one story with paths; with a character card among the files they become a chat with that character. What a file is, is read from its bytes. The answer comes at once, and names the address at which the import can be followed. The same files again are answered with that import, unless the form has \`again\` = \`true\`. Text without a file can be sent as \`text\`.`,
    file: {
      mediaTypes: ["multipart/form-data"],
      maxBytes: FORM_MAX_BYTES,
      isLarge: true,
      description: "The files, each as a part with a file name; `text`; `again`.",
    },
    answer: {
      statuses: [202],
      schema: startedImportSchema,
      description: "The import, which goes on by itself.",
      headers: { Location: "The address of the import." },
    },
    errors: ["INVALID_INPUT", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "RATE_LIMITED"],
    limits: LIMITS.cards,
    handle: async ({ context, services }) => {
      const { files, again } = await readImportForm(context.req.raw);
      const started = await services.imports.create(files, { again });
      context.header("Location", `/api/imports/${started.import.importId}`);
      return started;
    },
  })
  .on("GET", "/:importId", {
    id: "getImport",
    summary: "Follow an import",
    description: "Its state, how far it is, and a report of what came, what was left out and why.",
    answer: ok(importSchema, "The import."),
    handle: ({ services, params }) => services.imports.get(params.importId),
  })
  .on("POST", "/:importId/left-out/:number", {
    id: "bringLeftOut",
    summary: "Bring in what an import has left out",
    description:
      "One that nobody has answered in, or one that there is room for by now: those of `leftOut` that have a `number`. It goes on by itself, until `filesKeptUntil`. May be repeated.",
    answer: { statuses: [202], schema: importSchema, description: "The import, as it was before." },
    errors: ["INVALID_INPUT"],
    limits: LIMITS.cards,
    handle: ({ services, params }) => services.imports.bring(params.importId, Number(params.number)),
  })
  .on("DELETE", "/:importId", {
    id: "removeImport",
    summary: "Cancel or undo an import",
    description:
      "One that runs is cancelled: the story that it is at does not come. Of one that is done, all that it brought is recently deleted then. May be repeated.",
    answer: nothing("It is cancelled or undone."),
    handle: ({ services, params }) => services.imports.remove(params.importId),
  });

async function readImportForm(request: Request) {
  const tooLarge = "These files are larger than 20 MB together.";
  const form = await readFileForm(request, FORM_MAX_BYTES, tooLarge);
  const files = listFiles(form);
  const text = form.get("text");
  if (typeof text === "string" && text.trim() !== "") files.push(new File([text], `${DRAFT_NAME}.txt`));
  requireFileCount(files, IMPORT_FILES_MAX, "Choose a file, or paste a text.");
  if (files.reduce((sum, { size }) => sum + size, 0) > IMPORT_MAX_BYTES) {
    throw new AppError("BODY_TOO_LARGE", { message: tooLarge, field: "file" });
  }
  return { files, again: form.get("again") === "true" };
}
