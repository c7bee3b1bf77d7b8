import { expect, test } from "vitest";
import { Draft, resumed } from "#app/features/stories/new-story/draft.ts";
import { FREE, form, PREMIUM } from "./new-story.ts";

class Shelf implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly #kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

const WRITTEN = form({ genre: "Fantasy", subGenre: "Urban", character: "A courier", title: "Rent Control" });

test("what was typed is kept for whoever typed it, and for nobody else", () => {
  const shelf = new Shelf();
  new Draft(shelf, "ada").keep(WRITTEN);
  expect(new Draft(shelf, "ada").read()).toEqual(WRITTEN);
  expect(new Draft(shelf, "grace").read()).toBeNull();
});

test("a form without any text in it is no draft, and takes the one before with it", () => {
  const draft = new Draft(new Shelf(), "ada");
  draft.keep(WRITTEN);
  draft.keep(form({ genre: "Horror", character: "  " }));
  expect(draft.read()).toBeNull();
});

test("when the story is begun its draft is gone", () => {
  const draft = new Draft(new Shelf(), "ada");
  draft.keep(WRITTEN);
  draft.forget();
  expect(draft.read()).toBeNull();
});

test.each(["", "{", "[]", JSON.stringify({ userId: "ada", values: { genre: 7 } })])(
  "what is no draft, such as %j, is none",
  (text) => {
    const shelf = new Shelf();
    shelf.setItem("new-story-draft", text);
    expect(new Draft(shelf, "ada").read()).toBeNull();
  },
);

test("a browser that has no room for it breaks nothing", () => {
  const full = new Shelf();
  full.setItem = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  expect(() => new Draft(full, "ada").keep(WRITTEN)).not.toThrow();
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
