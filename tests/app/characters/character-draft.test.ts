import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  isSameCharacter,
  keepCharacterDraft,
  NO_CHARACTER,
  readCharacterDraft,
  reclaimCharacterDraft,
} from "#app/features/characters/form/character-draft.ts";
import { memoryStorage } from "../storage/memory-storage.ts";

const ILSE = { ...NO_CHARACTER, name: "Ilse Tam", quirks: ["counts doors"], isNSFW: true };

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("what was typed for a new character is kept for the person who typed it, also when the tab is closed", async () => {
  keepCharacterDraft("ada", ILSE);
  expect(readCharacterDraft("ada")).toEqual(ILSE);
  expect(readCharacterDraft("grace")).toBeNull();
  await expect.poll(() => localStorage.length).toBe(1);
  vi.stubGlobal("sessionStorage", memoryStorage());
  expect(await reclaimCharacterDraft("grace")).toBeNull();
  expect(await reclaimCharacterDraft("ada")).toEqual(ILSE);
});

test("a form without text is no draft, and a character who was created has none", () => {
  keepCharacterDraft("ada", { ...NO_CHARACTER, isNSFW: true });
  expect(readCharacterDraft("ada")).toBeNull();
  keepCharacterDraft("ada", { ...NO_CHARACTER, quirks: ["", " "] }); // rows that were opened for a tag
  expect(readCharacterDraft("ada")).toBeNull();
  keepCharacterDraft("ada", ILSE);
  keepCharacterDraft("ada", null);
  expect(readCharacterDraft("ada")).toBeNull();
});

test("two forms are the same character where only rows without a text differ", () => {
  expect(isSameCharacter(ILSE, { ...ILSE, quirks: ["counts doors ", ""], interests: [" "] })).toBe(true);
  expect(isSameCharacter(ILSE, { ...ILSE, voice: "low" })).toBe(false);
});

test.each(["", "{", '{"name":7}'])("a draft that can't be read (%j) is none", (text) => {
  sessionStorage.setItem("talespark:character-draft:ada", text);
  expect(readCharacterDraft("ada")).toBeNull();
});
