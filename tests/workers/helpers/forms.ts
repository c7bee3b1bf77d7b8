import { expect } from "vitest";
import type { ImportRecord, StartedImport } from "#domain/imports.ts";
import { eventually } from "../../durable-objects/story-reader.ts";
import type { Browser } from "./site.ts";

export type Files = Record<string, BlobPart>;

/** A form with files, as a browser sends it. */
export async function toFormBody(files: Files, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("file", new File([content], name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  const headers = { "Content-Type": sent.headers.get("Content-Type") ?? "" };
  return { body: await sent.arrayBuffer(), headers };
}

export async function sendImport(browser: Browser, files: Files, fields = {}): Promise<Response> {
  const { body, headers } = await toFormBody(files, fields);
  return browser.sendRaw("POST", "/api/imports", body, headers);
}

/** Begins an import, and returns what is answered at once. */
export async function beginImport(browser: Browser, files: Files, fields = {}): Promise<StartedImport> {
  const answer = await sendImport(browser, files, fields);
  if (answer.status !== 202) throw new Error(await answer.text());
  return answer.json();
}

export async function followImport(browser: Browser, importId: string): Promise<ImportRecord> {
  return browser.read(`/api/imports/${importId}`);
}

/** Brings something in, and returns the import once its job has ended. */
export async function bringIn(browser: Browser, files: Files, fields = {}): Promise<ImportRecord> {
  return awaitImport(browser, (await beginImport(browser, files, fields)).import.importId);
}

/** The import once its job has ended. */
export async function awaitImport(browser: Browser, importId: string): Promise<ImportRecord> {
  await eventually(async () =>
    expect((await followImport(browser, importId)).state).not.toMatch(/waiting|running/u),
  );
  return followImport(browser, importId);
}
