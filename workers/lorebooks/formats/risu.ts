import { isObject, type JsonObject } from "#domain/json.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { type ReadBook, readEntryList } from "./book.ts";
import { toKeys, toName, toNumber, toText } from "./entry.ts";

/** RisuAI's lorebooks: `{type: "risu", data: […]}`. */
export function readRisu(file: JsonObject): ReadBook {
  const { data, ...raw } = file;
  const found = readEntryList(data).flatMap(({ raw: entry, at }) => (isObject(entry) ? [{ entry, at }] : []));
  const folders = found.filter(({ entry }) => entry["mode"] === "folder");
  return {
    format: "RisuAI lorebook",
    family: "risu",
    name: "",
    description: "",
    depth: null,
    isRecursive: false,
    raw,
    entries: found
      .filter((one) => !folders.includes(one))
      .map(({ entry, at }) => {
        const keys = toKeys(entry["key"]);
        const text = toText(entry["content"]);
        const isPattern = entry["useRegex"] === true;
        const rules = {
          ...USUAL_RULES,
          keys,
          isPattern,
          secondKeys: entry["selective"] === true ? toKeys(entry["secondkey"]) : [],
          when: entry["alwaysActive"] === true || entry["mode"] === "constant" ? "always" : "mentioned",
          order: toNumber(entry["insertorder"], -100_000, 100_000, 100),
          probability: toNumber(entry["activationPercent"], 0, 100, 100),
          wholeWords: false,
        } as const;
        const name = toName(entry["comment"], keys, text);
        return { name, kind: "other", text, isNameGiven: false, isLocked: false, rules, raw: entry, at };
      }),
    changed: [],
    notUnderstood: folders.length > 0 ? [`folders (${folders.length})`] : [],
  };
}
