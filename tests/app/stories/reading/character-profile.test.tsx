import { expect, test } from "vitest";
import { CharacterProfile } from "#app/features/stories/reading/character-modal.tsx";
import type { CastMember } from "#domain/story-record.ts";
import { member } from "./cast-member.ts";
import { textOf } from "./text-of.tsx";

const nobodyYet = member("Mara Voss");

function profileOf(character: CastMember, options: { isNSFW?: boolean; canChat?: boolean } = {}): string {
  const { isNSFW = false, canChat = false } = options;
  return textOf(<CharacterProfile character={character} isNSFW={isNSFW} canChat={canChat} />);
}

test("a character without facts has a text that says so", () => {
  const text = profileOf(nobodyYet);
  expect(text).toContain("|No description available|");
  expect(text).toContain("|Role: |Not told yet|");
  expect(text).toContain("|Character Type|Recurring|");
  expect(text).not.toContain("New Character");
});

test("a new character of an adult story has both marks", () => {
  const text = profileOf({ ...nobodyYet, isNew: true }, { isNSFW: true });
  expect(text).toContain("|New Character|NSFW|");
  expect(text).toContain("|Character Type|New|");
});

test("the note about creating and chatting is shown where both are possible", () => {
  expect(profileOf(nobodyYet)).not.toContain("Create & Chat");
  expect(profileOf(nobodyYet, { canChat: true })).toContain("|Create & Chat|");
});
