import { isObject, type JsonObject } from "#domain/json.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { type ReadBook, readEntryList } from "./book.ts";
import { toKeys, toName, toNumber, toText } from "./entry.ts";

/** Agnai's memory books. */
export function readAgnai(file: JsonObject): ReadBook {
  const { entries, ...raw } = file;
  return {
    format: "Agnai memory book",
    family: "agnai",
    name: toText(file["name"]),
    description: toText(file["description"]),
    depth: typeof file["scanDepth"] === "number" ? toNumber(file["scanDepth"], 0, 100, 4) : null,
    isRecursive: file["recursiveScanning"] === true,
    raw,
    entries: readEntryList(entries).flatMap(({ raw: entry, at }) => {
      if (!isObject(entry)) return [];
      const keys = toKeys(entry["keywords"]);
      const text = toText(entry["entry"]);
      const when = entry["enabled"] === false ? "off" : entry["constant"] === true ? "always" : "mentioned";
      const order = toNumber(entry["weight"], -100_000, 100_000, 0);
      const rules = { ...USUAL_RULES, keys, when, order } as const;
      const name = toName(entry["name"], keys, text);
      return { name, kind: "other", text, isNameGiven: false, isLocked: false, rules, raw: entry, at };
    }),
    changed: [],
    notUnderstood: [],
  };
}
