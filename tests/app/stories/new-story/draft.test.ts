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

test("what was typed is kept for whoever typed it, and for nobody else", () => {
  new StoryDraft("ada").keep(WRITTEN);
  expect(new StoryDraft("ada").read()).toEqual(WRITTEN);
  expect(new StoryDraft("grace").read()).toBeNull();
});

test("a form without any text in it is no draft, and takes the one before with it", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN);
  draft.keep(form({ genre: "Horror", character: "  " }));
  expect(draft.read()).toBeNull();
});

test("when the story is begun its draft is gone", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN);
  draft.forget();
  expect(draft.read()).toBeNull();
});

test.each(["", "{", "[]", JSON.stringify({ userId: "ada", values: { genre: 7 } })])(
  "what is no draft, such as %j, is none",
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

test("the genre that the address asks for goes before the draft's, whose own fields go with it", () => {
  expect(resumed(WRITTEN, form({ genre: "Mystery" }), FREE)).toEqual({
    ...WRITTEN,
    genre: "Mystery",
    subGenre: "",
  });
});

test("what the person's account does not have is put back", () => {
  const wanted = form({ character: "A courier", storyLength: "ongoing", isNSFW: true });
  expect(resumed(wanted, form(), PREMIUM)).toEqual(wanted);
  expect(resumed(wanted, form(), FREE)).toEqual({ ...wanted, storyLength: "medium", isNSFW: false });
});
