import { isObject, type JsonObject, toList, toObject } from "#domain/json.ts";
import type { LoreKind } from "#domain/lore.ts";
import { PLAIN_BOOK, type ReadBook, readEntryList } from "./book.ts";
import { type ReadEntry, toKeys, toNumber, toPlainEntry, toText } from "./entry.ts";

/** NovelAI's `.lorebook`, and the one inside a `.scenario`. Its categories become kinds where their names say so. */
export function readNovelAi(file: JsonObject): ReadBook {
  const { entries = [], ...raw } = file;
  const kinds = new Map(
    toList(file["categories"])
      .filter(isObject)
      .map((category) => [category["id"], toKind(toText(category["name"]))]),
  );
  const found = readEntryList(entries).map(({ raw: entry }) => entry);
  return {
    ...PLAIN_BOOK,
    format: "NovelAI lorebook",
    family: "novelai",
    isRecursive: found.some((entry) => entry["nonStoryActivatable"] === true),
    raw,
    entries: found.map((entry) => readNovelAiEntry(entry, kinds.get(entry["category"]) ?? "other")),
    changed: found.some(({ searchRange }) => searchRange !== undefined)
      ? ["Search ranges in characters became the book's number of messages."]
      : [],
    notUnderstood: [
      ...(found.some(({ contextConfig }) => contextConfig !== undefined)
        ? ["insertion positions and token budgets of single entries"]
        : []),
      ...(found.some(hasBias) ? ["phrase biases"] : []),
    ],
  };
}

function readNovelAiEntry(raw: JsonObject, kind: LoreKind): ReadEntry {
  const context = toObject(raw["contextConfig"]);
  const isOff = raw["enabled"] === false;
  return toPlainEntry(raw, {
    name: raw["displayName"],
    kind,
    text: toText(raw["text"]),
    rules: {
      keys: toKeys(raw["keys"]),
      when: isOff ? "off" : raw["forceActivation"] === true ? "always" : "mentioned",
      order: toNumber(context["budgetPriority"], -100_000, 100_000, 400),
      isNotCalledByEntries: raw["nonStoryActivatable"] !== true,
    },
  });
}

/** `loreBiasGroups` has an empty group in every entry. */
function hasBias({ loreBiasGroups: groups }: JsonObject): boolean {
  return toList(groups).some((group) => toList(toObject(group)["phrases"]).length > 0);
}

/** `Characters` → person, `locations` → place. */
export function toKind(word: string): LoreKind {
  if (/charact|person|people|npc/iu.test(word)) return "person";
  if (/locat|place|region|world|city|town/iu.test(word)) return "place";
  if (/item|object|thing|artifact|weapon/iu.test(word)) return "thing";
  if (/rule|magic|law|system/iu.test(word)) return "rule";
  return /histor|past|event|backstory/iu.test(word) ? "past" : "other";
}
