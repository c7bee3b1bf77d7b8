import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CharacterSummary, type SheetCharacter } from "#app/features/characters/character-sheet.tsx";
import { Emblem } from "#app/features/characters/emblem.tsx";
import {
  characterDrafts,
  isSameCharacter,
  keepCharacterDraft,
  NO_CHARACTER,
} from "#app/features/characters/form/character-draft.ts";
import { toSheetCharacter } from "#app/features/stories/reading/cast.ts";
import type { ChatSummary } from "#domain/character.ts";
import { chooseEmblem } from "#domain/choose-emblem.ts";
import { memoryStorage, textOf } from "#tests/app/browser.ts";
import { member } from "#tests/app/examples.ts";

const STORY = { storyId: "s1", title: "The Ninth Signal", metadata: { isNSFW: false } };
const found = toSheetCharacter(member("Mara Voss"), STORY, null);
const created: SheetCharacter = { ...found, originStoryId: null };
const chat: ChatSummary = {
  chatId: "c1",
  title: "At night",
  status: "active",
  lastMessageAt: null,
  updatedAt: "2026-01-01",
  unreadCount: 0,
};

function sheetOf(character: SheetCharacter, { canChat = true } = {}): string {
  return textOf(
    <MemoryRouter>
      <CharacterSummary character={character} canChat={canChat} />
    </MemoryRouter>,
  );
}

test.each([
  ["Ida Lind", 122],
  ["Wanda Dorn", 102],
  ["Mara Wolf", 88],
])("the letters of %s are small enough for its emblem", (name, size) => {
  const emblem = renderToStaticMarkup(
    <Emblem name={name} emblem={chooseEmblem("Mystery", name)} width={58} />,
  );
  expect(Math.round(Number(emblem.match(/font-size="([\d.]+)"/)?.[1]))).toBe(size);
});

test("somebody in a story has a type and a number of mentions, and texts for what is not known", () => {
  const text = sheetOf(found);
  expect(text).toContain("|Story Character|");
  expect(text).toContain("|Character Type|Recurring|Mentions|1|");
  expect(text).toContain("|About |Mara Voss|No description available|Role: |Not told yet|");
  expect(text).toContain("|Create & Chat|");
  expect(text).toContain("|Coming Soon|Character profile & details|Relationship mapping|Story timeline|");
  expect(text).not.toContain("Personality");
  expect(text).not.toContain("New Character");
  expect(sheetOf(found, { canChat: false })).not.toContain("Create & Chat");
  const story = { ...STORY, metadata: { isNSFW: true } };
  const added = sheetOf(toSheetCharacter(member("Mara Voss", { isNew: true }), story, null));
  expect(added, "somebody new in an adult story").toContain("|New Character|NSFW|");
  expect(added).toContain("|Character Type|New|");
});

test("somebody in a story who is talked with already has that chat in place of a new one", () => {
  const text = sheetOf({ ...found, chats: [chat] });
  expect(text).not.toMatch(/Create & Chat|Coming Soon/u);
  expect(text).toContain("|Chats|At night|");
});

test("a created character has the number of chats and each of its texts, at most five interests and quirks", () => {
  const interests = ["tides", "radios", "maps", "birds", "tea", "chess"];
  const text = sheetOf({ ...created, chats: [chat], personality: "dry", interests, quirks: ["hums"] });
  expect(text).toContain("|Created Character|");
  expect(text).toContain("|Character Type|Recurring|Chats|1|");
  expect(text).toContain("|Personality|dry|Appearance|Not told yet|Voice & Speech|Not told yet|");
  expect(text).toContain("|Interests|tides|radios|maps|birds|tea|Quirks|hums|");
  expect(text).not.toMatch(/Create & Chat|Coming Soon/u);
});

const ILSE = { ...NO_CHARACTER, name: "Ilse Tam", quirks: ["counts doors"], isNSFW: true };

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
});

test("what was typed for a new character is kept for the person who typed it, until they are created", async () => {
  keepCharacterDraft("ada", ILSE);
  expect(characterDrafts.read("ada")).toEqual(ILSE);
  expect(characterDrafts.read("grace")).toBeNull();
  await expect.poll(() => localStorage.length).toBe(1);
  keepCharacterDraft("ada", null);
  expect(characterDrafts.read("ada")).toBeNull();
});

test("a character form without text is no draft", () => {
  keepCharacterDraft("ada", { ...NO_CHARACTER, isNSFW: true });
  expect(characterDrafts.read("ada")).toBeNull();
  keepCharacterDraft("ada", { ...NO_CHARACTER, quirks: ["", " "] }); // rows that were opened for a tag
  expect(characterDrafts.read("ada")).toBeNull();
});

test("two drafts are the same character where only rows without a text differ", () => {
  expect(isSameCharacter(ILSE, { ...ILSE, quirks: ["counts doors ", ""], interests: [" "] })).toBe(true);
  expect(isSameCharacter(ILSE, { ...ILSE, voice: "low" })).toBe(false);
});
