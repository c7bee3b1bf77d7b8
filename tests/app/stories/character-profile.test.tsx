import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CharacterProfile } from "#app/features/stories/character-modal.tsx";
import type { CastMember } from "#domain/story.ts";

const nobodyYet: CastMember = {
  name: "Mara Voss",
  isNew: false,
  mentions: 1,
  description: null,
  role: null,
  personality: null,
  isMainCharacter: false,
};

/** What stands there, without what it stands in. */
function textOf(character: CastMember, options: { isNSFW?: boolean; canChat?: boolean } = {}): string {
  const { isNSFW = false, canChat = false } = options;
  return renderToStaticMarkup(<CharacterProfile character={character} isNSFW={isNSFW} canChat={canChat} />)
    .replaceAll("&amp;", "&")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|+/g, "|");
}

test("somebody of whom nothing is known has words for that", () => {
  const text = textOf(nobodyYet);
  expect(text).toContain("|No description available|");
  expect(text).toContain("|Role: |Not told yet|");
  expect(text).toContain("|Character Type|Recurring|");
  expect(text).not.toContain("New Character");
});

test("somebody new, of a story for adults, is both", () => {
  const text = textOf({ ...nobodyYet, isNew: true }, { isNSFW: true });
  expect(text).toContain("|New Character|NSFW|");
  expect(text).toContain("|Character Type|New|");
});

test("the note about creating and chatting stands there where one can", () => {
  expect(textOf(nobodyYet)).not.toContain("Create & Chat");
  expect(textOf(nobodyYet, { canChat: true })).toContain("|Create & Chat|");
});
