import type { JsonObject } from "#domain/json.ts";
import { PLAIN_BOOK, type ReadBook, readEntryList } from "./book.ts";
import { readDecorators, splitDecorators, toKeys, toNumber, toPlainEntry, toText } from "./entry.ts";
import { toKind } from "./novelai.ts";

/*
 * Lorebooks of programs with fewer rules than SillyTavern: Agnai, RisuAI and AI Dungeon.
 */

/** Agnai's memory books. */
export function readAgnai(file: JsonObject): ReadBook {
  const { entries, ...raw } = file;
  return {
    ...PLAIN_BOOK,
    format: "Agnai memory book",
    family: "agnai",
    name: toText(file["name"]),
    description: toText(file["description"]),
    depth: typeof file["scanDepth"] === "number" ? toNumber(file["scanDepth"], 0, 100, 4) : null,
    isRecursive: file["recursiveScanning"] === true,
    raw,
    entries: readEntryList(entries).map(({ raw: entry, at }) => {
      const when = entry["enabled"] === false ? "off" : entry["constant"] === true ? "always" : "mentioned";
      const order = toNumber(entry["weight"], -100_000, 100_000, 0);
      const rules = { keys: toKeys(entry["keywords"]), when, order } as const;
      return toPlainEntry(entry, { name: entry["name"], text: toText(entry["entry"]), rules, at });
    }),
  };
}

/** RisuAI's lorebooks: `{type: "risu", data: […]}`. */
export function readRisu(file: JsonObject): ReadBook {
  const { data, ...raw } = file;
  const found = readEntryList(data);
  const folders = found.filter(({ raw: entry }) => entry["mode"] === "folder");
  return {
    ...PLAIN_BOOK,
    format: "RisuAI lorebook",
    family: "risu",
    raw,
    entries: found
      .filter((one) => !folders.includes(one))
      .map(({ raw: entry, at }) => {
        const { decorators, text } = splitDecorators(toText(entry["content"]));
        const rules = {
          keys: toKeys(entry["key"]),
          isPattern: entry["useRegex"] === true,
          secondKeys: entry["selective"] === true ? toKeys(entry["secondkey"]) : [],
          when: entry["alwaysActive"] === true || entry["mode"] === "constant" ? "always" : "mentioned",
          order: toNumber(entry["insertorder"], -100_000, 100_000, 100),
          probability: toNumber(entry["activationPercent"], 0, 100, 100),
          wholeWords: false,
          ...readDecorators(decorators),
        } as const;
        return toPlainEntry(entry, { name: entry["comment"], text, rules, at });
      }),
    notUnderstood: folders.length > 0 ? [`folders (${folders.length})`] : [],
  };
}

/** AI Dungeon's story cards: one list. Their triggers are found anywhere in a text; the description is a note that no model reads. */
export function readAiDungeon(cards: readonly JsonObject[]): ReadBook {
  const noted = cards.filter(({ description }) => toText(description).trim() !== "").length;
  return {
    ...PLAIN_BOOK,
    format: "AI Dungeon story cards",
    family: "ai-dungeon",
    entries: cards.map((card) =>
      toPlainEntry(card, {
        name: card["title"],
        kind: toKind(toText(card["type"])),
        text: toText(card["value"] ?? card["entry"]),
        rules: { keys: toKeys(card["keys"]), wholeWords: false },
      }),
    ),
    notUnderstood: noted > 0 ? [`notes that no model reads (${noted} cards)`] : [],
  };
}
