import * as v from "valibot";
import { callApi, fetchPage } from "#app/features/api/call-api.ts";
import {
  type ChangeEntry,
  type ChangeLorebook,
  type CreateEntry,
  type CreateLorebook,
  entryPageSchema,
  importAnswerSchema,
  type KeepProposal,
  type LorebookRecord,
  type LoreEntryRecord,
  type LoreExportFormat,
  lorebookSchema,
  loreEntrySchema,
  loreProposalSchema,
  usedLorebooksSchema,
} from "#domain/lore.ts";

const BOOKS = "/api/lorebooks";
/** An import reads up to ten files. */
const IMPORT_MS = 120_000;

const toBook = (lorebookId: string) => `${BOOKS}/${lorebookId}`;
type EntryIds = Pick<LoreEntryRecord, "lorebookId" | "entryId">;
const toEntry = ({ lorebookId, entryId }: EntryIds) => `${toBook(lorebookId)}/entries/${entryId}`;

export const fetchUsedBooks = (apiPath: string, signal?: AbortSignal) =>
  callApi("GET", `${apiPath}/lorebooks`, usedLorebooksSchema, { signal });
export const chooseBooks = (apiPath: string, lorebookIds: readonly string[]) =>
  callApi("PUT", `${apiPath}/lorebooks`, usedLorebooksSchema, { body: { lorebookIds } });

/** All books of the person, and all entries of a book: page by page. */
export const fetchBooks = () => fetchAll(BOOKS, v.array(lorebookSchema));
export const fetchDeletedBooks = () => fetchAll(`${BOOKS}/deleted`, v.array(lorebookSchema));
export const fetchEntries = (lorebookId: string) =>
  fetchAll(`${toBook(lorebookId)}/entries`, entryPageSchema);

export const createBook = (body: CreateLorebook) => callApi("POST", BOOKS, lorebookSchema, { body });
export const changeBook = (lorebookId: string, body: ChangeLorebook) =>
  callApi("PATCH", toBook(lorebookId), lorebookSchema, { body });
export const deleteBook = (lorebookId: string) => callApi("DELETE", toBook(lorebookId), v.null());
export const restoreBook = (lorebookId: string): Promise<LorebookRecord> =>
  callApi("POST", `${toBook(lorebookId)}/restore`, lorebookSchema, { body: {} });

export const createEntry = (lorebookId: string, body: CreateEntry) =>
  callApi("POST", `${toBook(lorebookId)}/entries`, loreEntrySchema, { body });
export const changeEntry = (entry: EntryIds, body: ChangeEntry) =>
  callApi("PATCH", toEntry(entry), loreEntrySchema, { body });
export const deleteEntry = (entry: EntryIds) => callApi("DELETE", toEntry(entry), v.null());
export const restoreEntry = (entry: EntryIds) =>
  callApi("POST", `${toEntry(entry)}/restore`, loreEntrySchema, { body: {} });

export const fetchProposals = (apiPath: string) =>
  callApi("GET", `${apiPath}/lore-proposals`, v.array(loreProposalSchema));
export const keepProposal = (apiPath: string, proposalId: string, body: KeepProposal) =>
  callApi("POST", `${apiPath}/lore-proposals/${proposalId}/keep`, loreEntrySchema, { body });
/** A dismissed one can be restored. */
export const settleProposal = (apiPath: string, proposalId: string, how: "dismiss" | "restore") =>
  callApi("POST", `${apiPath}/lore-proposals/${proposalId}/${how}`, v.null(), { body: {} });

export async function importBooks(files: readonly File[]) {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  const answer = await callApi("POST", `${BOOKS}/import`, importAnswerSchema, { form, giveUpMs: IMPORT_MS });
  return answer.files;
}

/** Lets the browser keep a book as a file, which has its name. */
export function downloadBook(lorebookId: string, format: LoreExportFormat): void {
  const link = document.createElement("a");
  link.href = `${toBook(lorebookId)}/export?format=${format}`;
  link.download = "";
  link.click();
}

async function fetchAll<Item>(path: string, schema: v.GenericSchema<unknown, Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  let query: Record<string, string> | null = {};
  while (query !== null) {
    const { answer, next }: { answer: Item[]; next: URLSearchParams | null } = await fetchPage(path, schema, {
      query,
    });
    all.push(...answer);
    query = next === null ? null : Object.fromEntries(next);
  }
  return all;
}
