import { Validator } from "@cfworker/json-schema";
import { zipSync } from "fflate";
import * as v from "valibot";
import { expect, inject, it } from "vitest";
import { chatConfigSchema } from "#domain/chat.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { USUAL_NOTES } from "#domain/notes.ts";
import {
  type FileMessage,
  NOTHING_FOUND,
  STORY_FILE_SCHEMA_PATH,
  type StoryFile,
  storyFileSchema,
  storySettingsSchema,
} from "#domain/story-file.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import { toStorable } from "#workers/imports/tree-builder.ts";
import { makeText, PLAIN_FILE, PLAIN_MESSAGE } from "../../fakes/taken-story.ts";
import { bringIn } from "../helpers/forms.ts";
import { onPremium } from "../helpers/stories.ts";

/** Stories of one archive, and of all: `FUZZ_CASES=10000` tries 500. */
const TOGETHER = 20;
const { cases, seed } = inject("fuzz");
const STORIES = Math.max(TOGETHER, Math.round(cases / 20));

/** A text as it is stored: trimmed, well-formed, without control characters. */
function text(random: () => number): string {
  return toStorable(makeText(random)) || "—";
}

function line(random: () => number): string {
  return text(random).replace(/\s+/gu, " ").slice(0, 40).toWellFormed().trim() || "—";
}

/** The file of a chat: no people and no places are looked for there. */
function makeChatFile(random: () => number): StoryFile {
  const { people: _, messages, lorebooks, ...file } = makeFile(random);
  return {
    ...file,
    people: [],
    settings: {
      kind: "chat",
      config: v.parse(chatConfigSchema, {}),
      character: {
        name: line(random),
        description: text(random),
        ...{ role: null, personality: line(random), appearance: line(random), voice: line(random) },
        ...{ quirks: [line(random)], interests: [], customAttributes: { kept: 1 }, isNSFW: false },
        emblem: { hue: 195, motif: "anchor", layout: "above", style: "watercolor" },
        ...{ portrait: null, card: { name: line(random) } },
      },
      story: null,
    },
    lorebooks: lorebooks.filter(({ belongsTo }) => belongsTo === "person"),
    messages: messages.map((message) => ({ ...message, ...NOTHING_FOUND })),
  };
}

/** A file with something in every field, on several paths. */
function makeFile(random: () => number): StoryFile {
  const chance = (share: number) => random() < share;
  const time = (minutes: number) => new Date(Date.UTC(2025, 3, 1, 0, minutes)).toISOString();
  const people = ["p1", "p2", "p3"].map((personId, index) => ({
    personId,
    name: ["Mara Voss", "Tam Carrow", "مريم"][index] ?? "",
    aliases: chance(0.5) ? ["M."] : [],
    isMainCharacter: index === 0,
    emblem: null,
    base: null,
    correction: chance(0.3) ? { role: line(random) } : null,
    sameAsId: null,
    isNobody: false,
  }));
  const messages: FileMessage[] = [];
  const lines: Exclude<NonNullable<FileMessage["memory"]>["lines"][number], string>[] = [];
  /** How many of them stand in an earlier message: later ones name only their ids. */
  let told = 0;
  const count = 1 + Math.floor(random() * 14);
  for (let index = 0; index < count; index += 1) {
    const parent =
      index === 0 || chance(0.1)
        ? null
        : chance(0.8)
          ? messages[index - 1]
          : messages[Math.floor(random() * index)];
    const parentId = parent?.messageId ?? null;
    const texts = chance(0.3)
      ? [text(random), text(random)].map((content, at) => ({
          content,
          editedAt: at === 0 ? null : time(index),
        }))
      : [];
    const shown = texts.length > 0 && chance(0.7) ? texts.length : 1;
    const messageId = `m${index}`;
    if (chance(0.2)) {
      const made = {
        lineId: `l${lines.length}`,
        text: line(random),
        layer: 0,
        fromId: "m0",
        toId: messageId,
      };
      lines.push(chance(0.5) ? made : { ...made, isAdded: true });
    }
    const memory =
      chance(0.3) && lines.length > 0
        ? { edits: 0, lines: lines.map((one, at) => (at < told ? one.lineId : one)) }
        : null;
    if (memory !== null) told = lines.length;
    messages.push({
      ...PLAIN_MESSAGE,
      messageId,
      parentId,
      version: 1 + messages.filter((other) => other.parentId === parentId).length,
      role: chance(0.5) ? "user" : "assistant",
      content: texts[shown - 1]?.content ?? text(random),
      status: chance(0.9) ? "complete" : "interrupted",
      timestamp: time(index),
      revision: shown,
      texts,
      editedAt: texts[shown - 1]?.editedAt ?? null,
      editNumber: texts.length > 0 ? 1 : null,
      wish: chance(0.2) ? line(random) : null,
      model: chance(0.5) ? "model-1" : null,
      heading: chance(0.3) ? line(random) : null,
      analysis: chance(0.2)
        ? { mentionedCharacters: [{ name: "Mara Voss", isNew: true, positions: [[0, 4]] }] }
        : null,
      removedAt: chance(0.1) && index > 0 ? "2099-01-01T00:00:00.000Z" : null,
      people: people
        .filter(() => chance(0.4))
        .map(({ personId, name, aliases }) => ({
          personId,
          mentions: 1 + Math.floor(random() * 3),
          facts: {
            name,
            aliases,
            description: line(random),
            role: null,
            personality: null,
            isMainCharacter: personId === "p1",
          },
        })),
      location: chance(0.3) ? line(random) : null,
      memory,
      proposals: chance(0.2)
        ? [
            {
              name: line(random),
              kind: "place",
              text: line(random),
              keys: ["reef"],
              entryId: chance(0.5) ? "e1" : null,
              state: "waiting",
            },
          ]
        : [],
    });
  }
  for (const message of messages) {
    if (chance(0.1)) message.resumeLeafId = messages.at(-1)?.messageId ?? null;
  }
  const removed = new Set<string | null>();
  for (const { messageId, parentId, removedAt } of messages)
    if (removedAt !== null || removed.has(parentId)) removed.add(messageId);
  const shown = messages.filter(({ messageId }) => !removed.has(messageId));
  const id = () => `m${Math.floor(random() * count)}`;
  const book = { name: line(random), description: line(random), depth: 6, isRecursive: chance(0.5) };
  return {
    ...PLAIN_FILE,
    title: line(random),
    description: line(random),
    createdAt: time(0),
    settings: {
      ...v.parse(storySettingsSchema, PLAIN_FILE.settings),
      status: chance(0.8) ? "active" : "archived",
      setting: line(random),
      storyLength: "long",
      customData: { kept: [1] },
    },
    notes: { ...USUAL_NOTES, note: line(random), tense: "present" },
    openLeafId: shown[Math.floor(random() * shown.length)]?.messageId ?? null,
    pathNames: chance(0.5) ? [{ leafId: id(), name: line(random) }] : [],
    readingPlace: chance(0.5) ? { messageId: id(), offset: 3, at: 1_700_000_000_000 } : null,
    edits: 4,
    people,
    memoryMarks: lines
      .filter(() => chance(0.3))
      .map(({ lineId }) => ({ lineId, text: line(random), isPinned: true, isForgotten: false })),
    lorebooks: chance(0.5)
      ? [
          {
            ...book,
            belongsTo: "story",
            source: null,
            entries: [
              {
                entryId: "e1",
                name: line(random),
                kind: "place",
                text: text(random),
                isNameGiven: true,
                isLocked: false,
                rules: { ...USUAL_RULES, keys: ["reef"] },
                fromMessageId: id(),
                source: null,
              },
            ],
          },
          {
            ...book,
            belongsTo: "person",
            source: { format: "sillytavern", raw: { a: 1 } },
            entries: [],
          },
        ]
      : [],
    messages,
  };
}

const chatEmblem = { hue: 20, motif: "anchor", layout: "above", style: "watercolor" } as const;

/** The same for files that differ in ids and the time of their export alone. */
function withoutIds(file: StoryFile): unknown {
  const ids = new Map<string, string>();
  for (const [index, { messageId }] of file.messages.entries()) ids.set(messageId, `message ${index}`);
  for (const [index, { personId }] of file.people.entries()) ids.set(personId, `person ${index}`);
  for (const { entries } of file.lorebooks)
    for (const [index, { entryId }] of entries.entries()) ids.set(entryId, `entry ${index}`);
  const { exportedAt: _, updatedAt: __, ...rest } = file;
  const renamed: unknown = JSON.parse(JSON.stringify(rest), (_key, value) =>
    typeof value === "string" ? (ids.get(value) ?? value) : value,
  );
  const sorted = renamed as StoryFile;
  const by = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  for (const message of sorted.messages) {
    message.people.sort(by);
    // Null where the entry is not in the file
    for (const proposal of message.proposals)
      if (!String(proposal.entryId).startsWith("entry")) proposal.entryId = null;
  }
  // Drawn anew.
  if (sorted.settings.kind === "chat") sorted.settings.character.emblem = chatEmblem;
  // The aliases of a person are made of the passages of the open path.
  sorted.people = sorted.people.map((one) => ({ ...one, aliases: [] })).sort(by);
  sorted.lorebooks.sort(by);
  sorted.memoryMarks.sort(by);
  return sorted;
}

function toZip(files: readonly StoryFile[]): Uint8Array<ArrayBuffer> {
  const bytes = (file: StoryFile) => new TextEncoder().encode(JSON.stringify(file));
  const named = files.map((file, index) => [`${String(index).padStart(3, "0")}.json`, bytes(file)]);
  return new Uint8Array(zipSync(Object.fromEntries(named)));
}

it.each(Array.from({ length: STORIES / TOGETHER }, (_, batch) => seed + batch))(
  "stories and chats out as JSON and in again are equal, but for ids (seed %i)",
  async (batch) => {
    const random = createRandom(batch);
    const person = await onPremium();
    const files = Array.from({ length: TOGETHER }, (_, index) =>
      v.parse(storyFileSchema, index % 4 === 3 ? makeChatFile(random) : makeFile(random)),
    );
    const published = new Validator(await person.read(STORY_FILE_SCHEMA_PATH), "2020-12");
    const { report, state, error } = await bringIn(person, { "library.zip": toZip(files) });
    expect({ state, error, leftOut: report.leftOut }).toEqual({ state: "done", error: null, leftOut: [] });
    expect(report.conversations).toHaveLength(TOGETHER);
    for (const [index, file] of files.entries()) {
      const { kind, id } = report.conversations[index] ?? {};
      const path = kind === "story" ? "stories" : "character-chats";
      const answer = await person.get(`/api/${path}/${id}/export?format=json`);
      const given = await answer.json();
      expect(published.validate(given).errors).toEqual([]);
      expect(published.validate({ ...Object(given), version: 2 }).valid).toBe(false);
      const again = v.parse(storyFileSchema, given);
      expect(withoutIds(again)).toEqual(withoutIds(file));
    }
  },
);
