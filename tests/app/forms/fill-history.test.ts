import * as v from "valibot";
import { expect, test } from "vitest";
import {
  addStep,
  hasChangesWithin,
  NO_HISTORY,
  redoFill,
  redoStep,
  takeBackFill,
  undoFill,
  undoStep,
} from "#app/features/forms/fill-history.ts";
import { readForm, readFormData } from "#app/features/forms/read-form.ts";
import { type NewStoryValues, NO_VALUES } from "#app/features/stories/new-story/new-story-input.ts";
import type { Deed, FormHistory } from "#app/features/stories/new-story/story-draft.ts";
import { form } from "#tests/app/stories/new-story/new-story.ts";

const OWN = form({ genre: "Horror", character: "A night porter", description: "Room 12 was never let." });
const IDEA = form({
  genre: "Mystery",
  subGenre: "Cold Case",
  character: "Mara",
  description: "A boat is late.",
});
const OTHER_IDEA = form({
  genre: "Western",
  character: "A bookkeeper",
  description: "Four dollars are gone.",
});

function take(before: NewStoryValues, after: NewStoryValues, history: FormHistory = NO_HISTORY): FormHistory {
  return addStep(history, { before, after, deed: { kind: "gave-idea", title: "An idea" } });
}

function undo(now: NewStoryValues, history: FormHistory) {
  const undone = undoStep(now, history, NO_VALUES);
  if (undone === null) throw new Error("There is nothing to undo.");
  return undone;
}

function redo(now: NewStoryValues, history: FormHistory) {
  const redone = redoStep(now, history);
  if (redone === null) throw new Error("There is nothing to redo.");
  return redone;
}

test("an undo after a second idea leads back to the first, and another one to the person's own words", () => {
  const history = take(IDEA, OTHER_IDEA, take(OWN, IDEA));
  const first = undo(OTHER_IDEA, history);
  expect(first.values).toEqual(IDEA);
  const second = undo(first.values, first.history);
  expect(second.values).toEqual(OWN);
  expect(undoStep(second.values, second.history, NO_VALUES)).toBeNull();
});

test("an undo brings back what an idea replaced, and a redo what the person has made of the idea", () => {
  const changed = { ...IDEA, description: "A boat is thirty years late.", isNSFW: true };
  const undone = undo(changed, take(OWN, IDEA));
  expect(undone).toMatchObject({ values: { ...OWN, isNSFW: true }, hasKept: false });
  const redone = redo(undone.values, undone.history);
  expect(redone.values).toEqual(changed);
  expect(redone.deed).toEqual({ kind: "gave-idea", title: "An idea" });
  expect(redoStep(redone.values, redone.history)).toBeNull();
});

test("what is typed between an undo and a redo is brought back by the next undo", () => {
  const undone = undo(IDEA, take(OWN, IDEA));
  const typed = { ...undone.values, description: "Room 12 is let tonight." };
  const redone = redo(typed, undone.history);
  expect(redone.values).toEqual(IDEA);
  expect(undo(redone.values, redone.history).values).toEqual(typed);
});

test("an idea that is taken after an undo costs nothing of what was taken back", () => {
  const changed = { ...IDEA, description: "A boat is thirty years late." };
  const undone = undo(changed, take(OWN, IDEA));
  const history = take(undone.values, OTHER_IDEA, undone.history);
  expect(redo(OTHER_IDEA, history).values.description).toBe("A boat is thirty years late.");
});

test("what is typed into a field that had been empty stays, also after a redo", () => {
  const deed: Deed = { kind: "wrote", what: "form", source: "model" };
  const before = form({ character: "A night porter" });
  const after = { ...before, genre: "Horror", description: "Room 12 was never let." };
  const changed = { ...after, description: "Room 12 is let tonight.", storyLength: "short" };
  const undone = undo(changed, addStep(NO_HISTORY, { before, after, deed }));
  expect(undone.values).toEqual({ ...changed, genre: "" });
  expect(undone.hasKept).toBe(true);
  const typed = { ...undone.values, description: "Room 12 is let for good." };
  expect(redo(typed, undone.history).values).toEqual({ ...typed, genre: "Horror" });
});

test("a page that was cleared and written anew comes back, and the new one by a redo", () => {
  const cleared: Deed = { kind: "cleared" };
  const history = addStep(NO_HISTORY, { before: OWN, after: form(), deed: cleared });
  const anew = form({ character: "A courier", description: "Rent is due." });
  const undone = undo(anew, history);
  expect(undone.values).toEqual(OWN);
  expect(redo(undone.values, undone.history).values).toEqual(anew);
});

const EMPTY = { name: "", voice: "", quirks: [] as string[], isNSFW: false };
const BEFORE = { ...EMPTY, name: "Ilse" };
const AFTER = { ...BEFORE, voice: "Dry", quirks: ["counts doors"] };
const FILL = { before: BEFORE, after: AFTER };

test("taking a fill back restores the fields that still have its text, and no others", () => {
  expect(takeBackFill(AFTER, FILL)).toEqual(BEFORE);
  const now = { ...AFTER, name: "Ilse Tam", quirks: ["counts doors", "hums"], isNSFW: true };
  expect(takeBackFill(now, FILL)).toEqual({ ...now, voice: "" });
});

test("an undo keeps what was typed into fields that the fill found empty, and says so", () => {
  expect(undoFill(AFTER, FILL, EMPTY)).toMatchObject({ values: BEFORE, hasKept: false });
  const now = { ...AFTER, name: "Ilse Tam", voice: "Dry as chalk" };
  expect(undoFill(now, FILL, EMPTY)).toMatchObject({ values: { ...now, quirks: [] }, hasKept: true });
  const emptied = { ...AFTER, voice: "" };
  expect(undoFill(emptied, FILL, EMPTY)).toMatchObject({ values: BEFORE, hasKept: false });
});

test("a redo writes the fill again, and not what its undo has left alone", () => {
  const undone = undoFill({ ...AFTER, voice: "Dry as chalk" }, FILL, EMPTY);
  expect(redoFill(undone.values, undone.fill).values).toEqual({ ...AFTER, voice: "Dry as chalk" });
});

test("an empty box in a list is no change of it", () => {
  const now = { ...AFTER, quirks: ["counts doors", " "] };
  expect(takeBackFill(now, FILL)).toEqual(BEFORE);
  expect(hasChangesWithin(now, FILL)).toBe(false);
});

test("only what was changed in the fill's own fields counts as a change within it", () => {
  expect(hasChangesWithin(AFTER, FILL)).toBe(false);
  expect(hasChangesWithin({ ...AFTER, name: "Ilse Tam" }, FILL)).toBe(false);
  expect(hasChangesWithin({ ...AFTER, voice: "" }, FILL)).toBe(false); // it is as it was before the fill
  expect(hasChangesWithin({ ...AFTER, voice: "Dry as chalk" }, FILL)).toBe(true);
  expect(hasChangesWithin({ ...AFTER, quirks: ["counts windows"] }, FILL)).toBe(true);
});

const schema = v.object({ returnTo: v.optional(v.string()) });

function post(body: BodyInit, type?: string): Request {
  const headers = new Headers(type === undefined ? {} : { "Content-Type": type });
  const request = new Request("https://talespark.test/login", { method: "POST", body, headers });
  if (type === undefined) request.headers.delete("Content-Type");
  return request;
}

test("a form is read in both of its types", async () => {
  const parts = new FormData();
  parts.set("returnTo", "/stories");
  const typed = new Request("https://talespark.test/login", { method: "POST", body: parts });

  expect(await readForm(typed, schema)).toEqual({ returnTo: "/stories" });
  expect(
    await readForm(
      post("returnTo=%2Fstories&more=1", "application/x-www-form-urlencoded;charset=UTF-8"),
      schema,
    ),
  ).toEqual({ returnTo: "/stories" });
});

test.each([undefined, "text/plain", "application/json", "application/x-www-form-urlencodedx"])(
  "a body of the type %s is no form",
  async (type) => {
    await expect(readForm(post("returnTo=x", type), schema)).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      status: 415,
    });
  },
);

test.each(["multipart/form-data", "multipart/form-data; boundary=x"])(
  "a body that does not match its content type, %s, can't be read",
  async (type) => {
    await expect(readFormData(post("returnTo=x", type))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

test("a field that is wrong, such as a file for a text, is named", async () => {
  const form = new FormData();
  form.set("returnTo", new File(["x"], "x.txt"));
  const request = new Request("https://talespark.test/login", { method: "POST", body: form });

  await expect(readForm(request, schema)).rejects.toMatchObject({ code: "INVALID_INPUT", field: "returnTo" });
});
