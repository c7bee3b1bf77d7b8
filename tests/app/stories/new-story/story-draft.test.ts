import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addStep, NO_HISTORY } from "#app/features/forms/fill-history.ts";
import type { NewStoryValues } from "#app/features/stories/new-story/new-story-input.ts";
import { type Deed, resumed, StoryDraft } from "#app/features/stories/new-story/story-draft.ts";
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
  new StoryDraft("ada").keep(WRITTEN, NO_HISTORY);
  expect(new StoryDraft("ada").read()).toMatchObject({ values: WRITTEN, history: NO_HISTORY });
  expect(new StoryDraft("grace").read()).toBeNull();
});

test("a draft has what an undo brings back", () => {
  const history = addStep<NewStoryValues, Deed>(NO_HISTORY, {
    before: WRITTEN,
    after: form({ character: "A ferryman" }),
    deed: { kind: "gave-idea", title: "Rent Control" },
  });
  new StoryDraft("ada").keep(form({ character: "A ferryman" }), history);
  expect(new StoryDraft("ada").read()?.history).toEqual(history);
});

test("an empty form is not a draft, and deletes the earlier one", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN, NO_HISTORY);
  draft.keep(form({ genre: "Horror", character: "  " }), NO_HISTORY);
  expect(draft.read()).toBeNull();
});

test("the draft is deleted when the story is begun", () => {
  const draft = new StoryDraft("ada");
  draft.keep(WRITTEN, NO_HISTORY);
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
  expect(() => new StoryDraft("ada").keep(WRITTEN, NO_HISTORY)).not.toThrow();
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
