import { readFileSync } from "node:fs";
import type * as v from "valibot";
import { expect, it } from "vitest";
import { clientEventSchema, serverEventSchema } from "#domain/protocol.ts";
import { inProject } from "#tools/paths.ts";

/* The tables under "The wire" in docs/architecture.md have the events of domain/protocol.ts, each with its fields. */

type EventSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
/** `stream-message` has two forms, and so a variant of its own. */
type Options = readonly (EventSchema | { readonly options: readonly EventSchema[] })[];

/** The fields of each event, sorted. The documents call the id of a conversation `storyId`. */
function readSchema(options: Options): Record<string, string[]> {
  const fields = new Map<string, Set<string>>();
  for (const { entries } of options.flatMap((option) => ("options" in option ? option.options : [option]))) {
    const { type, chatId: _, ...others } = entries;
    const event = String(Reflect.get(type ?? {}, "literal"));
    const known = fields.get(event) ?? new Set();
    for (const name of Object.keys(others)) known.add(name === "conversationId" ? "storyId" : name);
    fields.set(event, known);
  }
  return sortFields(fields);
}

/** The same from the table that begins with this heading. */
function readTable(document: string, heading: string): Record<string, string[]> {
  const [, rows = ""] = document.split(`| ${heading} | Fields | |\n|---|---|---|\n`);
  const fields = new Map<string, Set<string>>();
  for (const row of rows.slice(0, rows.indexOf("\n\n")).split("\n")) {
    const [, event = "", named = ""] = row.split(/(?<!\\)\|/);
    const names = [...named.matchAll(/`(\w+)[^`]*`/g)].map(([, name = ""]) => name);
    fields.set(event.replaceAll(/[` ]/g, ""), new Set(names));
  }
  return sortFields(fields);
}

function sortFields(fields: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> {
  return Object.fromEntries([...fields].map(([event, names]) => [event, [...names].sort()]));
}

const architecture = readFileSync(inProject("docs/architecture.md"), "utf8");

it.each([
  ["Up", clientEventSchema.options],
  ["Down", serverEventSchema.options],
])("the table %s has each event with its fields", (heading, options) => {
  expect(readTable(architecture, heading)).toEqual(readSchema(options));
});
