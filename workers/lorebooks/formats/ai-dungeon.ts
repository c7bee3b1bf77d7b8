import type { JsonObject } from "#domain/json.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import type { ReadBook } from "./book.ts";
import { toKeys, toName, toText } from "./entry.ts";
import { toKind } from "./novelai.ts";

/** AI Dungeon's story cards: one list. Their triggers are found anywhere in a text; the description is a note that no model reads. */
export function readAiDungeon(cards: readonly JsonObject[]): ReadBook {
  const noted = cards.filter(({ description }) => toText(description).trim() !== "").length;
  return {
    format: "AI Dungeon story cards",
    family: "ai-dungeon",
    name: "",
    description: "",
    depth: null,
    isRecursive: false,
    raw: {},
    entries: cards.map((raw) => {
      const keys = toKeys(raw["keys"]);
      const text = toText(raw["value"] ?? raw["entry"]);
      const kind = toKind(toText(raw["type"]));
      const rules = { ...USUAL_RULES, keys, wholeWords: false };
      return {
        name: toName(raw["title"], keys, text),
        kind,
        text,
        isNameGiven: false,
        isLocked: false,
        rules,
        raw,
        at: null,
      };
    }),
    changed: [],
    notUnderstood: noted > 0 ? [`notes that no model reads (${noted} cards)`] : [],
  };
}
