import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resumed, StoryDraft } from "#app/features/stories/new-story/draft.ts";
import { memoryStorage } from "#tests/app/storage/memory-storage.ts";
import { FREE, form, PREMIUM } from "./new-story.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const WRITTEN = form({ genre: "Fantasy", subGenre: "Urban", character: "A courier", title: "Rent Control" });

test("a draft is kept for the person who typed it only", () => {
  new StoryDraft("ada").keep(WRITTEN);
  expect(new StoryDraft("ada").read()).toEqual(WRITTEN);
  expect(new StoryDraft("grace").read()).toBeNull();
});

test("an empty form is not a draft, and deletes the earlier one", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN);
  draft.keep(form({ genre: "Horror", character: "  " }));
  expect(draft.read()).toBeNull();
});

test("the draft is deleted when the story is begun", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN);
  draft.forget();
  expect(draft.read()).toBeNull();
});

test.each(["", "{", "[]", JSON.stringify({ userId: "ada", values: { genre: 7 } })])(
  "an invalid draft, such as %j, is ignored",
  (text) => {
    sessionStorage.setItem("new-story-draft", text);
    expect(new StoryDraft("ada").read()).toBeNull();
  },
);

test("a browser that has no room for it breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { ...memoryStorage(), setItem: refuse });
  expect(() => new StoryDraft("ada").keep(WRITTEN)).not.toThrow();
});

test("a draft is resumed as it was", () => {
  expect(resumed(WRITTEN, form(), FREE)).toEqual(WRITTEN);
});

test("the genre in the address replaces the draft's genre and its fields", () => {
  expect(resumed(WRITTEN, form({ genre: "Mystery" }), FREE)).toEqual({
    ...WRITTEN,
    genre: "Mystery",
    subGenre: "",
  });
});

test("values that the account does not allow are reset", () => {
  const wanted = form({ character: "A courier", storyLength: "ongoing", isNSFW: true });
  expect(resumed(wanted, form(), PREMIUM)).toEqual(wanted);
  expect(resumed(wanted, form(), FREE)).toEqual({ ...wanted, storyLength: "medium", isNSFW: false });
});
