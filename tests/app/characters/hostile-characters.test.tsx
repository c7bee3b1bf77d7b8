import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { ChatHeader } from "#app/features/character-chats/chat-screen.tsx";
import { CharacterCard } from "#app/features/characters/character-card.tsx";
import { CharacterSummary } from "#app/features/characters/character-sheet.tsx";
import { StoryCharacterLine } from "#app/features/characters/story-characters.tsx";
import { toSheetCharacter } from "#app/features/stories/reading/cast.ts";
import type { CharacterRecord } from "#domain/character.ts";
import { type CardCharacter, toCharacter } from "#workers/characters/cards/card.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { expectHarmless, HOSTILE_TEXTS } from "../hostile-texts.ts";

const AT = "2026-01-01T00:00:00.000Z";

/** A character from a card with this text in every field. */
function fromCard(text: string): CardCharacter {
  const own = { appearance: text, voice: text, quirks: [text], interests: [text] };
  const data = {
    name: `A ${text}`,
    description: text,
    personality: text,
    first_mes: text,
    tags: [text],
    extensions: { talespark: own },
  };
  const file = new TextEncoder().encode(JSON.stringify({ spec: "chara_card_v2", data }));
  return toCharacter(readCard(file).fields);
}

function toRecord(text: string, parts: Partial<CharacterRecord>): CharacterRecord {
  return {
    characterId: "c1",
    userId: "u1",
    name: text,
    description: text,
    role: text,
    personality: text,
    appearance: text,
    voice: text,
    quirks: [text],
    interests: [text],
    customAttributes: { text },
    isNSFW: true,
    originStoryId: "s1",
    storyIds: ["s1"],
    status: "active",
    isNew: true,
    mentions: 3,
    hasCard: false,
    createdAt: AT,
    updatedAt: AT,
    lastActiveAt: AT,
    metadata: { isNSFW: true, lastUsed: null, images: { primary: null }, emblem },
    chats: [
      { chatId: "ch1", title: text, status: "active", lastMessageAt: null, updatedAt: AT, unreadCount: 2 },
    ],
    stories: [{ storyId: "s1", title: text }],
    ...parts,
  };
}

const emblem = { hue: 255, motif: "tower", layout: "above", style: "sketch" } as const;
const ignore = () => undefined;
const primary = { url: "/portraits/c1/v/512", thumbnailUrl: "/portraits/c1/v/128", kind: "ai" } as const;

/** Every part of the screens of characters and chats that shows text about a character. */
function listScreens(character: CharacterRecord): ReactElement[] {
  const drawn = { ...character, metadata: { ...character.metadata, images: { primary } } };
  return [
    <CharacterCard key="card" character={character} isStarting={false} onStart={ignore} onOpen={ignore} />,
    <CharacterCard key="drawn" character={drawn} isStarting={false} onStart={ignore} onOpen={ignore} />,
    <CharacterSummary key="sheet" character={{ ...character, chats: [] }} canChat />,
    <CharacterSummary key="sheet with chats" character={drawn} canChat />,
    <StoryCharacterLine
      key="line"
      character={character}
      startingId={null}
      onStart={ignore}
      onOpen={ignore}
    />,
    <ChatHeader key="header" title={character.description} character={drawn}>
      {null}
    </ChatHeader>,
  ];
}

it(`a character with hostile texts renders as text in every place, typed or from a card, in ${HOSTILE_TEXTS.length} ways`, () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(100);
  for (const text of HOSTILE_TEXTS) {
    for (const character of [toRecord(text, {}), toRecord(text, fromCard(text))]) {
      for (const screen of listScreens(character)) {
        const html = renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>);
        expectHarmless(html);
        // The text is shown, not left out: React writes `<` and `&` as entities.
        expect(html).toMatch(/alert\(1\)|fetch\(|document\.cookie|top\.location/);
      }
    }
  }
});

it("hostile texts of a story's character render as text", () => {
  for (const text of HOSTILE_TEXTS) {
    const member = {
      name: text,
      isNew: true,
      mentions: 1,
      description: text,
      role: text,
      personality: text,
      isMainCharacter: false,
    };
    const story = { storyId: "s1", title: text, metadata: { isNSFW: true } };
    const character = toSheetCharacter(member, story, null);
    expectHarmless(renderToStaticMarkup(<CharacterSummary character={character} canChat />));
  }
});

it("the check notices text that became HTML", () => {
  for (const html of ['<p><img src="https://x.test" onerror="alert(1)"/></p>', "<script>alert(1)</script>"]) {
    expect(() => expectHarmless(html)).toThrow();
  }
  expect(() => expectHarmless('<a href="javascript:alert(1)">x</a>')).toThrow();
});
