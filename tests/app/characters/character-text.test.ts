import { expect, test } from "vitest";
import {
  findCurrentChat,
  findLinks,
  formatUnread,
  listTraits,
} from "#app/features/characters/character-text.ts";
import type { ChatSummary } from "#domain/character.ts";

function chat(chatId: string, parts: Partial<ChatSummary> = {}): ChatSummary {
  return {
    chatId,
    title: chatId,
    status: "active",
    lastMessageAt: null,
    updatedAt: "2026-01-01",
    unreadCount: 0,
    ...parts,
  };
}

test("personality is split on commas and semicolons, up to three different tags", () => {
  expect(listTraits("dry, watchful; stubborn, late")).toEqual(["dry", "watchful", "stubborn"]);
  expect(listTraits("dry, watchful; stubborn", 2)).toEqual(["dry", "watchful"]);
  expect(listTraits("a poor sleeper")).toEqual(["a poor sleeper"]);
  expect(listTraits("dry, dry, kind", 2)).toEqual(["dry", "kind"]);
  expect(listTraits(" dry ;; dry, ")).toEqual(["dry"]);
  expect(listTraits(" ; , ")).toEqual([]);
  expect(listTraits("")).toEqual([]);
  expect(listTraits(null)).toEqual([]);
});

test("new messages of all chats are counted; a count of zero is not shown", () => {
  expect(formatUnread([])).toBeNull();
  expect(formatUnread([chat("a"), chat("b", { unreadCount: 1 })])).toBe("1 new message");
  expect(formatUnread([chat("a", { unreadCount: 1_200 }), chat("b", { unreadCount: 34 })])).toBe(
    "1,234 new messages",
  );
});

test("a chat is continued that is active", () => {
  expect(findCurrentChat([chat("a", { status: "archived" }), chat("b")])?.chatId).toBe("b");
  expect(findCurrentChat([])).toBeNull();
});

test("a card links to two stories, otherwise to two chats, otherwise to nothing", () => {
  const stories = ["a", "b", "c", "d"].map((storyId) => ({ storyId, title: storyId.toUpperCase() }));
  expect(findLinks({ stories, chats: [chat("x")] })).toEqual({
    links: [
      { to: "/stories/a", title: "A" },
      { to: "/stories/b", title: "B" },
    ],
    more: "+2 more stories",
  });
  expect(findLinks({ stories: stories.slice(0, 2) }).more).toBeNull();
  expect(findLinks({ stories: [], chats: [chat("x"), chat("y"), chat("z")] }).links).toEqual([
    { to: "/character-chats/x", title: "x" },
    { to: "/character-chats/y", title: "y" },
  ]);
  expect(findLinks({})).toEqual({ links: [], more: null });
});
