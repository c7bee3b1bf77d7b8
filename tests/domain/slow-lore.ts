import type { LoreEntry, LoreMessage, LoreRequest } from "#domain/choose-lore.ts";
import { hashFnv1a } from "#domain/hash.ts";

/*
 * The rules of lorebooks once more, as slowly and obviously as they can be written: every key is looked for in every message with a loop,
 * and every earlier reply is gone through from the beginning. Plain keys only.
 */

type Use = { id: string; by: "always" | "message" | "sticky" | "entry" };

export function chooseSlowly(entries: LoreEntry[], request: LoreRequest): Use[] {
  const { messages, count, budget, seed } = request;
  const used: { entry: LoreEntry; by: Use["by"] }[] = [];
  const refused = new Set<string>();
  let full = false;
  let tokens = 0;

  const levels = [...new Set(entries.map((one) => one.onlyCalledByEntries).filter((one) => one > 0))].sort(
    (a, b) => a - b,
  );
  let level = 0;
  for (let pass = 0; pass <= 10; pass += 1) {
    const texts = used
      .filter(({ entry }) => entry.isRecursive && !entry.callsNoEntries)
      .map(({ entry }) => entry.text);
    if (pass > 0 && (full || texts.length === 0)) break;
    const found: { entry: LoreEntry; by: Use["by"]; score: number }[] = [];
    for (const entry of entries) {
      if (used.some((one) => one.entry === entry) || refused.has(entry.entryId)) continue;
      if (entry.when === "off" || count < entry.delay) continue;
      const time = findTime(entry, messages, count);
      if (time === "rests") continue;
      const isSticky = time === "stays";
      if (!isSticky && pass === 0 && entry.onlyCalledByEntries > 0) continue;
      if (!isSticky && pass > 0 && (entry.isNotCalledByEntries || entry.onlyCalledByEntries > level))
        continue;
      const heard = [...lastMessages(messages, count, count, entry.depth), ...(pass > 0 ? texts : [])];
      const isCalled = matches(entry, heard);
      if (entry.when !== "always" && !isSticky && !isCalled) continue;
      const by = entry.when === "always" ? "always" : isSticky ? "sticky" : pass === 0 ? "message" : "entry";
      found.push({ entry, by, score: isCalled ? score(entry, heard) : 0 });
    }
    const stays = (entry: LoreEntry) => findTime(entry, messages, count) === "stays";
    const steady = (one: LoreEntry) =>
      one.when === "always" &&
      one.probability === 100 &&
      one.groups.length === 0 &&
      one.cooldown === 0 &&
      one.onlyCalledByEntries === 0;
    const places = new Map(entries.map((one, place) => [one, place]));
    found.sort((a, b) => {
      if (steady(a.entry) !== steady(b.entry)) return steady(a.entry) ? -1 : 1;
      if (stays(a.entry) !== stays(b.entry)) return stays(a.entry) ? -1 : 1;
      if (a.entry.rank !== b.entry.rank) return a.entry.rank - b.entry.rank;
      if (a.entry.order !== b.entry.order) return b.entry.order - a.entry.order;
      return (places.get(a.entry) ?? 0) - (places.get(b.entry) ?? 0);
    });

    let left = found;
    const groups = [...new Set(found.flatMap(({ entry }) => entry.groups))].sort();
    for (const group of groups) {
      const members = left.filter(({ entry }) => entry.groups.includes(group));
      if (members.length === 0) continue;
      let keep: typeof members;
      if (members.some(({ entry }) => stays(entry))) keep = members.filter(({ entry }) => stays(entry));
      else if (used.some(({ entry }) => entry.groups.includes(group))) keep = [];
      else {
        const best = Math.max(...members.map((one) => one.score));
        const scored = members.filter((one) => !one.entry.isGroupScored || one.score === best);
        const first = scored.find((one) => one.entry.isFirstOfGroup);
        keep = first ? [first] : [draw(scored, hashFnv1a(`${seed} ${group}`) / 4294967296)];
      }
      for (const one of members) if (!keep.includes(one)) refused.add(one.entry.entryId);
      left = left.filter((one) => !members.includes(one) || keep.includes(one));
    }

    let isNew = false;
    const passed = left.filter(({ entry }) => {
      const isIn = stays(entry) || hashFnv1a(`${seed} ${entry.entryId}`) % 100 < entry.probability;
      if (!isIn) refused.add(entry.entryId);
      return isIn;
    });
    for (const { entry, by } of passed) {
      if (tokens + entry.tokens >= budget && !entry.ignoresBudget) full = true;
      if (full && !entry.ignoresBudget) {
        refused.add(entry.entryId);
        continue;
      }
      tokens += entry.tokens;
      used.push({ entry, by });
      isNew = true;
    }
    if (pass === 0 || isNew) continue;
    const next = levels.find((one) => one > level);
    if (next === undefined) break;
    level = next;
  }
  const place = (entry: LoreEntry) => entries.indexOf(entry);
  return used
    .sort((a, b) => a.entry.order - b.entry.order || place(a.entry) - place(b.entry))
    .map(({ entry, by }) => ({ id: entry.entryId, by }));
}

function draw<T extends { entry: LoreEntry }>(members: T[], chance: number): T {
  const sum = members.reduce((total, { entry }) => total + entry.groupWeight, 0);
  let at = chance * sum;
  for (const one of members) {
    at -= one.entry.groupWeight;
    if (at < 0) return one;
  }
  return members[members.length - 1] as T;
}

/** The texts of the last messages when the path had `at` of them. */
function lastMessages(messages: readonly LoreMessage[], count: number, at: number, depth: number): string[] {
  const texts: string[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const place = count - messages.length + index;
    if (place >= at - depth && place < at) texts.push(messages[index]?.content ?? "");
  }
  return texts;
}

function findTime(
  entry: LoreEntry,
  messages: readonly LoreMessage[],
  count: number,
): "free" | "stays" | "rests" {
  if (entry.sticky === 0 && entry.cooldown === 0) return "free";
  let since = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < messages.length; index += 1) {
    const at = count - messages.length + index;
    const message = messages[index];
    if (message?.role !== "assistant" || at < since + entry.sticky + entry.cooldown) continue;
    if (at < entry.delay || entry.onlyCalledByEntries > 0 || entry.when === "off") continue;
    if (hashFnv1a(`${message.id} ${entry.entryId}`) % 100 >= entry.probability) continue;
    if (entry.when === "always" || matches(entry, lastMessages(messages, count, at, entry.depth))) since = at;
  }
  if (count < since + entry.sticky) return "stays";
  return count < since + entry.sticky + entry.cooldown ? "rests" : "free";
}

function matches(entry: LoreEntry, texts: string[]): boolean {
  if (!entry.keys.some((key) => isIn(entry, key, texts))) return false;
  const found = entry.secondKeys.filter((key) => isIn(entry, key, texts)).length;
  if (entry.secondKeys.length === 0) return true;
  if (entry.logic === "any") return found >= 1;
  if (entry.logic === "all") return found === entry.secondKeys.length;
  if (entry.logic === "none") return found === 0;
  return found < entry.secondKeys.length;
}

function score(entry: LoreEntry, texts: string[]): number {
  const counted =
    entry.logic === "any" || entry.logic === "all" ? [...entry.keys, ...entry.secondKeys] : entry.keys;
  return counted.filter((key) => isIn(entry, key, texts)).length;
}

function isIn(entry: LoreEntry, key: string, texts: string[]): boolean {
  return texts.some((text) => {
    for (let start = 0; start + key.length <= text.length; start += 1) {
      const piece = text.slice(start, start + key.length);
      const isSame = entry.caseSensitive ? piece === key : piece.toLowerCase() === key.toLowerCase();
      if (!isSame) continue;
      if (!entry.wholeWords || key.includes(" ")) return true;
      const [before, after] = [text[start - 1] ?? " ", text[start + key.length] ?? " "];
      if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
    }
    return false;
  });
}
