import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { CHAT_LOOK, Markdown } from "#app/features/character-chats/chat-look.tsx";
import { ChatHeader } from "#app/features/character-chats/chat-screen.tsx";
import { CharacterCard } from "#app/features/characters/character-card.tsx";
import { CharacterSummary } from "#app/features/characters/character-sheet.tsx";
import { StoryCharacterLine } from "#app/features/characters/story-characters.tsx";
import { MessageArticle } from "#app/features/conversation/list/message-item.tsx";
import { OwnLine, Passage } from "#app/features/conversation/list/story-look.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { toSpokenText } from "#domain/chat-markdown.ts";
import type { Message } from "#domain/message.ts";
import { markup as MARKUP, scripts as SCRIPTS } from "#tests/tools/hostile-texts.json";
import { type CardCharacter, toCharacter } from "#workers/characters/cards/card.ts";
import { readCard } from "#workers/characters/cards/read-card.ts";
import { message } from "./conversation/live/events.ts";

/** Texts that would run a script if they were used as HTML or as an address. */
const HOSTILE_TEXTS = MARKUP.flatMap((text) => SCRIPTS.map((script) => text.replaceAll("JS", script)));

/** The elements that our components make. */
const ELEMENT =
  /<\/?(?:div|p|strong|em|del|code|pre|blockquote|ol|ul|li|dl|dt|dd|a|br|hr|article|section|header|h[123]|span|bdi|b|svg|path|polygon|rect|circle|ellipse|g|button|figure|img|figcaption|time|pattern|text|linearGradient|stop|title)\b[^<>]*>/g;
const HANDLER = /<[^<>]*\son\w+\s*=/i;
/** An address that is neither http(s) nor one of our pages and pictures. */
const ADDRESS =
  /\b(?:href|src)="(?!https?:|mailto:|\/(?:chat-pictures|portraits|characters|character-chats|stories)\b)/i;

/** Fails if the hostile text became an element, a handler or an address in this HTML. */
function expectHarmless(html: string): void {
  expect(html.replace(ELEMENT, "")).not.toMatch(/[<>]/);
  expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(HANDLER);
  expect(html).not.toMatch(ADDRESS);
}

function toMessage(text: string): Message {
  const generatedImage = { url: "/chat-pictures/chat/0123", prompt: text, kind: "ai" } as const;
  return message({
    messageId: "m1",
    content: text,
    metadata: { analysis: null, model: null, generatedImage },
  });
}

it(`a hostile message renders as text in every place, in ${HOSTILE_TEXTS.length} ways`, () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(100);
  for (const payload of HOSTILE_TEXTS) {
    expectHarmless(renderToStaticMarkup(<Markdown text={payload} />));
    expectHarmless(renderToStaticMarkup(<CHAT_LOOK.Words text={payload} />));
    expectHarmless(
      renderToStaticMarkup(
        <MessageArticle voice={payload}>
          <CHAT_LOOK.Reply message={toMessage(payload)} onMention={() => undefined} />
        </MessageArticle>,
      ),
    );
    expectHarmless(
      renderToStaticMarkup(<Passage text={payload} analysis={null} onMention={() => undefined} />),
    );
    expectHarmless(renderToStaticMarkup(<OwnLine text={payload} />));
  }
});

it.each(["> ", "- ", "1. ", "*_", "[", "![a]("])("%j without end is shown, as text", (sign) => {
  const html = renderToStaticMarkup(<Markdown text={`Before.\n${sign.repeat(4_000)}deep\nAfter.`} />);
  expect(html).toContain("deep");
  expect(html).toContain('<p dir="auto">After.</p>');
});

it("a message shows basic Markdown", () => {
  const html = renderToStaticMarkup(
    <Markdown text={"*She turns.* **One** light\nand `two`\n\n- a\n- b\n\n> said\n\n***"} />,
  );
  expect(html).toContain("<em>She turns.</em> <strong>One</strong> light<br/>and <code>two</code>");
  expect(html).toContain("<ul><li");
  expect(html).toContain("<blockquote><p");
  expect(html).toContain("<hr/>");
});

it("one's own line in a story shows emphasis as a passage does, and keeps its lines", () => {
  const html = renderToStaticMarkup(<OwnLine text={"I *wave*.\n2 * 3"} />);
  expect(html).toContain(
    '<span>I </span><span hidden="">*</span><em><span>wave</span></em><span hidden="">*</span><span>.\n2 * 3</span>',
  );
});

it("a message is Markdown at the length of a reply, unless it is malicious", () => {
  const item = "1. **The lamp.** *She lifts it*, and reads `the log` (twice).\n";
  const html = renderToStaticMarkup(<Markdown text={item.repeat(40)} />);
  expect(html.match(/<li/g)).toHaveLength(40);
  expect(html.match(/<strong>The lamp\.<\/strong>/g)).toHaveLength(40);
});

it("a message that is longer than any reply is drawn as plain lines, with all of its text", () => {
  const html = renderToStaticMarkup(<Markdown text={`${"*She waits.* ".repeat(600)}\nhttps://b.test`} />);
  expect(html).not.toContain("<em>");
  expect(html.match(/\*She waits\.\*/g)).toHaveLength(600);
  expect(html).toContain('<p dir="auto">https://b.test</p>');
});

it("a message has links that pass no data to the site they lead to", () => {
  const html = renderToStaticMarkup(<Markdown text="[the log](https://a.test/x) and https://b.test" />);
  expect(html).toContain('<a href="https://a.test/x" rel="noopener nofollow" target="_blank">the log</a>');
  expect(html).toContain('<a href="https://b.test"');
});

it("a message is spoken without the signs of its markup", () => {
  expect(toSpokenText("*She turns.* **One** [light](https://a.test), `two`.\n\n- three")).toBe(
    "She turns. One light, two.\nthree",
  );
});

const draw = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

it.each([
  ["*Draws a slow breath* Because I saw him.", "</em><br/>Because"],
  ["I know. *Draws a slow breath* “Because I saw him.”", "<br/><em>Draws a slow breath</em><br/>“Because"],
  ["*Atmet langsam aus* Él lo vio.", "</em><br/>Él"],
])("an action and the speech after it do not run together: %s", (text, html) => {
  expect(draw(text)).toContain(html);
  expect(toSpokenText(text)).toMatch(/\n/u);
});

it.each([
  "*Draws a slow breath.* Because I saw him.",
  "I *never ever* Said so.",
  "*Never* Because of you.",
  "*Draws a slow breath* and leaves.",
])("an action stays in its line where it has a stop, or is none: %s", (text) => {
  expect(draw(text)).not.toContain("<br/>");
});

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

it("the check notices text that became HTML", () => {
  for (const html of ['<p><img src="https://x.test" onerror="alert(1)"/></p>', "<script>alert(1)</script>"]) {
    expect(() => expectHarmless(html)).toThrow();
  }
  expect(() => expectHarmless('<a href="javascript:alert(1)">x</a>')).toThrow();
});
