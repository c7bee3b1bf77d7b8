import { Buffer } from "node:buffer";
import { isObject, type JsonObject, toList, toObject } from "#domain/json.ts";
import { toText } from "../../lorebooks/formats/entry.ts";
import { readNovelAi } from "../../lorebooks/formats/novelai.ts";
import {
  type ReadContext,
  type ReadConversation,
  refuseFile,
  TreeBuilder,
  takeEntries,
  toLoreOfFile,
  toStorable,
} from "../tree-builder.ts";
import { toPassages } from "./draft.ts";
import { readMessagePack } from "./message-pack.ts";

/** A passage may end after that many UTF-16 code units, at the end of a line. */
const PASSAGE_LENGTH = 2_500;

/** A `.story` of NovelAI, of the old form (blocks of text that follow each other) or the new one (sections, as MessagePack). */
export function readNovelAiStory(file: JsonObject, context: ReadContext): ReadConversation {
  const metadata = toObject(file["metadata"]);
  const content = toObject(file["content"]);
  const builder = new TreeBuilder(context);
  const document = toText(content["document"]);
  const story = toObject(content["story"]);
  const leaf =
    document === "" ? readBlocks(story, builder, context) : readDocument(document, builder, context);
  if (leaf === null) throw refuseFile("There are no words in this story.");
  builder.endPath(leaf, { name: context.file });
  const [memory, note] = toList(content["context"])
    .slice(0, 2)
    .map((one) => toStorable(toText(toObject(one)["text"])));
  const passing = toList(content["ephemeralContext"]).length;
  context.leftOut.add("ephemeral context", "ephemeral contexts", "The AI is told here what lasts.", passing);
  const lore = toObject(content["lorebook"]);
  const entries = takeEntries(toList(lore["entries"]), context.leftOut);
  const lorebook = readNovelAi({ ...lore, entries });
  return builder.finish(
    {
      title: toStorable(toText(metadata["title"])) || context.file,
      description: toStorable(toText(metadata["description"])),
      format: "NovelAI story",
      books: toLoreOfFile(lorebook, { name: "Lorebook", memory }, context),
    },
    leaf,
    note,
  );
}

// --- The old form -----------------------------------------------------------------------------------------------------

type Block = { text: string; next: number[]; start: number; isEdit: boolean };

/** The blocks as a tree. What was edited in the middle can't be told as a path: then the text is read as it stands. */
function readBlocks(story: JsonObject, builder: TreeBuilder, context: ReadContext): number | null {
  const fragments = toList(story["fragments"]).filter(isObject);
  // The first version had no blocks.
  const whole = fragments.map(({ data }) => toText(data)).join("") || toText(story["text"]);
  const blocks = toList(story["datablocks"]).map(toBlock);
  const current = findOpenBlock(blocks, story["currentBlock"], whole);
  if (current === null) {
    if (blocks.length > 1)
      context.leftOut.add(
        "branch history",
        "branch histories",
        "Its text was edited in the middle, so that only the text as it stands could be read.",
      );
    return builder.addPassages(toPassages(toStorable(whole)));
  }
  return addBlocks(blocks, current, builder, context);
}

function toBlock(raw: unknown): Block {
  const block = toObject(raw);
  const fragment = toObject(block["dataFragment"]);
  return {
    text: toText(fragment["data"]),
    next: toList(block["nextBlock"]).filter((index): index is number => Number.isInteger(index)),
    start: typeof block["startIndex"] === "number" ? block["startIndex"] : 0,
    isEdit: toList(block["removedFragments"]).length > 0,
  };
}

/** The last block of the open path; `null`: that path is not the text as it stands, or goes in a circle. */
function findOpenBlock(blocks: readonly Block[], current: unknown, whole: string): number | null {
  if (typeof current !== "number" || blocks[current] === undefined) return null;
  const parents = new Map<number, number>();
  const waiting = [0];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    for (const child of blocks[index]?.next ?? []) {
      if (child === 0 || parents.has(child) || blocks[child] === undefined) return null;
      parents.set(child, index);
      waiting.push(child);
    }
  }
  const path: Block[] = [];
  for (let at: number | undefined = current; at !== undefined; at = parents.get(at)) {
    const block = blocks[at];
    if (block) path.push(block);
  }
  const isWhole =
    path.every(({ isEdit }) => !isEdit) &&
    path
      .reverse()
      .map(({ text }) => text)
      .join("") === whole;
  return isWhole ? current : null;
}

/** A passage ends where paths part, and at the end of a line when it is long enough. */
function addBlocks(
  blocks: readonly Block[],
  current: number,
  builder: TreeBuilder,
  { leftOut }: ReadContext,
): number | null {
  let open: number | null = null;
  const waiting: { index: number; parent: number | null; before: string; length: number }[] = [
    { index: 0, parent: null, before: "", length: 0 },
  ];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const block = blocks[one.index];
    if (!block) continue;
    if (block.isEdit || (block.start !== 0 && block.start !== one.length)) {
      leftOut.add("branch", "branches", "They change the text before them, which a path can't.");
      continue;
    }
    const text = one.before + block.text;
    const isEnd =
      block.next.length !== 1 ||
      one.index === current ||
      // Of the block alone: to look into a text that grows would copy it each time.
      (text.length > PASSAGE_LENGTH && block.text.endsWith("\n"));
    const last: number | null = isEnd ? builder.addPassage(one.parent, text) : one.parent;
    if (one.index === current) open = last;
    for (const index of block.next.toReversed()) {
      waiting.push({
        index,
        parent: last,
        before: isEnd ? "" : text,
        length: one.length + block.text.length,
      });
    }
  }
  return open;
}

// --- The new form -----------------------------------------------------------------------------------------------------

type Id = string | number;
type Sections = Map<Id, string>;

/** Sections are paragraphs; the history has what was tried beside them. */
function readDocument(base64: string, builder: TreeBuilder, context: ReadContext): number | null {
  const decoded = readMessagePack(Buffer.from(base64, "base64"));
  if (!isObject(decoded) || !Array.isArray(decoded["order"]))
    throw refuseFile("The story in this file is broken and can't be read.");
  const sections: Sections = new Map();
  for (const [id, section] of toEntries(decoded["sections"])) sections.set(id, toSectionText(section));
  const order = applyChanges(sections, decoded["order"].filter(isId), decoded["dirtySections"]);
  const history = readHistory(decoded["history"], new Set(order), context);
  const ends = new Set(history.map(({ anchor }) => anchor));
  const numbers = new Map<Id | null, number | null>([[null, null]]);
  let leaf: number | null = null;
  let text = "";
  for (const [place, id] of order.entries()) {
    text += `${sections.get(id) ?? ""}\n`;
    if (place < order.length - 1 && text.length < PASSAGE_LENGTH && !ends.has(id)) continue;
    leaf = builder.addPassage(leaf, text);
    numbers.set(id, leaf);
    text = "";
  }
  const added = new Map<Id, number | null>();
  for (const { id, parent, anchor, text: tried } of history) {
    const below = (parent === null ? numbers.get(anchor) : added.get(parent)) ?? null;
    added.set(id, builder.addPassage(below, tried, { isVersion: true }));
  }
  return leaf;
}

/** The nodes beside the open path, each after its parent. `parent` `null`: it follows the section `anchor` of the open path. */
function readHistory(history: unknown, open: ReadonlySet<Id>, { leftOut }: ReadContext) {
  if (!isObject(history)) return [];
  const nodes = new Map(
    toEntries(history["nodes"]).flatMap(([id, node]) => (isObject(node) ? [[id, node] as const] : [])),
  );
  const children = new Map<Id, Id[]>();
  for (const [id, { parent }] of nodes) if (isId(parent)) addTo(children, parent, id);
  const onPath = new Set<Id>();
  for (let at = history["current"]; isId(at) && !onPath.has(at); at = nodes.get(at)?.["parent"])
    onPath.add(at);
  const found: { id: Id; parent: Id | null; anchor: Id | null; text: string }[] = [];
  /** The last section that a node of the open path had made, which still is there. */
  const lasts = new Map<Id, Id | null>();
  for (const id of [...onPath].reverse()) {
    const made = toEntries(nodes.get(id)?.["changes"])
      .map(([section]) => section)
      .filter((section) => open.has(section));
    const parent = nodes.get(id)?.["parent"];
    lasts.set(id, made.at(-1) ?? (isId(parent) ? (lasts.get(parent) ?? null) : null));
  }
  const waiting = [...onPath].flatMap((on) =>
    (children.get(on) ?? []).map((id) => ({ id, parent: null as Id | null, last: lasts.get(on) ?? null })),
  );
  const seen = new Set(onPath);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { id, parent } = one;
    if (seen.has(id)) continue;
    seen.add(id);
    const steps = toEntries(nodes.get(id)?.["changes"]).map(([, step]) => toObject(step));
    if (steps.some(({ type }) => type !== 0)) {
      leftOut.add("branch", "branches", "They change the text before them, which a path can't.");
      continue;
    }
    const [{ after } = { after: undefined }] = steps;
    const anchor = isId(after) && open.has(after) ? after : one.last;
    found.push({
      id,
      parent,
      anchor,
      text: steps.map(({ section }) => toSectionText(section)).join("\n"),
    });
    for (const child of children.get(id) ?? []) waiting.push({ id: child, parent: id, last: null });
  }
  return found;
}

/** What was not yet written into the sections when the file was saved: new, changed and removed ones. */
function applyChanges(sections: Sections, order: readonly Id[], changes: unknown): Id[] {
  const after = new Map<Id | 0 | undefined, Id[]>();
  const removed = new Set<Id>();
  for (const [id, step] of toEntries(changes)) {
    if (!isObject(step)) continue;
    if (step["type"] === 0) {
      sections.set(id, toSectionText(step["section"]));
      const place = isId(step["after"]) || step["after"] === 0 ? (step["after"] as Id | 0) : undefined;
      addTo(after, place, id);
    } else if (step["type"] === 2) removed.add(id);
    else sections.set(id, toChangedText(sections.get(id) ?? "", step["diff"]));
  }
  const found: Id[] = [];
  const seen = new Set<Id>();
  const waiting: Id[] = [
    ...(after.get(0) ?? []).toReversed(),
    ...order,
    ...(after.get(undefined) ?? []),
  ].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (!removed.has(id)) found.push(id);
    for (const next of after.get(id) ?? []) waiting.push(next);
  }
  return found;
}

function toChangedText(text: string, raw: unknown): string {
  const diff = isObject(raw) && isObject(raw["diff"]) ? raw["diff"] : toObject(raw);
  if (diff["to"] !== undefined) return toSectionText(diff["to"]);
  const parts = toList(diff["parts"]).filter(isObject);
  let changed = "";
  let at = 0;
  for (const { from, delete: taken, insert } of parts) {
    const place = at + (typeof from === "number" && from >= 0 ? from : 0);
    changed += text.slice(at, place) + toText(insert);
    at = place + toText(taken).length;
  }
  return changed + text.slice(at);
}

function toSectionText(section: unknown): string {
  return isObject(section) && section["type"] === 1 ? toText(section["text"]) : "";
}

function addTo<Key>(lists: Map<Key, Id[]>, key: Key, id: Id): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

function toEntries(map: unknown): [Id, unknown][] {
  const entries: [unknown, unknown][] =
    map instanceof Map ? [...map] : isObject(map) ? Object.entries(map) : [];
  return entries.filter((entry): entry is [Id, unknown] => isId(entry[0]));
}

function isId(value: unknown): value is Id {
  return (typeof value === "number" && value !== 0) || (typeof value === "string" && value !== "");
}
